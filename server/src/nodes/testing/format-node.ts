import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import { PiscinaWorkerPool } from '#adapters/index.ts'
import { fileIdOf, type JsonObject, type JsonValue, toFileValue } from '#domain/index.ts'
import type { NodeDone, NodeFailed, NodeKind } from '#ports/index.ts'
import { MemoryFiles } from './memory-files.ts'
import { nodeCall } from './node-call.ts'

/** Threads for the nodes under test. None starts before a test needs one. */
export const workers = new PiscinaWorkerPool({ memoryMiB: 256 })

/** The files of the account of these tests. */
export const files = new MemoryFiles()

/** What the nodes for formats need. */
export const formats = { workers, files }

const ACCOUNT = nodeCall().account

/** Stores a file and returns its value. */
export async function fileOf(
  content: string | Uint8Array,
  name = 'file',
  mediaType?: string,
): Promise<JsonObject> {
  async function* chunks() {
    const bytes = Buffer.from(content)
    for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536)
  }
  const created = await files.create(ACCOUNT, { name, mediaType, chunks: chunks() })
  assert.ok(created.ok)
  return toFileValue(created.file)
}

/** The content of a file. */
export async function bytesOf(value: JsonValue): Promise<Buffer> {
  const opened = await files.open(ACCOUNT, fileIdOf(value) ?? '')
  assert.ok(opened !== undefined, 'the value is a file')
  return Buffer.concat(await Array.fromAsync(opened.read()))
}

/** The result of a node. */
export async function resultOf(
  kind: NodeKind,
  parameters: JsonObject,
  previous: JsonValue = null,
): Promise<NodeDone | NodeFailed> {
  assert.ok(Compile(kind.parameters).Check(parameters), JSON.stringify(parameters).slice(0, 500))
  const result = await kind.run(nodeCall({ parameters, previous, timeoutMs: 60_000 }))
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
