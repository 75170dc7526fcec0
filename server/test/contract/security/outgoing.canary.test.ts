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
import { Client } from '../support/client.ts'
import { type OutgoingPath, outgoingPaths } from './support/outgoing-paths.ts'

/*
 * Tests every feature that makes the service connect somewhere, over HTTP as an account, with targets that must be
 * blocked. The full list of spellings is tested against the clients in guarded-clients.corpus.test.ts; a few of each
 * kind show here that no feature bypasses them. Name resolution and connections belong to the test: every address that
 * is not public is the canary.
 *
 * | technique     | target                                                         | does not apply to                     |
 * | direct        | an address, in one of several spellings, or a name for one     |                                       |
 * | redirect      | a public server that responds with 302 to the canary's address | PostgreSQL and SMTP have no redirects |
 * | DNS rebinding | public when it is first resolved, loopback afterwards          |                                       |
 * | mixed records | both public and private addresses                              |                                       |
 *
 * Three connections are not covered, because no account can choose their target: the store, the built-in
 * integration's test of the service's own address, and the sandbox, which has no network access (adapters/sandbox).
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

const EGRESS_HINT = /MILLRACE_EGRESS_ALLOW/

/** Configured like a service that is reachable from outside. */
const production = { HOST: '0.0.0.0' }

/** Public, first public, never public, or both. */
async function resolve(resolved: Map<string, number>, host: string): Promise<readonly string[]> {
  const times = (resolved.get(host) ?? 0) + 1
  resolved.set(host, times)
  if (host === 'public.example' || host.startsWith('redirect')) return [publicAddress]
  if (host.startsWith('rebind')) return [times === 1 ? publicAddress : '127.0.0.1']
  if (host.startsWith('mixed')) return [publicAddress, '10.0.0.1']
  return ['127.0.0.1']
}

/** The page that a request names as the next one, or a page of the same server. */
function nextOf(url: string): string {
  return new URL(url, 'http://public.example').searchParams.get('next') ?? '/pages/2'
}

class EgressFixture {
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

  /** Without a network of its own, the service uses this machine's network and name resolution. */
  static async open(
    environment: (canary: Canary) => Record<string, string>,
    hasOwnNetwork = true,
  ): Promise<EgressFixture> {
    const ends: (() => void | Promise<void>)[] = []
    const lifetime = { after: (end: () => void | Promise<void>) => void ends.push(end) }
    const server = await serveHttp(lifetime, ({ url = '', headers }, response) => {
      response.setHeader('connection', 'close').setHeader('content-type', 'application/json')
      const isRedirect = headers.host?.startsWith('redirect') === true && url !== '/token'
      if (isRedirect) response.writeHead(302, { location: 'http://127.0.0.1/' }).end()
      else response.end(JSON.stringify({ access_token: 'a-token', next: nextOf(url) }))
    })
    const resetting = await serveTcp(lifetime, (socket) => socket.destroy())
    const network = await openCanaryNetwork(lifetime, (port) => (port === 80 ? server : resetting).port)
    const resolved = new Map<string, number>()
    const service = await startService({
      environment: { ...production, ...environment(network.canary) },
      ...(hasOwnNetwork && {
        network: { connect: network.connect, resolve: (host) => resolve(resolved, host) },
      }),
    })
    return new EgressFixture(network, service, ends)
  }

