import { once } from 'node:events'
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net'
import { classifyAddress } from '#domain/index.ts'
import { connectToFirst } from '../dial/connect-to-first.ts'
import type { GuardedDialerOptions } from '../dial/guarded-dialer.ts'
import type { Lifetime } from './loopback-server.ts'

/** An address of the internet as this network knows it: the server a test calls public answers for it. */
export const publicAddress = '93.184.215.14'

/**
 * Real listeners on 127.0.0.1 and, where the machine has it, on ::1, at one port. Whoever knocks is counted and sent away;
 * nothing a test does on purpose leads here.
 */
export interface Canary {
  readonly port: number
  readonly hosts: readonly string[]
  /** How often anybody has knocked so far; waits for those who are at the door. */
  knocks(): Promise<number>
}

/** Names, and wires on which every public address is one server and every other address the canary. */
export interface CanaryNetwork {
  readonly canary: Canary
  /** How often somebody wanted to be connected, by whatever address. */
  readonly dialled: () => number
  readonly connect: NonNullable<GuardedDialerOptions['connect']>
}

/** `publicPort` is where the public server is; more than one where it depends on what is asked for. */
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
      // It has come to the address it was meant to come to, as far as the guard can see.
      Object.defineProperty(socket, 'remoteAddress', { value: first })
      return socket
    },
  }
}

async function openCanary(t: Lifetime): Promise<Canary> {
  let knocks = 0
  let own = 0
  const open = async (host: string, wanted: number): Promise<number> => {
    const server = createServer((socket) => {
      knocks += 1
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
    // A machine without IPv6, or one where the port is taken there.
  }
  return {
    port,
    hosts,
    async knocks() {
      for (const host of hosts) {
        own += 1
        const socket = connectSocket(port, host)
        socket.on('error', () => {})
        socket.resume()
        // Connections are accepted in the order in which they came: when ours is gone, all earlier ones are counted.
        await once(socket, 'close')
      }
      return knocks - own
    },
  }
}
