import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { classifyAddress, decideEgress, type EgressPolicy, explainRefusal } from '#domain/index.ts'
import { connectToFirst } from './connect-to-first.ts'
import { raceWithSignal } from './deadline.ts'
import { describeCause, OutgoingError } from './outgoing-error.ts'
import { resolveHost, type ResolveHost } from './resolve-host.ts'

export interface GuardedDialerOptions {
  readonly policy: EgressPolicy
  readonly resolve?: ResolveHost
  /** Told which address of a name was refused; the failure itself does not say it. */
  readonly onRefusal?: (refusal: RefusedConnection) => void
  /** Set only by tests that redirect connections. */
  readonly connect?: typeof connectToFirst
  /** PEM of the certificate authorities to trust instead of the built-in ones. */
  readonly certificateAuthorities?: string
}

export interface RefusedConnection {
  readonly host: string
  readonly port: number
  readonly address: string
  readonly class: string
}

interface TlsOptions {
  readonly host: string
  readonly port: number
  readonly socket: Socket
  readonly alpn: readonly string[] | undefined
  readonly signal: AbortSignal
}

export interface DialOptions {
  readonly signal: AbortSignal
  /** Use TLS from the first byte; `alpn` lists the protocols to offer. */
  readonly tls?: { readonly alpn?: readonly string[] }
}

/**
 * Opens connections only to addresses that the egress policy allows. All outgoing connections of the process go through it.
 *
 * 1. Every address of the name is checked, and one disallowed address refuses the whole name: mixed records are the start of
 *    a DNS rebinding attack.
 * 2. The connection is opened to a checked address, never to the name, which could resolve differently the second time.
 * 3. The remote address of the socket is compared with the checked addresses.
 */
export class GuardedDialer {
  readonly #policy: EgressPolicy
  readonly #resolve: ResolveHost
  readonly #onRefusal: ((refusal: RefusedConnection) => void) | undefined
  readonly #openSocket: typeof connectToFirst
  readonly #certificateAuthorities: string | undefined

  constructor(options: GuardedDialerOptions) {
    this.#policy = options.policy
    this.#resolve = options.resolve ?? resolveHost
    this.#onRefusal = options.onRefusal
    this.#openSocket = options.connect ?? connectToFirst
    this.#certificateAuthorities = options.certificateAuthorities
  }

  /** The certificate authorities for protocols that upgrade the connection themselves, such as STARTTLS. */
  get tlsOptions(): { readonly ca?: string } {
    return this.#certificateAuthorities === undefined ? {} : { ca: this.#certificateAuthorities }
  }

  /** @throws {OutgoingError} */
  async dial(host: string, port: number, options: DialOptions): Promise<Socket> {
    const addresses = await this.#checkedAddresses(host, port, options.signal)
    const socket = await this.#connect(host, port, addresses, options.signal)
    const reached =
      socket.remoteAddress === undefined ? undefined : classifyAddress(socket.remoteAddress).address
    if (reached === undefined || !addresses.includes(reached)) {
      socket.destroy()
      throw new OutgoingError(
        'refused',
        `Refused to use the connection to ${host}: it reached an address that was not checked.`,
      )
    }
    return options.tls === undefined
      ? socket
      : this.#startTls({ host, port, socket, alpn: options.tls.alpn, signal: options.signal })
  }

  async #checkedAddresses(host: string, port: number, signal: AbortSignal): Promise<readonly string[]> {
    const found = isIP(host) === 0 ? await this.#resolveName(host, signal) : [host]
    const checked = new Set<string>()
    for (const address of found) {
      const decision = decideEgress(this.#policy, address, port)
      if (!decision.allowed) {
        this.#onRefusal?.({ host, port, address: decision.address, class: decision.class })
        throw new OutgoingError('refused', explainRefusal(host, port, decision))
      }
      checked.add(decision.address)
    }
    return [...checked]
  }

  async #resolveName(host: string, signal: AbortSignal): Promise<readonly string[]> {
    let found: readonly string[]
    try {
      found = await raceWithSignal(this.#resolve(host), signal)
    } catch (error) {
      if (error instanceof OutgoingError) throw error
      throw new OutgoingError('dns', `Could not resolve the host name ${host}: ${describeCause(error)}.`, {
        cause: error,
      })
    }
    if (found.length === 0)
      throw new OutgoingError('dns', `Could not resolve the host name ${host}: it has no address.`)
    return found
  }

  async #connect(
    host: string,
    port: number,
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<Socket> {
    try {
      return await this.#openSocket(addresses, port, signal)
    } catch (error) {
      if (error instanceof OutgoingError) throw error
      const message = `Could not connect to ${host}, port ${port}: ${describeCause(error)}.`
      throw new OutgoingError('connect', message, { cause: error })
    }
  }

  #startTls({ host, port, socket, alpn, signal }: TlsOptions): Promise<TLSSocket> {
    return new Promise((resolve, reject) => {
      const secure = connectTls({
        socket,
        host,
        // A server name has no trailing dot (RFC 6066), and an IP address is not a server name.
        ...(isIP(host) === 0 ? { servername: host.replace(/\.$/, '') } : {}),
        ...(alpn === undefined ? {} : { ALPNProtocols: [...alpn] }),
        ...this.tlsOptions,
      })
      const fail = (error: unknown) => {
        signal.removeEventListener('abort', abort)
        secure.destroy()
        socket.destroy()
        reject(error)
      }
      const failTls = (cause: unknown) => {
        const message = `Could not establish a TLS connection to ${host}, port ${port}: ${describeCause(cause)}.`
        fail(new OutgoingError('tls', message, { cause }))
      }
      const abort = () => fail(signal.reason)
      const close = () => failTls(new Error('the other side closed the connection during the handshake'))

      secure.on('error', failTls)
      secure.once('close', close)
      secure.once('secureConnect', () => {
        signal.removeEventListener('abort', abort)
        secure.off('close', close)
        resolve(secure)
      })
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true })
    })
  }
}
