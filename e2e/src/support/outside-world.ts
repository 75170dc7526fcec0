import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service that accepts one key, and a receiver of webhooks whose answer the test decides. */
export interface OutsideWorld {
  readonly url: string
  acceptedKey: string
  receiverStatus: number
  readonly keys: (string | undefined)[]
  readonly deliveries: string[]
  readonly server: Server
}

export async function openWorld(): Promise<OutsideWorld> {
  const keys: (string | undefined)[] = []
  const deliveries: string[] = []
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/hooks') {
      deliveries.push(String(request.headers['webhook-id']))
      response.writeHead(world.receiverStatus).end()
      return
    }
    const key = request.headers['x-api-key']
    keys.push(typeof key === 'string' ? key : undefined)
    response.writeHead(key === world.acceptedKey ? 200 : 401).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const world: OutsideWorld = { url, acceptedKey: 'first-key', receiverStatus: 200, keys, deliveries, server }
  return world
}
