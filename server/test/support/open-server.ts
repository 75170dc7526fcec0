import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on a free port of loopback for processes that are killed: it never ends a connection or a request itself. */
export interface OpenServer {
  readonly origin: string
  close(): Promise<void>
}

export async function openServer(listener: RequestListener): Promise<OpenServer> {
  const server = createServer(listener)
  // If it closed a connection while a request is in flight, that would be an unplanned failure.
  server.keepAliveTimeout = 0
  server.requestTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
