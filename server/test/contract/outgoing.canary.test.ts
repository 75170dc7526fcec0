import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Canary,
  type CanaryNetwork,
  openCanaryNetwork,
  publicAddress,
} from '#adapters/outgoing/testing/canary-network.ts'
import { serveHttp, serveTcp } from '#adapters/outgoing/testing/loopback-server.ts'
import { integrationCatalogue } from '#integrations/index.ts'
import { startService, type TestService } from '#test/support/test-service.ts'
import { Client } from './support/client.ts'
import { type OutgoingPath, outgoingPaths } from './support/outgoing-paths.ts'

/*
 * Everything that makes the service connect somewhere, told to go where it must not, by an account over HTTP. All spellings
 * against the clients themselves are in guarded-clients.corpus.test.ts; here a few of each kind show that no feature has a
 * way around them. Names and wires are the test's: every address that is not public is the canary.
 *
 * | way              | what the target is                                              | where it does not apply              |
 * | direct           | an address, in one of several spellings, or a name for one      |                                      |
 * | redirect         | a public server that answers 302 with the canary's address      | PostgreSQL and SMTP have no redirects |
 * | DNS that changes | public when it is asked for the first time, loopback ever after |                                      |
 * | mixed records    | public and private at once                                      |                                      |
 *
 * Three things connect and are not here, because no account says where to: the store, the built-in integration's test of
 * the service's own address, and the sandbox, which has nothing to connect with (adapters/sandbox).
 */

const direct = [
  '127.0.0.1',
  '[::1]',
  'localhost',
  '2130706433',
  '0x7f.1',
  '127.0.0.1.',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '0.0.0.0',
  '10.0.0.1:8080',
  '169.254.169.254',
  '[fd00:ec2::254]',
  'metadata.google.internal',
]

const tellsHow = /MILLRACE_EGRESS_ALLOW=/

/** Configured as it is where others reach it. */
const production = { HOST: '0.0.0.0' }

/** Public, first public, never public, or both. */
async function resolve(asked: Map<string, number>, host: string): Promise<readonly string[]> {
  const times = (asked.get(host) ?? 0) + 1
  asked.set(host, times)
  if (host === 'public.example' || host.startsWith('redirect')) return [publicAddress]
  if (host.startsWith('rebind')) return [times === 1 ? publicAddress : '127.0.0.1']
  if (host.startsWith('mixed')) return [publicAddress, '10.0.0.1']
  return ['127.0.0.1']
}

/** The page that a request names as the next, or one of the same server. */
function nextOf(url: string): string {
  return new URL(url, 'http://public.example').searchParams.get('next') ?? '/pages/2'
}

class World {
  readonly network: CanaryNetwork
  readonly service: TestService
  readonly #ends: readonly (() => void | Promise<void>)[]

  private constructor(
    network: CanaryNetwork,
    service: TestService,
    ends: readonly (() => void | Promise<void>)[],
  ) {
    this.network = network
    this.service = service
    this.#ends = ends
  }

  /** Without wires of its own the service has those of this machine, and its names. */
  static async open(
    environment: (canary: Canary) => Record<string, string>,
    hasOwnWires = true,
  ): Promise<World> {
    const ends: (() => void | Promise<void>)[] = []
    const lifetime = { after: (end: () => void | Promise<void>) => void ends.push(end) }
    const server = await serveHttp(lifetime, ({ url = '', headers }, response) => {
      response.setHeader('connection', 'close').setHeader('content-type', 'application/json')
      const isRedirect = headers.host?.startsWith('redirect') === true && url !== '/token'
      if (isRedirect) response.writeHead(302, { location: 'http://127.0.0.1/' }).end()
      else response.end(JSON.stringify({ access_token: 'a-token', next: nextOf(url) }))
    })
    const rude = await serveTcp(lifetime, (socket) => socket.destroy())
    const network = await openCanaryNetwork(lifetime, (port) => (port === 80 ? server : rude).port)
    const asked = new Map<string, number>()
    const service = await startService({
      environment: { ...production, ...environment(network.canary) },
      ...(hasOwnWires && {
        network: { connect: network.connect, resolve: (host) => resolve(asked, host) },
      }),
    })
    return new World(network, service, ends)
  }

