import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { respondNode } from './respond.node.ts'

const run = (parameters: JsonObject) => respondNode.run(nodeCall({ parameters, previous: { came: 'in' } }))

describe('`respond` node', () => {
  it('A `respond` node responds with its input by default', () => {
    assert.deepEqual(run({}), { ok: true, output: { status: 200, headers: {}, body: { came: 'in' } } })
  })

  it('A `respond` node outputs status, headers and body', () => {
    const parameters = { status: 404, headers: { 'X-Count': 3, 'X-Name': 'Zoë' }, body: null }
    assert.deepEqual(run(parameters), {
      ok: true,
      output: { status: 404, headers: { 'x-count': '3', 'x-name': 'Zoë' }, body: null },
    })
  })

  it('A `respond` node refuses invalid headers', () => {
    for (const headers of [{ 'X-A': 'a\r\nSet-Cookie: x' }, { 'X A': 'x' }, { '': 'x' }, { 'X-A': {} }]) {
      const result = run({ headers })
      assert.ok('ok' in result && !result.ok && result.permanent, JSON.stringify(headers))
    }
  })

  it('A `respond` node leaves out headers that affect the whole origin, and says so', () => {
    const logged: string[] = []
    const headers = { 'Set-Cookie': 'a=b', NEL: '{}', 'X-Tea': 'green', ETag: '"1"' }
    const call = nodeCall({ parameters: { headers, body: null } })
    const result = respondNode.run({ ...call, log: (level, message) => logged.push(`${level} ${message}`) })
    assert.deepEqual(result, {
      ok: true,
      output: { status: 200, headers: { 'x-tea': 'green', etag: '"1"' }, body: null },
    })
    assert.deepEqual(logged, [
      'warn The response is sent without `set-cookie`, `nel`: workflows cannot set this header.',
    ])
  })

  it('A `respond` node is recorded immediately, because a client waits for the response', () => {
    assert.equal(respondNode.hasEffect, true)
  })
})
