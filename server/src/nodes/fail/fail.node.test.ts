import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import type { JsonObject } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { failNode } from './fail.node.ts'

const run = (parameters: JsonObject) => failNode.run(nodeCall({ parameters }))

describe('`fail` node', () => {
  it('A `fail` node fails with its message and code', () => {
    const failure = { ok: false, code: 'SOLD_OUT', message: 'Nothing left.' }
    assert.deepEqual(run({ message: 'Nothing left.', code: 'SOLD_OUT' }), failure)
  })

  it('A `fail` node has a default message and code', () => {
    const failure = { ok: false, code: 'FAILED', message: 'A `fail` node ended the run.' }
    assert.deepEqual(run({}), failure)
    assert.deepEqual(run({ message: null }), failure)
  })

  it('A `fail` node writes messages that are not strings as JSON', () => {
    assert.deepEqual(run({ message: { missing: ['a'] } }), {
      ok: false,
      code: 'FAILED',
      message: '{"missing":["a"]}',
    })
  })

  it('A `fail` node accepts a code of 1 to 100 characters', () => {
    const parameters = Compile(failNode.parameters)
    assert.ok(parameters.Check({ code: 'X' }))
    for (const code of ['', 'x'.repeat(101), 7]) assert.ok(!parameters.Check({ code }))
  })

  it('A `fail` node has an output for `on_error: "continue"`', () => {
    assert.deepEqual(failNode.handles, ['main'])
  })
})
