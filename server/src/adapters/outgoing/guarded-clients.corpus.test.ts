import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import {
  classifyAddress,
  type EgressPolicy,
  hostOf,
  parsePostgresUrl,
  parseSmtpUrl,
  readOutgoingUrl,
} from '#domain/index.ts'
import { refusedNames } from '#domain/egress/refused-names.corpus.ts'
import { refusedSpellings } from '#domain/egress/refused-spellings.corpus.ts'
import { GuardedDialer } from './dial/guarded-dialer.ts'
import { NodemailerMailClient } from './mail/nodemailer-mail-client.ts'
import { PgSqlClient } from './sql/pg-sql-client.ts'
import { resolveHost, type ResolveHost } from './dial/resolve-host.ts'
import { type CanaryNetwork, openCanaryNetwork, publicAddress } from './testing/canary-network.ts'
import { openClient, patient } from './testing/client-under-test.ts'
import { type LoopbackServer, serveHttp, serveTcp } from './testing/loopback-server.ts'
import { serveSmtp } from './testing/scripted-smtp-server.ts'

/*
 * Tests every spelling of the corpus, in every way it can arrive, against each client that opens connections. The clients
 * are real; behind their guard is a network on which every address that is not public is a canary.
 *
 * | way                     | HTTP                              | PostgreSQL                            | SMTP                   |
 * | direct                  | the URL                           | the host of the URL                   | the host of the URL    |
 * | redirect                | the location a public server gives | has none                             | has none               |
 * | DNS that changes        | public for the first connection, then not: a redirect to itself | the second connection of sslmode=prefer, and the one that cancels | a second message |
 * | mixed records           | public and not, in both orders    | the same                              | the same               |
 *
 * For DNS, a spelling counts as the address it represents. A spelling that represents none is refused for its syntax,
 * before any DNS query.
 */

const closed: EgressPolicy = { allowLoopback: false, allow: [] }
const open: EgressPolicy = { allowLoopback: true, allow: [{ cidr: '0.0.0.0/0' }, { cidr: '::/0' }] }
/** Names the setting, and the address only if the caller wrote it. */
const suggestsSetting =
  /MILLRACE_EGRESS_ALLOW=(?:[\d.]+|\[[\da-f:.]+\]):\d+$|^(?:After a redirect: )?Refused to connect to \S+, port \d+: the name leads to an address that is not public, and only public addresses are allowed\. An operator finds the address in the log and can allow it with MILLRACE_EGRESS_ALLOW\.$/
const refusesForm = /^The URL must (?:be a complete URL|start with http|not contain a user|not use port)/

const spellings = Object.values(refusedSpellings).flat()
/** The spellings that represent an address. The others are refused for their syntax. */
const withAddress = spellings.filter((spelling) => addressOf(spelling) !== undefined)
const addresses = [...new Set(withAddress.map((spelling) => addressOf(spelling) ?? ''))]

function addressOf(spelling: string): string | undefined {
  const read = readOutgoingUrl(spelling)
  return read.ok ? hostOf(read.url) : undefined
}

/** Resolves every name to an address that must not be reached. */
const hostileNames: ResolveHost = () => Promise.resolve(['127.0.0.1'])

/** Returns the answers in order, per name, and repeats the last one. */
function answering(...answers: readonly (readonly string[])[]): ResolveHost {
  const asked = new Map<string, number>()
  return (host) => {
    const times = asked.get(host) ?? 0
    asked.set(host, times + 1)
    return Promise.resolve(answers[Math.min(times, answers.length - 1)] ?? [])
  }
}

interface Silence {
  readonly network: CanaryNetwork
  readonly server: LoopbackServer
}

async function assertSilent({ network }: Silence): Promise<void> {
  assert.equal(await network.canary.connections(), 0, 'a connection reached the canary')
}

it('The corpus has the expected size', (t) => {
  assert.ok(spellings.length >= 150)
  assert.ok(withAddress.length >= 150)
  t.diagnostic(
    `${spellings.length} spellings, ${withAddress.length} of them of ${addresses.length} addresses; ${refusedNames.length} names`,
  )
})

