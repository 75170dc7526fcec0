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

const EACH = 10
const DRIP_MS = 20

/** Receivers that would hold a sender up for ever. */
const HANGING: Readonly<Record<string, (t: TestContext) => Promise<LoopbackServer>>> = {
  'accepts and says nothing': (t) => serveTcp(t, (socket) => void socket.resume()),
  'never finishes the TLS handshake': async (t) => {
    const server = await serveTcp(t, (socket) => void socket.resume().write('\u0016\u0003'))
    return { ...server, origin: server.origin.replace('http:', 'https:') }
  },
  'drips its headers': (t) => serveTcp(t, (socket) => drip(socket.resume(), 'HTTP/1.1 200 OK\r\nx: ')),
  'drips its body': (t) => serveHttp(t, (_request, response) => drip(response.writeHead(200), '')),
}

/** Receivers that fail at once, each in its own way. */
const FAILING: Readonly<Record<string, { open(t: TestContext): Promise<LoopbackServer>; error: RegExp }>> = {
  'redirects to a private address': {
    open: (t) =>
      serveHttp(t, (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end()),
    error: /answered 302: redirects are not followed/,
  },
  'breaks the connection off': {
    open: (t) => serveTcp(t, (socket) => socket.resetAndDestroy()),
    error: /connection to .* failed|reset the connection|closed the connection/,
  },
  'is no HTTP': {
    open: (t) => serveTcp(t, (socket) => void socket.end('hello\r\n\r\n')),
    error: /does not match the HTTP/,
  },
  'shows a certificate nobody trusts': {
    open: (t) => serveHttps(t, makeThrowawayCertificate(['127.0.0.1']), (_, response) => response.end()),
    error: /certificate/,
  },
  'answers 500': {
    open: (t) => serveHttp(t, (_, response) => void response.writeHead(500).end()),
    error: /500/,
  },
}

describe('the dispatcher among hostile receivers', () => {
  let home: DispatchFixture
  let http: GuardedHttpClient
  beforeEach(async () => {
    home = await DispatchFixture.open()
    const policy = { allowLoopback: true, allow: [] }
    http = new GuardedHttpClient(new GuardedDialer({ policy }))
  })
  afterEach(async () => {
    await home.destroy()
    await http.close()
    assert.deepEqual(home.complaints, [])
  })

  it('sends to those who answer, in time, while all kinds of others hang; and leaves no socket open', async (t) => {
    const hanging = await Promise.all(Object.values(HANGING).map((open) => open(t)))
    for (const server of hanging) await subscribe(server.origin)
    const healthy = await Promise.all(
      Array.from({ length: 3 }, () => serveHttp(t, (_, response) => response.end())),
    )
    const dispatcher = await home.startDispatcher(http)
    await until(() => hanging.every(({ sockets }) => sockets.size === 1))
    const webhooks = await Promise.all(healthy.map(({ origin }) => subscribe(origin)))
    for (const webhook of webhooks) await untilDone(webhook)
    // Nobody who hangs has been given up meanwhile: the healthy ones did not wait for that.
    assert.ok(hanging.every(({ sockets }) => sockets.size === 1))
    await home.stopHastily(dispatcher)
    const [connecting = [], connected = []] = [true, false].map((isTls) =>
      hanging.filter(({ origin }) => origin.startsWith('https:') === isTls),
    )
    await Promise.all(connected.map((server) => server.drained()))
    // What is still being connected has a clock of its own, unless everything is closed.
    await http.close()
    await Promise.all(connecting.map((server) => server.drained()))
  })

  for (const [what, { open, error }] of Object.entries(FAILING)) {
    it(`one that ${what} is told of in clear words, and tried again by the schedule`, async (t) => {
      const server = await open(t)
      const webhook = await createWebhook(server.origin)
      await home.startDispatcher(http)
      const [id = ''] = await home.publish(webhook)
      const delivery = await untilTried(webhook, id)
      assert.match(delivery.error ?? '', error)
      assert.equal(delivery.status, 'pending')
      const wait = (delivery.dueAt ?? 0) - home.time.now()
      assert.ok(wait >= 5_000 && wait <= 5_500, String(wait))
    })
  }

  it('an answer without end is cut off, and counts by its status', async (t) => {
    const server = await serveHttp(t, (_, response) => flood(response.writeHead(200)))
    const webhook = await createWebhook(server.origin)
    await home.startDispatcher(http)
    const [id = ''] = await home.publish(webhook)
    await untilDone(webhook)
    const { attempts } = await home.read(webhook, id)
    assert.equal(attempts[0]?.response?.body.length, 1_024)
    await server.drained()
  })

  it('a compressed bomb stays small: nothing is unpacked', async (t) => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const server = await serveHttp(t, (request, response) => {
      assert.equal(request.headers['accept-encoding'], 'identity')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    })
    const webhook = await createWebhook(server.origin)
    await home.startDispatcher(http)
    const [id = ''] = await home.publish(webhook)
    await untilDone(webhook)
    assert.ok(((await home.read(webhook, id)).attempts[0]?.response?.body.length ?? 0) <= 1_024)
  })

  it('429 with an absurd Retry-After delays that receiver by a day and nobody else', async (t) => {
    const headers = { 'retry-after': '99999999999' }
    const busy = await serveHttp(t, (_, response) => void response.writeHead(429, headers).end())
    const webhook = await createWebhook(busy.origin)
    await home.startDispatcher(http)
    const [id = ''] = await home.publish(webhook, 2)
    const delivery = await untilTried(webhook, id)
    assert.equal((delivery.dueAt ?? 0) - home.time.now(), 86_400_000)
    const healthy = await serveHttp(t, (_, response) => response.end())
    await untilDone(await subscribe(healthy.origin))
    assert.equal(busy.accepted(), 1)
  })

  it('410 disables the webhook and sends it nothing more', async (t) => {
    let requests = 0
    const gone = await serveHttp(t, (_, response) => {
      requests += 1
      response.writeHead(410).end()
    })
    const webhook = await createWebhook(gone.origin)
    await home.startDispatcher(http)
    await home.publish(webhook, 5)
    await until(
      async () =>
        (await home.store.webhookEndpoints.find(webhook.accountId, webhook.id))?.status === 'disabled',
    )
    await home.later(600_000)
    assert.equal(requests, 1)
  })

  it('a private address is refused in clear words, whatever its spelling', async () => {
    const dispatcher = await home.startDispatcher(http)
    const hosts = [
      '10.0.0.1',
      '169.254.169.254',
      '[::ffff:169.254.169.254]',
      '[fd00::1]',
      '2852039166',
      '0.0.0.0',
    ]
    for (const host of hosts) {
      const webhook = await createWebhook(`http://${host}/`)
      const [id = ''] = await home.publish(webhook)
      const { error, attempts } = await untilTried(webhook, id)
      assert.match(error ?? '', /not (?:allowed|public)|refused|private/i, host)
      assert.equal(attempts[0]?.response, null)
    }
    await home.stopHastily(dispatcher)
  })

  function createWebhook(origin: string): Promise<SealedWebhookEndpoint> {
    return home.createWebhook(`${origin}/hook`)
  }

  async function subscribe(origin: string): Promise<SealedWebhookEndpoint> {
    const webhook = await createWebhook(origin)
    await home.publish(webhook, EACH)
    return webhook
  }

  function untilDone(webhook: SealedWebhookEndpoint): Promise<void> {
    return until(async () => !(await home.hasPending(webhook)))
  }

  async function untilTried(webhook: SealedWebhookEndpoint, id: string): Promise<LoggedDelivery> {
    let delivery = await home.read(webhook, id)
    await until(async () => {
      delivery = await home.read(webhook, id)
      return delivery.attempts.length > 0
    })
    return delivery
  }
})

/** A byte from time to time, for as long as somebody listens. */
function drip(stream: Writable, beginning: string): void {
  stream.write(`${beginning}x`)
  const timer = setInterval(() => stream.write('x'), DRIP_MS)
  stream.once('close', () => clearInterval(timer))
}

/** As fast as it is read, for as long as somebody listens. */
function flood(stream: Writable): void {
  const chunk = Buffer.alloc(65_536, 'x')
  const pour = () => {
    while (!stream.destroyed && stream.write(chunk));
  }
  stream.on('drain', pour)
  stream.on('error', () => {})
  pour()
}
