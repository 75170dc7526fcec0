import { once } from 'node:events'
import { createServer, type RequestListener, type Server as HttpServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { ThrowawayCertificate } from './throwaway-certificate.ts'

/** Ends a server: a test, or a suite that tracks what it has opened. */
export interface Lifetime {
  after(end: () => void | Promise<void>): void
}

/** A real server on a free loopback port, closed at the end of the test. */
export interface LoopbackServer {
  readonly port: number
  /** `http://127.0.0.1:<port>` or its https form. */
  readonly origin: string
  /** The open connections. */
  readonly sockets: ReadonlySet<Socket>
  /** The number of connections accepted so far. */
  readonly accepted: () => number
  /** Resolves when the last open connection has closed. */
  drained(): Promise<void>
}

export async function serveHttp(t: Lifetime, listener: RequestListener): Promise<LoopbackServer> {
  return listen(t, createServer(listener), 'http')
}

export async function serveHttps(
  t: Lifetime,
  certificate: ThrowawayCertificate,
  listener: RequestListener,
): Promise<LoopbackServer> {
  return listen(t, createTlsServer(certificate, listener), 'https')
}

export async function serveTcp(t: Lifetime, listener: (socket: Socket) => void): Promise<LoopbackServer> {
  return listen(t, createTcpServer(listener), 'http')
}

async function listen(t: Lifetime, server: Server | HttpServer, scheme: string): Promise<LoopbackServer> {
  const sockets = new Set<Socket>()
  let accepted = 0
  server.on('connection', (socket: Socket) => {
    accepted += 1
    sockets.add(socket)
    // Clients that abort are part of the tests.
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `${scheme}://127.0.0.1:${port}`,
    sockets,
    accepted: () => accepted,
    drained: async () => {
      await Promise.all([...sockets].map((socket) => new Promise((gone) => socket.once('close', gone))))
    },
  }
}
