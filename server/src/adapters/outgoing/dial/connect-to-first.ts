import { connect, isIPv6, type Socket } from 'node:net'

/** RFC 8305: the delay before the next address is tried concurrently. */
const headStartMs = 250

/**
 * Opens a connection to the first address that responds. The addresses are literals, so that no name is resolved again
 * between the check and the connection. An unreachable address costs a fraction of a second, not the whole deadline.
 */
export function connectToFirst(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const waiting = alternateFamilies(addresses)
    const connecting = new Set<Socket>()
    let firstError: Error | undefined
    let timer: NodeJS.Timeout | undefined

    const settle = (winner: Socket | undefined, error: unknown) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      waiting.length = 0
      for (const socket of connecting) if (socket !== winner) socket.destroy()
      connecting.clear()
      if (winner === undefined) reject(error)
      else resolve(winner)
    }
    const abort = () => settle(undefined, signal.reason)

    const tryNext = () => {
      clearTimeout(timer)
      const address = waiting.shift()
      if (address === undefined) return
      const socket = connect({
        host: address,
        port,
        noDelay: true,
        keepAlive: true,
        keepAliveInitialDelay: 60_000,
      })
      connecting.add(socket)
      // Stays for the lifetime of the socket: an error before the next owner adds its listener would end the process.
      socket.on('error', (error) => {
        if (!connecting.delete(socket)) return
        firstError ??= error
        if (waiting.length > 0) tryNext()
        else if (connecting.size === 0) settle(undefined, firstError)
      })
      socket.once('connect', () => {
        if (connecting.has(socket)) settle(socket, undefined)
      })
      if (waiting.length > 0) timer = setTimeout(tryNext, headStartMs)
    }

    if (signal.aborted) {
      abort()
    } else {
      signal.addEventListener('abort', abort, { once: true })
      tryNext()
    }
  })
}

/** Alternates between the address families, starting with the preferred one, in the resolver's order within each family. */
function alternateFamilies(addresses: readonly string[]): string[] {
  const first = addresses.filter((address) => isIPv6(address) === isIPv6(addresses[0] ?? ''))
  const second = addresses.filter((address) => !first.includes(address))
  return first
    .flatMap((address, index) => [address, ...second.slice(index, index + 1)])
    .concat(second.slice(first.length))
}
