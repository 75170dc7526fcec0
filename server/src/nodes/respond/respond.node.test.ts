import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { respondNode } from './respond.node.ts'

const run = (parameters: JsonObject) => respondNode.run(nodeCall({ parameters, previous: { came: 'in' } }))

describe('a `respond` node', () => {
  it('answers with what came in by default', () => {
    assert.deepEqual(run({}), { ok: true, output: { status: 200, headers: {}, body: { came: 'in' } } })
  })

  it('says status, headers and body', () => {
    const parameters = { status: 404, headers: { 'X-Count': 3, 'X-Name': 'Zoë' }, body: null }
    assert.deepEqual(run(parameters), {
      ok: true,
      output: { status: 404, headers: { 'x-count': '3', 'x-name': 'Zoë' }, body: null },
    })
  })

  it('refuses what would break out of a header', () => {
    for (const headers of [{ 'X-A': 'a\r\nSet-Cookie: x' }, { 'X A': 'x' }, { '': 'x' }, { 'X-A': {} }]) {
      const result = run({ headers })
      assert.ok('ok' in result && !result.ok && result.permanent, JSON.stringify(headers))
    }
  })

  it('is recorded at once, since somebody waits for it', () => {
    assert.equal(respondNode.hasEffect, true)
  })
})