describe('HTTP client', () => {
  /** Responds to `/to/<number>` with a redirect there, and to everything else immediately. */
  async function setUp(
    t: TestContext,
    options: { resolve: ResolveHost; policy?: EgressPolicy; locations?: readonly string[] },
  ) {
    const server = await serveHttp(t, ({ url = '' }, response) => {
      const location = options.locations?.[Number(/^\/to\/(\d+)$/.exec(url)?.[1])]
      response.setHeader('connection', 'close')
      if (location === undefined) response.end('home')
      else response.writeHead(302, { location }).end()
    })
    const network = await openCanaryNetwork(t, server.port)
    const { resolve, policy = closed } = options
    const client = openClient(t, { policy, resolve, connect: network.connect })
    const send = (url: string) => client.send({ method: 'GET', url, redirects: 5, deadlineMs: patient })
    return { server, network, send }
  }

  it('Every spelling is refused with a message that says how to allow it', async (t) => {
    const world = await setUp(t, { resolve: hostileNames })
    for (const spelling of spellings) {
      const result = await world.send(spelling)
      assert.ok(!result.ok, spelling)
      assert.equal(result.reason, 'refused', spelling)
      assert.match(
        result.message,
        addressOf(spelling) === undefined ? refusesForm : suggestsSetting,
        spelling,
      )
    }
    assert.equal(world.network.dialled(), 0)
    await assertSilent(world)
  })

  it('Every name of such an address is refused', async (t) => {
    const world = await setUp(t, {
      resolve: async (host) =>
        refusedNames.flatMap(([name, address]) =>
          new URL(`http://${name}/`).hostname === host ? [address] : [],
        ),
    })
    for (const [name, address] of refusedNames) {
      const result = await world.send(`http://${name}/`)
      assert.ok(!result.ok, name)
      assert.equal(result.reason, 'refused', name)
      assert.match(result.message, suggestsSetting)
      assert.equal(result.message.replace(name, '').includes(`(${address})`), false, name)
    }
    assert.equal(world.network.dialled(), 0)
    await assertSilent(world)
  })

  it('No redirect to such an address is followed', async (t) => {
    // A header cannot contain a line break, so these two cannot arrive this way.
    const sendable = spellings.filter((spelling) => !/[\r\n]/.test(spelling))
    assert.equal(spellings.length - sendable.length, 2)
    const written = [
      // As raw bytes, which some servers send, and escaped, as required.
      ...sendable.map((spelling) => Buffer.from(spelling).toString('latin1')),
      ...sendable.filter((spelling) => /[^ -~\t]/.test(spelling)).map((spelling) => encodeURI(spelling)),
      ...refusedNames.map(([name]) => encodeURI(`http://${name}/`)),
    ]
    const world = await setUp(t, {
      resolve: (host) => Promise.resolve([host === 'public.example' ? publicAddress : '127.0.0.1']),
      locations: written,
    })
    const outcomes = { refused: 0, unreadable: 0, home: 0 }
    for (const [index, spelling] of written.entries()) {
      const result = await world.send(`http://public.example/to/${index}`)
      if (result.ok) {
        // Without a host, it is a path on the server that sent it.
        assert.equal(new URL(result.url).hostname, 'public.example', spelling)
        outcomes.home += 1
      } else if (result.reason === 'refused') {
        assert.match(result.message, /^After a redirect: /)
        assert.match(result.message, suggestsSetting, spelling)
        outcomes.refused += 1
      } else {
        assert.equal(result.reason, 'redirect', result.message)
        outcomes.unreadable += 1
      }
    }
    assert.ok(outcomes.refused > 200, JSON.stringify(outcomes))
    t.diagnostic(JSON.stringify(outcomes))
    await assertSilent(world)
  })

  it('A name that changes its address between two connections is refused', async (t) => {
    for (const address of addresses) {
      const name = 'rebind.example'
      const world = await setUp(t, {
        resolve: answering([publicAddress], [address]),
        locations: [`http://${name}/`],
      })
      const result = await world.send(`http://${name}/to/0`)
      assert.ok(!result.ok, address)
      assert.equal(result.reason, 'refused', address)
      assert.match(result.message, suggestsSetting, address)
      assert.equal(world.server.accepted(), 1, 'the first connection goes to the checked address')
      assert.equal(world.network.dialled(), 1)
      await assertSilent(world)
    }
  })

  it('A name with public and other addresses is refused, in any order', async (t) => {
    for (const address of addresses) {
      for (const records of [
        [publicAddress, address],
        [address, publicAddress],
      ]) {
        const world = await setUp(t, { resolve: answering(records) })
        const result = await world.send('http://mixed.example/')
        assert.ok(!result.ok, address)
        assert.match(result.message, suggestsSetting)
        assert.equal(world.network.dialled(), 0)
        await assertSilent(world)
      }
    }
  })

  it('Control: every spelling reaches the canary if everything is allowed', async (t) => {
    const world = await setUp(t, {
      resolve: hostileNames,
      policy: open,
      locations: withAddress.map(encodeURI),
    })
    for (const spelling of withAddress) await world.send(spelling)
    assert.equal(await world.network.canary.connections(), withAddress.length)
    assert.equal(world.network.dialled(), withAddress.length)

    const led = await setUp(t, {
      resolve: answering([publicAddress], ['127.0.0.1']),
      policy: open,
      locations: ['/'],
    })
    await led.send('http://rebind.example/to/0')
    assert.equal(await led.network.canary.connections(), 1, 'by a name that changes')
    const mixed = await setUp(t, { resolve: answering([publicAddress, '10.0.0.1']), policy: open })
    await mixed.send('http://mixed.example/')
    assert.equal(await mixed.network.canary.connections(), 1, 'by mixed records')
    const away = await setUp(t, {
      resolve: answering([publicAddress]),
      policy: open,
      locations: ['http://10.0.0.1/'],
    })
    await away.send('http://public.example/to/0')
    assert.equal(await away.network.canary.connections(), 1, 'by a redirect')
  })
})

