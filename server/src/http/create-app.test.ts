import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { AppError } from '#domain/index.ts'
import { createApp } from './create-app.ts'

/** Where the app believes a request comes from; its connection comes from 127.0.0.1. */
interface Origin {
  readonly ip: string
  readonly protocol: string
  readonly host: string
}

describe('the origin of a request', () => {
  let app: FastifyInstance | undefined
  afterEach(async () => {
    await app?.close()
  })

  async function ask(trustedProxies: readonly string[], headers: Record<string, string>): Promise<Origin> {
    app = createApp({
      logger: pino({ enabled: false }),
      trustedProxies,
      isDraining: () => false,
      admitBadUrl: () => Promise.resolve(),
    })
    app.get('/', ({ ip, protocol, host }, reply) => reply.send(JSON.stringify({ ip, protocol, host })))
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    return (await (await fetch(url, { headers })).json()) as Origin
  }

  const forwarded = {
    'x-forwarded-for': '192.0.2.66, 203.0.113.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'millrace.example',
  }

  it('The origin is the connection when no proxy is trusted, whatever the headers say', async () => {
    const { ip, protocol, host } = await ask([], forwarded)
    assert.equal(ip, '127.0.0.1')
    assert.equal(protocol, 'http')
    assert.match(host, /^127\.0\.0\.1:\d+$/)
  })

  it('The origin is the connection when that is not a trusted proxy', async () => {
    const { ip, protocol, host } = await ask(['10.0.0.0/8', '::1'], forwarded)
    assert.equal(ip, '127.0.0.1')
    assert.equal(protocol, 'http')
    assert.match(host, /^127\.0\.0\.1:\d+$/)
  })

  it('A trusted proxy sets the origin', async () => {
    for (const proxies of [['127.0.0.1'], ['10.0.0.0/8', '127.0.0.0/8']]) {
      const origin = await ask(proxies, forwarded)
      await app?.close()
      assert.deepEqual(origin, { ip: '203.0.113.7', protocol: 'https', host: 'millrace.example' })
    }
  })

  it('The origin is the last address before the trusted proxies, because anybody can write the ones before it', async () => {
    const chain = { 'x-forwarded-for': '192.0.2.66, 203.0.113.7, 10.1.2.3, 10.9.9.9' }
    assert.equal((await ask(['127.0.0.1', '10.0.0.0/8'], chain)).ip, '203.0.113.7')
  })

  it('The origin is the trusted proxy itself when it forwards no address', async () => {
    assert.equal((await ask(['127.0.0.1'], {})).ip, '127.0.0.1')
  })
})

describe('A 503 in the log', () => {
  const unavailable = { kind: 'unavailable' } as const
  let app: FastifyInstance | undefined
  afterEach(async () => {
    await app?.close()
  })

  /** Sends one request and returns the lines that it leaves in the log. */
  async function logOf(options: { isDraining: boolean; error?: AppError; requests?: number }) {
    const lines: Record<string, unknown>[] = []
    const logger = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line) as never) })
    app = createApp({
      logger,
      trustedProxies: [],
      isDraining: () => options.isDraining,
      admitBadUrl: () => Promise.resolve(),
    })
    app.get('/', () => {
      throw options.error ?? assert.fail('the request reached its route')
    })
    for (let sent = 0; sent < (options.requests ?? 1); sent += 1) {
      const answer: { readonly statusCode: number } = await app.inject({
        method: 'GET',
        url: '/?secret=1',
        headers: { 'x-request-id': 'r1' },
      })
      assert.equal(answer.statusCode, 503)
    }
    return lines
  }

  it('is a warning without a stack trace while the service stops', async () => {
    const [line, ...more] = await logOf({ isDraining: true })
    assert.deepEqual(more, [])
    assert.deepEqual(
      { ...line, time: 0, pid: 0, hostname: '' },
      {
        level: 40,
        time: 0,
        pid: 0,
        hostname: '',
        request_id: 'r1',
        method: 'GET',
        url: '/',
        reason: 'The service is stopping. Try again in a moment.',
        msg: 'request refused, service unavailable',
      },
    )
  })

  it('is written for some of many equal refusals', async () => {
    const lines = await logOf({ isDraining: true, requests: 200 })
    assert.ok(lines.length >= 1 && lines.length < 100, `${lines.length} lines`)
  })

  it('is an error with its cause if something failed', async () => {
    const cause = new Error('connection lost')
    const error = new AppError('INTERNAL_ERROR', 'The database is gone.', {}, { ...unavailable, cause })
    const [line] = await logOf({ isDraining: false, error })
    assert.equal(line?.['level'], 50)
    const { message, stack } = line['err'] as { message: string; stack: string }
    assert.equal(message, 'connection lost')
    assert.match(stack, /create-app\.test\.ts/)
  })
})

describe('A client that sends slowly', () => {
  let app: FastifyInstance | undefined
  afterEach(async () => {
    await app?.close()
  })

  /** Sends the beginning and then one byte at a time, until the server answers and closes. */
  async function drip(beginning: string, byte: string): Promise<{ answer: string; ms: number }> {
    app = createApp({
      logger: pino({ enabled: false }),
      trustedProxies: [],
      isDraining: () => false,
      receiveTimeoutMs: 400,
      admitBadUrl: () => Promise.resolve(),
    })
    app.post('/', (_request, reply) => reply.send('{}'))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const startedAt = performance.now()
    const socket = connect({ host: '127.0.0.1', port: (app.server.address() as AddressInfo).port })
    socket.write(beginning)
    const timer = setInterval(() => socket.write(byte), 20)
    // The server closes while bytes are under way.
    socket.on('error', () => undefined)
    try {
      return { answer: await text(socket), ms: performance.now() - startedAt }
    } finally {
      clearInterval(timer)
      socket.destroy()
    }
  }

  const REQUEST = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'

  for (const [what, beginning, byte] of [
    ['headers', `${REQUEST}X-Long: `, 'x'],
    ['body', `${REQUEST}Content-Length: 100000\r\n\r\n{"a": "`, 'x'],
  ] as const) {
    it(`is cut off at the limit in its ${what}`, async () => {
      const { answer, ms } = await drip(beginning, byte)
      assert.match(answer, /^HTTP\/1\.1 408 /)
      assert.match(answer, /"The request did not arrive in time\."/)
      assert.ok(ms >= 300 && ms < 20_000, `${ms} ms`)
    })
  }
})
