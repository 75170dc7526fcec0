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

describe('`log` node', () => {
  it('A `log` node writes its message and passes its input through', () => {
    const { result, lines } = run({ message: 'Hello' })
    assert.deepEqual(result, { ok: true, output: { kept: true } })
    assert.deepEqual(lines, [['info', 'Hello', undefined]])
  })

  it('A `log` node writes at the given level, with data next to the message', () => {
    assert.deepEqual(run({ message: 'x', level: 'error', data: { n: 1 } }).lines, [['error', 'x', { n: 1 }]])
  })

  it('A `log` node writes other values than strings as JSON and wraps data that is not an object', () => {
    assert.deepEqual(run({ message: { a: [1] }, data: [2] }).lines, [['info', '{"a":[1]}', { value: [2] }]])
    assert.deepEqual(run({ message: null, data: null }).lines, [['info', 'null', { value: null }]])
  })

  it('A `log` node requires a message and a known level', () => {
    const parameters = Compile(logNode.parameters)
    assert.ok(parameters.Check({ message: '' }))
    assert.ok(!parameters.Check({}))
    assert.ok(!parameters.Check({ message: 'x', level: 'loud' }))
  })
})
