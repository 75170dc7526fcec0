import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { LargeBodies } from '#http/index.ts'
import { Drain } from './drain.ts'

describe('draining the server', () => {
  it('Waits for a handler whose client has hung up', async (t) => {
    const { drain, server } = await openServer(t)
    const abandoned = await callAndHangUp(server)
    await assertWaitsFor(drain, Promise.resolve(abandoned))
  })

  it('Waits for a handler whose client hung up before its large body was parsed', async (t) => {
    const { drain, server } = await openServer(t)
    const call = request(server.url, { headers: { large: 'yes' } }).on('error', () => undefined)
    call.end()
    await server.parsing
    call.destroy()
    await assertWaitsFor(drain, server.handling)
  })

  it('Waits for the answer to a client that is there', async (t) => {
    const { drain, server } = await openServer(t)
    const call = request(server.url)
    call.end()
    const { finish } = await server.handling
    const drained = drain.begin()
    finish()
    const [answer] = await once(call, 'response')
    answer.resume()
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers.connection, 'close')
    await drained
  })

  it('Does not wait for a handler that failed after its client had hung up', async (t) => {
    const { drain, server } = await openServer(t)
    const { fail } = await callAndHangUp(server)
    fail(new Error('It failed.'))
    await drain.begin()
  })

  it('Does not wait for ever for a handler whose client has hung up', async (t) => {
    const { drain, server } = await openServer(t, new Drain(10))
    await callAndHangUp(server)
    await drain.begin()
  })
})

interface Handling {
  readonly response: NodeJS.EventEmitter
  finish(): void
  fail(error: Error): void
}

interface TestServer {
  readonly url: string
  /** Resolves when the handler was called. */
  readonly handling: Promise<Handling>
  /** Resolves when a body is parsed. It is parsed until the client has hung up. */
  readonly parsing: Promise<void>
}

async function assertWaitsFor(drain: Drain, handling: Promise<Handling>): Promise<void> {
  let isDrained = false
  const drained = drain.begin().then(() => (isDrained = true))
  const { finish } = await handling
  await nextTurn()
  assert.equal(isDrained, false)
  finish()
  await drained
}

/** Resolves when the handler works on a request whose client is gone. */
async function callAndHangUp(server: TestServer): Promise<Handling> {
  const call = request(server.url).on('error', () => undefined)
  call.end()
  const handling = await server.handling
  call.destroy()
  await once(handling.response, 'close')
  return handling
}

/** A server with one route, whose handler works until the test says otherwise. */
async function openServer(t: TestContext, drain = new Drain()) {
  const app = Fastify({ forceCloseConnections: true })
  app.decorate('largeBodies', new LargeBodies())
  t.after(() => app.close())
  drain.watch(app)
  let onParsing: () => void = () => undefined
  const parsing = new Promise<void>((resolve) => (onParsing = resolve))
  app.addHook('preHandler', ({ headers }, reply, done) => {
    if (headers['large'] === undefined) return done()
    app.largeBodies.take('anybody', function* parse() {
      onParsing()
      while (!reply.raw.destroyed) yield
      return done
    })
  })
  let onHandling: (handling: Handling) => void = () => undefined
  const handling = new Promise<Handling>((resolve) => (onHandling = resolve))
  app.get('/', (_request, reply) => {
    return new Promise<string>((resolve, reject) => {
      onHandling({ response: reply.raw, finish: () => resolve('done'), fail: reject })
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { drain, server: { url: `http://127.0.0.1:${port}/`, handling, parsing } }
}
