import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { FixedAnswer } from './fixed-answer.ts'

function serve(make: () => Promise<string>) {
  const answer = new FixedAnswer('text/plain', make, { 'x-extra': 'yes' })
  return Fastify().get('/', (request, reply) => answer.send(request, reply))
}

describe('a cached response', () => {
  it('is built once, on the first request', async () => {
    let builds = 0
    const app = serve(async () => `build ${(builds += 1)}`)
    assert.equal(builds, 0)
    const [first, second] = await Promise.all([app.inject('/'), app.inject('/')])
    assert.deepEqual(
      [first.body, second.body, (await app.inject('/')).body],
      ['build 1', 'build 1', 'build 1'],
    )
    assert.equal(first.headers['x-extra'], 'yes')
  })

  it('is built again after a failure', async () => {
    let attempts = 0
    const app = serve(async () => {
      attempts += 1
      if (attempts === 1) throw new Error('not yet')
      return 'built'
    })
    assert.equal((await app.inject('/')).statusCode, 500)
    assert.equal((await app.inject('/')).body, 'built')
  })

  it('is not sent to a client that has it, compressed or not', async () => {
    const app = serve(async () => 'text')
    const { headers } = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
    assert.equal(headers['content-encoding'], 'gzip')
    const tag = String(headers.etag)
    const ask = async (known: string) =>
      (await app.inject({ url: '/', headers: { 'if-none-match': known } })).statusCode
    assert.deepEqual(
      [await ask(tag), await ask(`"x", ${tag}`), await ask(tag.replace('W/', '')), await ask('*')],
      [304, 304, 304, 304],
    )
    assert.equal(await ask('"x"'), 200)
  })
})
