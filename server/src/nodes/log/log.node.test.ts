import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import type { JsonObject } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { logNode } from './log.node.ts'

function run(parameters: JsonObject) {
  const lines: unknown[][] = []
  const call = nodeCall({ parameters, previous: { kept: true }, log: (...line) => lines.push(line) })
  const result = logNode.run(call)
  return { result, lines }
}

describe('a `log` node', () => {
  it('writes its line and passes on what came in', () => {
    const { result, lines } = run({ message: 'Hello' })
    assert.deepEqual(result, { ok: true, output: { kept: true } })
    assert.deepEqual(lines, [['info', 'Hello', undefined]])
  })

  it('writes at the level it is told, with data beside the message', () => {
    assert.deepEqual(run({ message: 'x', level: 'error', data: { n: 1 } }).lines, [['error', 'x', { n: 1 }]])
  })

  it('writes what is no text as JSON, and wraps data that is no object', () => {
    assert.deepEqual(run({ message: { a: [1] }, data: [2] }).lines, [['info', '{"a":[1]}', { value: [2] }]])
    assert.deepEqual(run({ message: null, data: null }).lines, [['info', 'null', { value: null }]])
  })

  it('wants a message, and a level that exists', () => {
    const parameters = Compile(logNode.parameters)
    assert.ok(parameters.Check({ message: '' }))
    assert.ok(!parameters.Check({}))
    assert.ok(!parameters.Check({ message: 'x', level: 'loud' }))
  })
})