  async close(): Promise<void> {
    await this.service.destroy()
    for (const end of this.#ends) await end()
  }

  async reach(path: OutgoingPath, authority: string, times = 1): Promise<string> {
    const client = new Client(this.service, (await this.service.createAccount()).key)
    let reported = ''
    for (let time = 0; time < times; time += 1) reported = await path.reach(client, { authority })
    return reported
  }
}

function nameFor(way: string, path: OutgoingPath): string {
  return `${way}-${outgoingPaths.indexOf(path)}.example`
}

describe('Outgoing connections of an account', () => {
  let fixture: EgressFixture
  before(async () => {
    fixture = await EgressFixture.open(() => ({}))
  })
  after(() => fixture.close())

  it('Every integration is covered by its connection test and by an action', () => {
    const names = outgoingPaths.map(({ name }) => name).join('\n')
    for (const { type } of integrationCatalogue)
      assert.match(names, new RegExp(`action of (?:the integration )?${type}\\b`))
  })

  for (const path of outgoingPaths) {
    describe(path.name, () => {
      it(`No private address is reached by ${path.name}, in whatever spelling`, async () => {
        for (const authority of direct)
          assert.match(await fixture.reach(path, authority), EGRESS_HINT, authority)
      })

      if (path.redirects !== 'none') {
        it(`A redirect of a public server does not lead ${path.name} to the canary`, async () => {
          const reported = await fixture.reach(path, nameFor('redirect', path))
          if (path.redirects === 'followed') assert.match(reported, EGRESS_HINT)
          else assert.match(reported, /302/)
        })
      }

      it(`A name that changes its address after the check does not lead ${path.name} to the canary`, async () => {
        assert.match(await fixture.reach(path, nameFor('rebind', path), 2), EGRESS_HINT)
      })

      it(`A name with public and private addresses does not lead ${path.name} to the canary`, async () => {
        assert.match(await fixture.reach(path, nameFor('mixed', path)), EGRESS_HINT)
      })
    })
  }

  it('No private address is reached when a public server names it as the next page', async () => {
    const client = new Client(fixture.service, (await fixture.service.createAccount()).key)
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

  it('The canary was never reached', async () => {
    assert.equal(await fixture.network.canary.connections(), 0)
  })
})

describe('The canary when the operator allows every address', () => {
  let fixture: EgressFixture
  before(async () => {
    fixture = await EgressFixture.open(() => ({ MILLRACE_EGRESS_ALLOW: '0.0.0.0/0, [::/0]' }))
  })
  after(() => fixture.close())

  for (const path of outgoingPaths) {
    it(`The canary is reached by ${path.name}, through the guarded dialer`, async () => {
      const { network } = fixture
      const ways = [
        ...direct.slice(0, 3).map((authority) => [authority, 1] as const),
        ...(path.redirects === 'followed' ? [[nameFor('redirect', path), 1] as const] : []),
        [nameFor('rebind', path), 2] as const,
        [nameFor('mixed', path), 1] as const,
      ]
      for (const [authority, times] of ways) {
        const [connections, dialled] = [await network.canary.connections(), network.dialled()]
        await fixture.reach(path, authority, times)
        const reached = (await network.canary.connections()) - connections
        assert.ok(reached > 0, authority)
        assert.ok(network.dialled() - dialled >= reached, authority)
      }
    })
  }
})

describe('Outgoing connections of an account on the network of this machine', () => {
  let fixture: EgressFixture
  before(async () => {
    fixture = await EgressFixture.open(() => ({}), false)
  })
  after(() => fixture.close())

  for (const path of outgoingPaths) {
    it(`The canary is not reached by ${path.name}`, async () => {
      const { port, hosts } = fixture.network.canary
      const written = [
        ...hosts.map((host) => (host.includes(':') ? `[${host}]` : host)),
        'localhost',
        '0x7f.1',
      ]
      for (const host of written)
        assert.match(await fixture.reach(path, `${host}:${port}`), EGRESS_HINT, host)
    })
  }

  it('The canary was never reached on the network of this machine', async () => {
    assert.equal(await fixture.network.canary.connections(), 0)
  })
})

describe('The canary on the network of this machine when the operator allows it', () => {
  let fixture: EgressFixture
  before(async () => {
    fixture = await EgressFixture.open(({ port }) => ({ MILLRACE_EGRESS_ALLOW: `127.0.0.1:${port}` }), false)
  })
  after(() => fixture.close())

  for (const path of outgoingPaths) {
    it(`The canary on the network of this machine is reached by ${path.name}`, async () => {
      const { canary } = fixture.network
      const connections = await canary.connections()
      await fixture.reach(path, `127.0.0.1:${canary.port}`)
      assert.ok((await canary.connections()) > connections)
    })
  }
})
