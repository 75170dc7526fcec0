import type { FastifyRequest } from 'fastify'
import { AppError, type Caller } from '#domain/index.ts'
import type { Readmission } from '../access/access-watch.ts'
import { addressOf } from '../clients/client-address.ts'
import { readSessionCookie } from './session-cookie.ts'

/** What the guard needs to know about a session, whatever else it contains. */
export interface WebSession {
  readonly caller: Caller
}

/** Where a request comes from. */
export interface RequestOrigin {
  /** Network address of the client. */
  readonly address: string
  readonly userAgent: string
  readonly requestId: string
}

export function originOf(request: FastifyRequest): RequestOrigin {
  return {
    address: addressOf(request),
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  }
}

export interface SessionGuardOptions<Session extends WebSession> {
  /** With `origin`, also notes the use of the session. */
  findSession(token: string, origin?: RequestOrigin): Promise<Session | undefined>
  /** Whether browsers use https, so that the cookie can be bound to it. */
  isSecure(): boolean
  /** Only pages of our own origin may write. */
  isOwnOrigin(origin: string, request: FastifyRequest): boolean
}

/** Decides who sent a request of the web app: sessions by cookie, writes only from pages of our own origin. */
export class SessionGuard<Session extends WebSession> implements Readmission {
  readonly #options: SessionGuardOptions<Session>

  constructor(options: SessionGuardOptions<Session>) {
    this.#options = options
  }

  get isSecure(): boolean {
    return this.#options.isSecure()
  }

  /** Browsers send the origin of a write; a page of another site must not use our cookie. */
  refuseForeignOrigin(request: FastifyRequest): void {
    if (request.method === 'GET' || request.method === 'HEAD') return
    const { origin } = request.headers
    const site = request.headers['sec-fetch-site']
    const isOwn =
      origin === undefined
        ? site === undefined || site === 'same-origin'
        : this.#options.isOwnOrigin(origin, request)
    if (!isOwn) throw new AppError('FORBIDDEN', 'Requests from other sites are not allowed.')
  }

  /** Undefined if nobody is signed in. */
  async find(request: FastifyRequest): Promise<Session | undefined> {
    const token = readSessionCookie(request.headers.cookie, this.isSecure)
    return token === undefined ? undefined : this.#options.findSession(token, originOf(request))
  }

  async require(request: FastifyRequest): Promise<Session> {
    const session = await this.find(request)
    if (session === undefined) throw notSignedIn()
    return session
  }

  proofOf({ headers }: FastifyRequest): string {
    return readSessionCookie(headers.cookie, this.isSecure) ?? ''
  }

  async readmit(token: string): Promise<Caller> {
    const session = await this.#options.findSession(token)
    if (session === undefined) throw notSignedIn()
    return session.caller
  }
}

function notSignedIn(): AppError {
  return new AppError('UNAUTHORIZED', 'You are not signed in.')
}