/** The authority of a spelling in a connection URL, which is parsed by other rules than an http URL. */
function authorityOf(spelling: string): string {
  return /^[^:]*:[\\/]*([^/?#]*)/.exec(spelling)?.[1] ?? ''
}

interface Talk {
  readonly url: (authority: string) => string
  readonly hostOf: (url: string) => string | undefined
  readonly call: (
    dialer: GuardedDialer,
    url: string,
  ) => Promise<
    { readonly ok: true } | { readonly ok: false; readonly reason: string; readonly message: string }
  >
  /** Opens two connections, or makes two calls with one each. */
  readonly callTwice: Talk['call']
  readonly serve: (t: TestContext) => Promise<LoopbackServer>
}

const deadline = { deadlineMs: patient }

const talks: Readonly<Record<string, Talk>> = {
  'PostgreSQL client': {
    url: (authority) => `postgres://user:password@${authority}/app`,
    hostOf: (url) => {
      const parsed = parsePostgresUrl(url)
      return parsed.ok ? parsed.value.host : undefined
    },
    call: (dialer, url) => new PgSqlClient(dialer).probe(url, deadline),
    callTwice: (dialer, url) => new PgSqlClient(dialer).probe(`${url}?sslmode=prefer`, deadline),
    // Has no TLS, so that the client opens another connection without it.
    serve: (t) => serveTcp(t, (socket) => socket.once('data', () => socket.write('N'))),
  },
  'mail client': {
    url: (authority) => `smtp://user:password@${authority}`,
    hostOf: (url) => {
      const parsed = parseSmtpUrl(url)
      return parsed.ok ? parsed.value.host : undefined
    },
    call: (dialer, url) => new NodemailerMailClient(dialer).verify(url, deadline),
    callTwice: async (dialer, url) => {
      const client = new NodemailerMailClient(dialer)
      await client.verify(url, deadline)
      const message = { from: 'a@example.com', to: ['b@example.com'], subject: 'Hello', text: 'Hello' }
      return client.send(url, message, deadline)
    },
    serve: (t) => serveSmtp(t),
  },
}

for (const [name, talk] of Object.entries(talks)) {
  describe(name, () => {
    async function setUp(t: TestContext, resolve: ResolveHost, policy = closed) {
      const server = await talk.serve(t)
      const network = await openCanaryNetwork(t, server.port)
      return { server, network, dialer: new GuardedDialer({ policy, resolve, connect: network.connect }) }
    }
    const urls = [
      ...spellings.map((spelling) => talk.url(authorityOf(spelling))),
      ...refusedNames.map(([host]) => talk.url(host)),
    ]
    /** Some spellings for http mean something else here and name a public address. */
    const isPublic = (url: string) => classifyAddress(talk.hostOf(url) ?? '').class === 'public'
    const guarded = urls.filter((url) => !isPublic(url))

    it('Every spelling is refused with a message that says how to allow it', async (t) => {
      assert.ok(guarded.length >= 250)
      const world = await setUp(t, hostileNames)
      for (const url of [...guarded, ...spellings]) {
        const result = await talk.call(world.dialer, url)
        assert.ok(!result.ok, url)
        const isReadable = talk.hostOf(url) !== undefined
        assert.equal(result.reason, isReadable ? 'refused' : 'configuration', url)
        assert.match(result.message, isReadable ? suggestsSetting : /URL must/, url)
      }
      assert.equal(world.network.dialled(), 0)
      await assertSilent(world)
    })

    it('Other number systems are refused with the real resolver too, which supports them', async (t) => {
      const world = await setUp(t, resolveHost)
      for (const spelling of refusedSpellings['loopback in other number systems'] ?? []) {
        const result = await talk.call(world.dialer, talk.url(authorityOf(spelling)))
        assert.ok(!result.ok)
        assert.match(result.message, suggestsSetting, spelling)
      }
      await assertSilent(world)
    })

    it('A name that changes its address between two connections is refused', async (t) => {
      for (const address of addresses) {
        const world = await setUp(t, answering([publicAddress], [address]))
        const result = await talk.callTwice(world.dialer, talk.url('rebind.example'))
        assert.ok(!result.ok, address)
        assert.equal(result.reason, 'refused', result.message)
        assert.match(result.message, suggestsSetting, address)
        assert.equal(world.server.accepted(), 1)
        await assertSilent(world)
      }
    })

    it('A name with public and other addresses is refused, in any order', async (t) => {
      for (const address of addresses) {
        for (const records of [
          [publicAddress, address],
          [address, publicAddress],
        ]) {
          const world = await setUp(t, answering(records))
          const result = await talk.call(world.dialer, talk.url('mixed.example'))
          assert.ok(!result.ok, address)
          assert.match(result.message, suggestsSetting)
          assert.equal(world.network.dialled(), 0)
          await assertSilent(world)
        }
      }
    })

    it('Control: every spelling reaches the canary if everything is allowed', async (t) => {
      const reachable = guarded.filter((url) => talk.hostOf(url) !== undefined)
      assert.ok(reachable.length >= 200, `${reachable.length}`)
      const world = await setUp(t, hostileNames, open)
      for (const url of reachable) await talk.call(world.dialer, url)
      assert.equal(await world.network.canary.connections(), reachable.length)
      const led = await setUp(t, answering([publicAddress], ['127.0.0.1']), open)
      await talk.callTwice(led.dialer, talk.url('rebind.example'))
      assert.equal(await led.network.canary.connections(), 1, 'by a name that changes')
    })
  })
}

describe('the request that cancels a statement', () => {
  async function cancelOnceMoved(t: TestContext, policy: EgressPolicy): Promise<number> {
    const asked = new AbortController()
    const server = await serveTcp(t, (socket) => {
      // Accepts every login, sends a cancellation key and does not respond to the statement.
      socket.once('data', () => {
        const [letIn, key, ready] = ['5200000008 00000000', '4b0000000c 0000002a 00000007', '5a00000005 49']
        socket.write(Buffer.from([letIn, key, ready].join('').replaceAll(' ', ''), 'hex'))
        socket.once('data', () => asked.abort())
      })
    })
    const network = await openCanaryNetwork(t, server.port)
    const dialer = new GuardedDialer({
      policy,
      resolve: answering([publicAddress], ['127.0.0.1']),
      connect: network.connect,
    })
    const url = 'postgres://user:password@rebind.example/app?sslmode=disable'
    const options = { deadlineMs: patient, signal: asked.signal }
    const result = await new PgSqlClient(dialer).query(url, { text: 'select 1' }, options)
    assert.ok(!result.ok)
    assert.equal(result.reason, 'aborted', result.message)
    return network.canary.connections()
  }

  it('A cancel request does not follow a name that has changed its address', async (t) => {
    assert.equal(await cancelOnceMoved(t, closed), 0)
    assert.equal(await cancelOnceMoved(t, open), 1, 'the control')
  })
})
