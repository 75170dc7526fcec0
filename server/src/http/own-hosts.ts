/** Answers for probes and monitoring, which often use the address of the machine. They reveal nothing and change nothing. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics'])
const LOOPBACK = ['localhost', '127.0.0.1', '::1']

export interface HostedRequest {
  /** As the client or a trusted proxy sent it. */
  readonly host: string
  readonly path: string
  /** The address of this machine that the connection reached. */
  readonly localAddress: string | undefined
}

/**
 * Which requests are meant for this service, once its public address is known. A page of another site can make its own name
 * lead to our address (DNS rebinding); its requests then carry that name. Addresses cannot be forged that way.
 *
 * @param listenHost the address that the service listens on
 */
export function ownHosts(publicUrl: string, listenHost: string): (request: HostedRequest) => boolean {
  const own = new Set([nameOf(new URL(publicUrl).host), listenHost.toLowerCase(), ...LOOPBACK])
  return ({ host, path, localAddress }) => {
    if (PROBES.has(path)) return true
    const name = nameOf(host)
    return own.has(name) || (localAddress !== undefined && name === plainAddress(localAddress))
  }
}

/** Without the port, which proxies often change, and without the dot of a complete name. */
function nameOf(host: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(host)
  const name = bracketed?.[1] ?? host.replace(/:\d+$/, '')
  return name.toLowerCase().replace(/\.$/, '')
}

function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
