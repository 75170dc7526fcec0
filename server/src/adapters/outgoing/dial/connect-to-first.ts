import { connect, isIPv6, type Socket } from 'node:net'

/** RFC 8305: how long one address gets before the next is tried beside it. */
const headStartMs = 250

/**
 * Opens a connection to the first of the addresses that answers. They are literals, so no name is resolved again
 * between the check and the connection. A dead address costs a fraction of a second, not the whole deadline.
 */
export function connectToFirst(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const waiting = alternateFamilies(addresses)
    const trying = new Set<Socket>()
    let firstError: Error | undefined
    let timer: NodeJS.Timeout | undefined

    const settle = (winner: Socket | undefined, error: unknown) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      waiting.length = 0
      for (const socket of trying) if (socket !== winner) socket.destroy()
      trying.clear()
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
      trying.add(socket)
      // Stays on for the socket's life: without it an error in the moment before the next owner listens ends the process.
      socket.on('error', (error) => {
        if (!trying.delete(socket)) return
        firstError ??= error
        if (waiting.length > 0) tryNext()
        else if (trying.size === 0) settle(undefined, firstError)
      })
      socket.once('connect', () => {
        if (trying.has(socket)) settle(socket, undefined)
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

/** Keeps the resolver's order inside each family and takes turns between them, starting with the preferred one. */
function alternateFamilies(addresses: readonly string[]): string[] {
  const first = addresses.filter((address) => isIPv6(address) === isIPv6(addresses[0] ?? ''))
  const second = addresses.filter((address) => !first.includes(address))
  return first
    .flatMap((address, index) => [address, ...second.slice(index, index + 1)])
    .concat(second.slice(first.length))
}
