import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import type { NodeKind } from '#ports/index.ts'
import { nodeCall } from './node-call.ts'

/** The output of a node, or the message of its failure. */
export function run(
  kind: NodeKind,
  parameters: JsonObject,
  previous: JsonValue = null,
  inputs: JsonValue[] = [],
) {
  assert.ok(Compile(kind.parameters).Check(parameters), JSON.stringify(parameters))
  const result = kind.run(nodeCall({ parameters, previous, inputs: () => inputs }))
  assert.ok('ok' in result)
  return result.ok ? result.output : result.message
}

/** The message of a node that fails. */
export function failureOf(...[kind, parameters, previous]: Parameters<typeof run>): string {
  const message = run(kind, parameters, previous)
  assert.ok(typeof message === 'string', 'it fails')
  return message
}

/** What the check says about a node, as `parameter: message`. */
export const problemsOf = (kind: NodeKind, data: JsonObject) =>
  (kind.check?.(data) ?? []).map(({ parameter, message }) => `${parameter}: ${message}`)