  async close(): Promise<void> {
    await this.service.destroy()
    for (const end of this.#ends) await end()
  }

  async reach(path: OutgoingPath, authority: string, times = 1): Promise<string> {
    const client = new Client(this.service, (await this.service.createAccount()).key)
    let told = ''
    for (let time = 0; time < times; time += 1) told = await path.reach(client, { authority })
    return told
  }
}

function nameFor(way: string, path: OutgoingPath): string {
  return `${way}-${outgoingPaths.indexOf(path)}.example`
}

describe('what an account can make the service connect to', () => {
  let world: World
  before(async () => {
    world = await World.open(() => ({}))
  })
  after(() => world.close())

  it('is all here: each integration by its test and by an action', () => {
    const names = outgoingPaths.map(({ name }) => name).join('\n')
    for (const { type } of integrationCatalogue)
      assert.match(names, new RegExp(`action of (?:the integration )?${type}\\b`))
  })

  for (const path of outgoingPaths) {
    describe(path.name, () => {
      it('is not a private address, in whatever spelling', async () => {
        for (const authority of direct) assert.match(await world.reach(path, authority), tellsHow, authority)
      })

      if (path.redirects !== 'none') {
        it(`is not what a public server redirects to: that is ${path.redirects}`, async () => {
          const told = await world.reach(path, nameFor('redirect', path))
          if (path.redirects === 'followed') assert.match(told, tellsHow)
          else assert.match(told, /302/)
        })
      }

      it('is not what a name comes to mean after it was checked', async () => {
        assert.match(await world.reach(path, nameFor('rebind', path), 2), tellsHow)
      })

      it('is not a name of which only a part is public', async () => {
        assert.match(await world.reach(path, nameFor('mixed', path)), tellsHow)
      })
    })
  }

  it('is not what a public server calls its next page', async () => {
    const client = new Client(world.service, (await world.service.createAccount()).key)
    for (const authority of direct) {
      const url = `http://public.example/pages?next=${encodeURIComponent(`http://${authority}/`)}`
      const data = { url, paginate: { mode: 'next_link', next: 'next' } }
      const { error } = await client.run(
        await client.createWorkflow({ nodes: [{ id: 'a', type: 'http', data }] }),
      )
      assert.equal(error?.code, 'PAGINATION_FAILED')
      assert.match(error.message, /the next page is on http:\/\/.* instead of http:\/\/public\.example/)
    }
  })

  it('has not reached the canary once', async () => {
    assert.equal(await world.network.canary.connections(), 0)
  })
})

describe('the canary, where the operator allows everything', () => {
  let world: World
  before(async () => {
    world = await World.open(() => ({ MILLRACE_EGRESS_ALLOW: '0.0.0.0/0, [::/0]' }))
  })
  after(() => world.close())

  for (const path of outgoingPaths) {
    it(`hears of ${path.name}, which goes through the guarded dialer`, async () => {
      const { network } = world
      const ways = [
        ...direct.slice(0, 3).map((authority) => [authority, 1] as const),
        ...(path.redirects === 'followed' ? [[nameFor('redirect', path), 1] as const] : []),
        [nameFor('rebind', path), 2] as const,
        [nameFor('mixed', path), 1] as const,
      ]
      for (const [authority, times] of ways) {
        const [knocks, dialled] = [await network.canary.connections(), network.dialled()]
        await world.reach(path, authority, times)
        const heard = (await network.canary.connections()) - knocks
        assert.ok(heard > 0, authority)
        assert.ok(network.dialled() - dialled >= heard, authority)
      }
    })
  }
})

describe('what an account can make the service connect to, on the wires of this machine', () => {
  let world: World
  before(async () => {
    world = await World.open(() => ({}), false)
  })
  after(() => world.close())

  for (const path of outgoingPaths) {
    it(`is not the canary by ${path.name}`, async () => {
      const { port, hosts } = world.network.canary
      const written = [
        ...hosts.map((host) => (host.includes(':') ? `[${host}]` : host)),
        'localhost',
        '0x7f.1',
      ]
      for (const host of written) assert.match(await world.reach(path, `${host}:${port}`), tellsHow, host)
    })
  }

  it('has not reached the canary once', async () => {
    assert.equal(await world.network.canary.connections(), 0)
  })
})

describe('the canary on the wires of this machine, where the operator allows it', () => {
  let world: World
  before(async () => {
    world = await World.open(({ port }) => ({ MILLRACE_EGRESS_ALLOW: `127.0.0.1:${port}` }), false)
  })
  after(() => world.close())

  for (const path of outgoingPaths) {
    it(`hears of ${path.name}`, async () => {
      const { canary } = world.network
      const knocks = await canary.connections()
      await world.reach(path, `127.0.0.1:${canary.port}`)
      assert.ok((await canary.connections()) > knocks)
    })
  }
})
