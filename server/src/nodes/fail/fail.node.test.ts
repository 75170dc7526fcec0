import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import type { JsonObject } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { failNode } from './fail.node.ts'

const run = (parameters: JsonObject) => failNode.run(nodeCall({ parameters }))

describe('a `fail` node', () => {
  it('fails with its message and its code', () => {
    const failure = { ok: false, code: 'SOLD_OUT', message: 'Nothing left.' }
    assert.deepEqual(run({ message: 'Nothing left.', code: 'SOLD_OUT' }), failure)
  })

  it('says something also when it was told nothing', () => {
    const failure = { ok: false, code: 'FAILED', message: 'The workflow was failed by a `fail` node.' }
    assert.deepEqual(run({}), failure)
    assert.deepEqual(run({ message: null }), failure)
  })

  it('says values that are no text as JSON', () => {
    assert.deepEqual(run({ message: { missing: ['a'] } }), {
      ok: false,
      code: 'FAILED',
      message: '{"missing":["a"]}',
    })
  })

  it('wants a code that is a word', () => {
    const parameters = Compile(failNode.parameters)
    assert.ok(parameters.Check({ code: 'X' }))
    for (const code of ['', 'x'.repeat(101), 7]) assert.ok(!parameters.Check({ code }))
  })

  it('may have edges behind it, which `on_error: "continue"` takes', () => {
    assert.deepEqual(failNode.handles, ['main'])
  })
})
