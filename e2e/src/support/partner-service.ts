import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service that the sample workflows call. */
export interface PartnerService {
  readonly url: string
  /** Requests to `/slow` get their response now, and so do all further ones. */
  release(): void
  stop(): Promise<void>
}

/**
 * `/reserve` reserves stock, and refuses the article AX-7; `/slow` responds when the test says so.
 */
export async function startPartnerService(): Promise<PartnerService> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    if (request.url === '/slow') await released
    const refused = request.url === '/reserve' && body.includes('AX-7')
    response.writeHead(refused ? 402 : 200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        refused
          ? { error: { code: 'sold_out', message: 'Article AX-7 is sold out.', restock_at: '2030-01-15' } }
          : { reserved: true, warehouse: 'Hamburg', shelf: 'B-14' },
      ),
    )
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release,
    async stop() {
      release()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
