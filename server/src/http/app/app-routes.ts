import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { AppError, invalid } from '#domain/index.ts'
import { type Answer, sendJson, successBody } from '../api/replies.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts'
import { CompiledSchema } from '../validation/compiled-schema.ts'

/** What a handler of the web app sees. */
export interface AppCall<Session, Body> {
  readonly session: Session
  readonly body: Body
  readonly params: Readonly<Record<string, string>>
  /** Network address of the client. */
  readonly from: string
}

export interface AppAnswer extends Answer {
  /** A new session for the browser, or null to end the current one. */
  readonly sessionToken?: string | null
}

export interface AppRoute<Session> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly access: 'public' | 'session'
  readonly body: TSchema | undefined
  readonly handler: (call: AppCall<Session, unknown>) => Promise<AppAnswer>
}

/** A route that works without a session, such as signing in. */
export function publicRoute<Session, B extends TSchema>(
  method: AppRoute<Session>['method'],
  path: string,
  body: B | undefined,
  handler: (call: AppCall<Session | undefined, Static<B>>) => Promise<AppAnswer>,
): AppRoute<Session> {
  return { method, path, access: 'public', body, handler: handler as AppRoute<Session>['handler'] }
}

export function sessionRoute<Session, B extends TSchema>(
  method: AppRoute<Session>['method'],
  path: string,
  body: B | undefined,
  handler: (call: AppCall<Session, Static<B>>) => Promise<AppAnswer>,
): AppRoute<Session> {
  return { method, path, access: 'session', body, handler: handler as AppRoute<Session>['handler'] }
}

export interface AppRoutesOptions<Session> {
  findSession(token: string): Promise<Session | undefined>
  /** Whether browsers use https, so that the cookie can be bound to it. */
  isSecure(): boolean
  /** Only pages of our own origin may write. */
  isOwnOrigin(origin: string, request: FastifyRequest): boolean
}

/** The API of the web app: sessions by cookie, writes only from pages of our own origin. */
export function registerAppRoutes<Session>(
  app: FastifyInstance,
  routes: readonly AppRoute<Session>[],
  options: AppRoutesOptions<Session>,
): void {
  void app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request) => {
        if (request.method !== 'GET' && request.method !== 'HEAD') refuseForeignOrigin(request, options)
      })
      scope.setNotFoundHandler(() => {
        throw new AppError('NOT_FOUND', 'This path does not exist.')
      })
      for (const route of routes) bindRoute(scope, route, options)
    },
    { prefix: '/app' },
  )
}

function bindRoute<Session>(
  scope: FastifyInstance,
  route: AppRoute<Session>,
  options: AppRoutesOptions<Session>,
): void {
  const schema = route.body && new CompiledSchema(route.body)
  scope.route({
    method: route.method,
    url: route.path,
    async handler(request, reply) {
      const token = readSessionCookie(request.headers.cookie, options.isSecure())
      const session = token === undefined ? undefined : await options.findSession(token)
      if (route.access === 'session' && session === undefined) {
        throw new AppError('UNAUTHORIZED', 'You are not signed in.')
      }
      const issues = schema?.check(request.body ?? {}) ?? []
      if (issues.length > 0) throw invalid(issues)
      const answer = await route.handler({
        session: session as Session,
        body: request.body ?? {},
        params: request.params as Record<string, string>,
        from: request.ip,
      })
      applySession(reply, answer, options.isSecure())
      return sendJson(reply, answer.status ?? 200, successBody(answer))
    },
  })
}

/** Browsers send the origin of a write; a page of another site must not use our cookie. */
function refuseForeignOrigin<Session>(request: FastifyRequest, options: AppRoutesOptions<Session>): void {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const own =
    origin === undefined ? site === undefined || site === 'same-origin' : options.isOwnOrigin(origin, request)
  if (!own) throw new AppError('FORBIDDEN', 'Requests from other sites are not allowed.')
}

function applySession(reply: FastifyReply, answer: AppAnswer, secure: boolean): void {
  if (answer.sessionToken === undefined) return
  const cookie =
    answer.sessionToken === null ? clearSessionCookie(secure) : setSessionCookie(answer.sessionToken, secure)
  reply.header('set-cookie', cookie)
}
