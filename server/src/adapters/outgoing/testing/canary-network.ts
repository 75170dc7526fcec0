import { once } from 'node:events'
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net'
import { classifyAddress } from '#domain/index.ts'
import { connectToFirst } from '../dial/connect-to-first.ts'
import type { GuardedDialerOptions } from '../dial/guarded-dialer.ts'
import type { Lifetime } from './loopback-server.ts'

/** A public address that this network routes to the test's public server. */
export const publicAddress = '93.184.215.14'

/**
 * Real listeners on 127.0.0.1 and, if the machine has it, on ::1, on one port. Each connection is counted and closed. No
 * allowed request leads here.
 */
export interface Canary {
  readonly port: number
  readonly hosts: readonly string[]
  /** The number of connections so far, including those that are still being accepted. */
  connections(): Promise<number>
}

/** A network on which every public address is one server and every other address is the canary. */
export interface CanaryNetwork {
  readonly canary: Canary
  /** The number of connection attempts to any address. */
  readonly dialled: () => number
  readonly connect: NonNullable<GuardedDialerOptions['connect']>
}

/** `publicPort` is the port of the public server, or a function of the requested port. */
export async function openCanaryNetwork(
  t: Lifetime,
  publicPort: number | ((asked: number) => number),
): Promise<CanaryNetwork> {
  const canary = await openCanary(t)
  let dialled = 0
  return {
    canary,
    dialled: () => dialled,
    connect: async (addresses, port, signal) => {
      dialled += 1
      const isPublic = addresses.every((address) => classifyAddress(address).class === 'public')
      const [first = '', ...others] = addresses
      const ownHost = others.length === 0 && canary.hosts.includes(first) ? first : '127.0.0.1'
      const open = typeof publicPort === 'number' ? publicPort : publicPort(port)
      const socket = await connectToFirst([ownHost], isPublic ? open : canary.port, signal)
      // To the guard, the socket is connected to the requested address.
      Object.defineProperty(socket, 'remoteAddress', { value: first })
      return socket
    },
  }
}

async function openCanary(t: Lifetime): Promise<Canary> {
  let connections = 0
  let own = 0
  const open = async (host: string, wanted: number): Promise<number> => {
    const server = createServer((socket) => {
      connections += 1
      socket.on('error', () => {})
      socket.destroy()
    })
    server.listen(wanted, host)
    await once(server, 'listening')
    t.after(() => void server.close())
    return (server.address() as AddressInfo).port
  }
  const port = await open('127.0.0.1', 0)
  const hosts = ['127.0.0.1']
  try {
    await open('::1', port)
    hosts.push('::1')
  } catch {
    // The machine has no IPv6, or the port is in use there.
  }
  return {
    port,
    hosts,
    async connections() {
      for (const host of hosts) {
        own += 1
        const socket = connectSocket(port, host)
        socket.on('error', () => {})
        socket.resume()
        // Connections are accepted in order: when this one has closed, all earlier ones are counted.
        await once(socket, 'close')
      }
      return connections - own
    },
  }
}
