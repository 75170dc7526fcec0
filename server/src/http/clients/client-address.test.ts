import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import Fastify, { type FastifyRequest } from 'fastify'
import { addressOf } from './client-address.ts'

describe('address of a client', () => {
  /** The address that the handler of a request finds, at once or after its client has hung up. */
  async function findAddress(t: TestContext, hangsUp: boolean): Promise<string> {
    const app = Fastify({ trustProxy: ['127.0.0.1'] })
    t.after(() => app.close())
    const { promise: found, resolve } = Promise.withResolvers<string>()
    const handle = async (request: FastifyRequest) => {
      if (hangsUp) {
        client.destroy()
        await once(request.raw.socket, 'close')
      }
      resolve(addressOf(request))
      return ''
    }
    app.route({ method: 'GET', url: '/', handler: handle })
    const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const client = connect(Number(url.port), url.hostname)
    t.after(() => client.destroy())
    client.write('GET / HTTP/1.1\r\nHost: example.com\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n')
    return found
  }

  it('The address is that of the client, also behind a trusted proxy', async (t) => {
    assert.equal(await findAddress(t, false), '203.0.113.9')
  })

  it('A client that has hung up before it was asked has no address', async (t) => {
    assert.equal(await findAddress(t, true), '')
  })
})
