import assert from 'node:assert/strict'
import type { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { GuardedDialer, GuardedHttpClient } from '#adapters/index.ts'
import {
  type LoopbackServer,
  serveHttp,
  serveHttps,
  serveTcp,
} from '#adapters/outgoing/testing/loopback-server.ts'
import { makeThrowawayCertificate } from '#adapters/outgoing/testing/throwaway-certificate.ts'
import type { LoggedDelivery, SealedWebhookEndpoint } from '#domain/index.ts'
import { DispatchFixture, until } from './testing/dispatch-fixture.ts'

const EVENTS_PER_ENDPOINT = 10
const DRIP_MS = 20

/** Receivers that would block a sender for ever. */
const HANGING: Readonly<Record<string, (t: TestContext) => Promise<LoopbackServer>>> = {
  'accepts and never responds': (t) => serveTcp(t, (socket) => void socket.resume()),
  'never finishes the TLS handshake': async (t) => {
    const server = await serveTcp(t, (socket) => void socket.resume().write('\u0016\u0003'))
    return { ...server, origin: server.origin.replace('http:', 'https:') }
  },
  'drips its headers': (t) => serveTcp(t, (socket) => drip(socket.resume(), 'HTTP/1.1 200 OK\r\nx: ')),
  'drips its body': (t) => serveHttp(t, (_request, response) => drip(response.writeHead(200), '')),
}

/** Receivers that fail immediately, each in its own way. */
const FAILING: Readonly<Record<string, { open(t: TestContext): Promise<LoopbackServer>; error: RegExp }>> = {
  'redirects to a private address': {
    open: (t) =>
      serveHttp(t, (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end()),
    error: /status 302\. Redirects are not followed/,
  },
  'resets the connection': {
    open: (t) => serveTcp(t, (socket) => socket.resetAndDestroy()),
    error: /connection to .* failed|reset the connection|closed the connection/,
  },
  'does not speak HTTP': {
    open: (t) => serveTcp(t, (socket) => void socket.end('hello\r\n\r\n')),
    error: /does not match the HTTP/,
  },
  'has an untrusted certificate': {
    open: (t) => serveHttps(t, makeThrowawayCertificate(['127.0.0.1']), (_, response) => response.end()),
    error: /certificate/,
  },
  'responds with status 500': {
    open: (t) => serveHttp(t, (_, response) => void response.writeHead(500).end()),
    error: /500/,
  },
}

describe('Dispatcher with hostile receivers', () => {
  let fixture: DispatchFixture
  let http: GuardedHttpClient
  beforeEach(async () => {
    fixture = await DispatchFixture.open()
    const policy = { allowLoopback: true, allow: [] }
    http = new GuardedHttpClient(new GuardedDialer({ policy }))
  })
  afterEach(async () => {
    await fixture.destroy()
    await http.close()
    assert.deepEqual(fixture.logged, [])
  })

  it('Healthy receivers get their deliveries while others hang, and no socket stays open', async (t) => {
    const hanging = await Promise.all(Object.values(HANGING).map((open) => open(t)))
    for (const server of hanging) await subscribe(server.origin)
    const healthy = await Promise.all(
      Array.from({ length: 3 }, () => serveHttp(t, (_, response) => response.end())),
    )
    const dispatcher = await fixture.startDispatcher(http)
    await until(() => hanging.every(({ sockets }) => sockets.size === 1))
    const endpoints = await Promise.all(healthy.map(({ origin }) => subscribe(origin)))
    for (const endpoint of endpoints) await untilDelivered(endpoint)
    // No hanging attempt has timed out yet: the healthy receivers did not wait for that.
    assert.ok(hanging.every(({ sockets }) => sockets.size === 1))
    await fixture.stopByTimeout(dispatcher)
    const [connecting = [], connected = []] = [true, false].map((isTls) =>
      hanging.filter(({ origin }) => origin.startsWith('https:') === isTls),
    )
    await Promise.all(connected.map((server) => server.drained()))
    // A connection attempt has its own timeout, unless the client is closed.
    await http.close()
    await Promise.all(connecting.map((server) => server.drained()))
  })

  for (const [what, { open, error }] of Object.entries(FAILING)) {
    it(`A delivery to a receiver that ${what} has a clear error and is retried on schedule`, async (t) => {
      const server = await open(t)
      const endpoint = await createEndpoint(server.origin)
      await fixture.startDispatcher(http)
      const [id = ''] = await fixture.publish(endpoint)
      const delivery = await untilAttempted(endpoint, id)
      assert.match(delivery.error ?? '', error)
      assert.equal(delivery.status, 'pending')
      const wait = (delivery.dueAt ?? 0) - fixture.time.now()
      assert.ok(wait >= 5_000 && wait <= 5_500, String(wait))
    })
  }

  it('An endless response is cut off, and its status counts', async (t) => {
    const server = await serveHttp(t, (_, response) => flood(response.writeHead(200)))
    const endpoint = await createEndpoint(server.origin)
    await fixture.startDispatcher(http)
    const [id = ''] = await fixture.publish(endpoint)
    await untilDelivered(endpoint)
    const { attempts } = await fixture.read(endpoint, id)
    assert.equal(attempts[0]?.response?.body.length, 1_024)
    await server.drained()
  })

  it('A compression bomb stays small because responses are not decompressed', async (t) => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const server = await serveHttp(t, (request, response) => {
      assert.equal(request.headers['accept-encoding'], 'identity')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    })
    const endpoint = await createEndpoint(server.origin)
    await fixture.startDispatcher(http)
    const [id = ''] = await fixture.publish(endpoint)
    await untilDelivered(endpoint)
    assert.ok(((await fixture.read(endpoint, id)).attempts[0]?.response?.body.length ?? 0) <= 1_024)
  })

  it('A 429 with an absurd Retry-After delays only that receiver, by one day', async (t) => {
    const headers = { 'retry-after': '99999999999' }
    const busy = await serveHttp(t, (_, response) => void response.writeHead(429, headers).end())
    const endpoint = await createEndpoint(busy.origin)
    await fixture.startDispatcher(http)
    const [id = ''] = await fixture.publish(endpoint, 2)
    const delivery = await untilAttempted(endpoint, id)
    assert.equal((delivery.dueAt ?? 0) - fixture.time.now(), 86_400_000)
    const healthy = await serveHttp(t, (_, response) => response.end())
    await untilDelivered(await subscribe(healthy.origin))
    assert.equal(busy.accepted(), 1)
  })

  it('A 410 disables the endpoint, which gets nothing more', async (t) => {
    let requests = 0
    const gone = await serveHttp(t, (_, response) => {
      requests += 1
      response.writeHead(410).end()
    })
    const endpoint = await createEndpoint(gone.origin)
    await fixture.startDispatcher(http)
    await fixture.publish(endpoint, 5)
    await until(
      async () =>
        (await fixture.store.webhookEndpoints.find(endpoint.accountId, endpoint.id))?.status === 'disabled',
    )
    await fixture.later(600_000)
    assert.equal(requests, 1)
  })

  it('A private address is refused with a clear error in any spelling', async () => {
    const dispatcher = await fixture.startDispatcher(http)
    const hosts = [
      '10.0.0.1',
      '169.254.169.254',
      '[::ffff:169.254.169.254]',
      '[fd00::1]',
      '2852039166',
      '0.0.0.0',
    ]
    for (const host of hosts) {
      const endpoint = await createEndpoint(`http://${host}/`)
      const [id = ''] = await fixture.publish(endpoint)
      const { error, attempts } = await untilAttempted(endpoint, id)
      assert.match(error ?? '', /not (?:allowed|public)|refused|private/i, host)
      assert.equal(attempts[0]?.response, null)
    }
    await fixture.stopByTimeout(dispatcher)
  })

  function createEndpoint(origin: string): Promise<SealedWebhookEndpoint> {
    return fixture.createEndpoint(`${origin}/hook`)
  }

  async function subscribe(origin: string): Promise<SealedWebhookEndpoint> {
    const endpoint = await createEndpoint(origin)
    await fixture.publish(endpoint, EVENTS_PER_ENDPOINT)
    return endpoint
  }

  function untilDelivered(endpoint: SealedWebhookEndpoint): Promise<void> {
    return until(async () => !(await fixture.hasPending(endpoint)))
  }

  async function untilAttempted(endpoint: SealedWebhookEndpoint, id: string): Promise<LoggedDelivery> {
    let delivery = await fixture.read(endpoint, id)
    await until(async () => {
      delivery = await fixture.read(endpoint, id)
      return delivery.attempts.length > 0
    })
    return delivery
  }
})

/** Sends a byte from time to time until the stream is closed. */
function drip(stream: Writable, beginning: string): void {
  stream.write(`${beginning}x`)
  const timer = setInterval(() => stream.write('x'), DRIP_MS)
  stream.once('close', () => clearInterval(timer))
}

/** Sends as fast as the receiver reads until the stream is closed. */
function flood(stream: Writable): void {
  const chunk = Buffer.alloc(65_536, 'x')
  const pour = () => {
    while (!stream.destroyed && stream.write(chunk));
  }
  stream.on('drain', pour)
  stream.on('error', () => {})
  pour()
}
