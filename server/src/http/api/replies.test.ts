import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { RawJson } from '#domain/index.ts'
import { sendStream, successBody } from './replies.ts'

async function* failingAfter(count: number) {
  for (let n = 0; n < count; n += 1) yield 'x'.repeat(100_000)
  throw new Error('the database went away')
}

async function ask(chunks: AsyncIterable<string>): Promise<Response> {
  const app = Fastify()
  try {
    const options = { status: 200, type: 'text/csv', headers: undefined, chunks }
    app.get('/', (_request, reply) => sendStream(reply, options))
    const answer = await fetch(await app.listen({ host: '127.0.0.1', port: 0 }))
    const text = await answer.text()
    return new Response(text, { status: answer.status })
  } finally {
    await app.close()
  }
}

describe('sendStream', () => {
  it('A stream that fails midway aborts the connection, so that nobody mistakes a part for the whole', async () => {
    await assert.rejects(ask(failingAfter(3)), TypeError)
  })

  it('A stream that fails before its first chunk is answered with an error', async () => {
    assert.equal((await ask(failingAfter(0))).status, 500)
  })
})

describe('successBody', () => {
  it('Members that were not parsed are written as they are', () => {
    const data = { id: 'a', output: { list: [1, 'é"'] }, left: undefined, error: null }
    const raw = { ...data, output: new RawJson(JSON.stringify(data.output), null) }
    for (const meta of [undefined, { warnings: ['one'] }]) {
      const answer = meta === undefined ? { data } : { data, meta }
      assert.equal(successBody({ ...answer, data: raw }), successBody(answer))
    }
  })
})
