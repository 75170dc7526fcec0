import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import { PiscinaWorkerPool } from '#adapters/index.ts'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import type { NodeDone, NodeFailed, NodeKind } from '#ports/index.ts'
import { nodeCall } from './node-call.ts'

/** Threads for the nodes under test. None starts before a test needs one. */
export const workers = new PiscinaWorkerPool({ memoryMiB: 256 })

/** The result of a node. */
export async function resultOf(
  kind: NodeKind,
  parameters: JsonObject,
  previous: JsonValue = null,
): Promise<NodeDone | NodeFailed> {
  assert.ok(Compile(kind.parameters).Check(parameters), JSON.stringify(parameters).slice(0, 500))
  const result = await kind.run(nodeCall({ parameters, previous }))
  assert.ok('ok' in result)
  return result
}

/** The output of a node. */
export async function outputOf(...call: Parameters<typeof resultOf>): Promise<JsonValue> {
  const result = await resultOf(...call)
  assert.ok(result.ok, result.ok ? '' : result.message)
  return result.output
}

/** The code and the message of a node that fails. */
export async function failureOf(...call: Parameters<typeof resultOf>): Promise<string> {
  const result = await resultOf(...call)
  assert.ok(!result.ok, 'it fails')
  return `${result.code}: ${result.message}`
}
