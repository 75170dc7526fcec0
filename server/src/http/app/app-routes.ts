import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Role } from '@millrace/contract/roles.ts'
import { AppError, invalid, refuseMissingRole } from '#domain/index.ts'
import type { AccessWatch } from '../access/access-watch.ts'
import { openAnswerSignal } from '../access/open-answer-signal.ts'
import { whilePermitted } from '../access/while-permitted.ts'
import { hangUpSignal } from '../access/hang-up-signal.ts'
import { type Answer, sendJson, sendStream, type StreamedAnswer, successBody } from '../api/replies.ts'
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts'
import { originOf, type RequestOrigin, type SessionGuard, type WebSession } from './session-guard.ts'
import { CompiledSchema } from '../validation/compiled-schema.ts'

/** What a handler of the web app sees. */
export interface AppCall<Session, Body, Query = unknown> {
  readonly session: Session
  readonly body: Body
  readonly query: Query
  readonly params: Readonly<Record<string, string>>
  readonly origin: RequestOrigin
  /** Fires when the client disconnects before the answer is complete, or the person loses access. */
  readonly signal: AbortSignal
}

export interface AppAnswer extends Answer {
  /** A new session for the browser, or null to end the current one. */
  readonly sessionToken?: string | null
}

/** An answer that is too long for memory. */
export interface AppStream extends StreamedAnswer {
  readonly mediaType: string
}

export interface AppRoute<Session> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  /** `public` works without a session; any other value is the least powerful role that may use the route. */
  readonly access: 'public' | Role
  readonly body: TSchema | undefined
  readonly query?: TSchema
  readonly handler: (call: AppCall<Session, unknown>) => Promise<AppAnswer | AppStream>
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

export function sessionRoute<Session, B extends TSchema, Q extends TSchema>(
  route: Pick<AppRoute<Session>, 'method' | 'path'> & {
    readonly access: Role
    readonly body?: B
    readonly query?: Q
  },
  handler: (call: AppCall<Session, Static<B>, Static<Q>>) => Promise<AppAnswer | AppStream>,
): AppRoute<Session> {
  const { body } = route
  return { ...route, body, handler: handler as AppRoute<Session>['handler'] }
}

/** Decides who is answered, and for how long. */
export interface AppAccess<Session extends WebSession> {
  readonly guard: SessionGuard<Session>
  readonly watch: AccessWatch
}

/** What only the web app needs: sessions, API keys and the like. The operations have their own entrance. */
export function registerAppRoutes<Session extends WebSession>(
  app: FastifyInstance,
  routes: readonly AppRoute<Session>[],
  access: AppAccess<Session>,
): void {
  void app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request) => access.guard.refuseForeignOrigin(request))
      scope.setNotFoundHandler(() => {
        throw new AppError('NOT_FOUND', 'This path does not exist.')
      })
      for (const route of routes) bindRoute(scope, route, access)
    },
    { prefix: '/app' },
  )
}

function bindRoute<Session extends WebSession>(
  scope: FastifyInstance,
  route: AppRoute<Session>,
  { guard, watch }: AppAccess<Session>,
): void {
  const schema = route.body && new CompiledSchema(route.body)
  const querySchema = route.query && new CompiledSchema(route.query)
  scope.route({
    method: route.method,
    url: route.path,
    async handler(request, reply) {
      const session = await admit(route, request, guard)
      const query = readIntegers(request.query as Record<string, unknown>)
      const issues = [...(schema?.check(request.body ?? {}) ?? []), ...(querySchema?.check(query) ?? [])]
      if (issues.length > 0) throw invalid(issues)
      const call = {
        session: session as Session,
        body: request.body ?? {},
        query,
        params: request.params as Record<string, string>,
        origin: originOf(request),
        get signal() {
          return signalOf({ guard, watch }, { route, session, request, reply })
        },
      }
      const answer = await route.handler(call)
      if ('chunks' in answer) {
        const { mediaType: type, headers } = answer
        const chunks = whilePermitted(answer.chunks, call.signal)
        return sendStream(reply, { status: 200, type, headers, chunks })
      }
      applySession(reply, answer, guard.isSecure)
      return sendJson(reply, answer.status ?? 200, successBody(answer))
    },
  })
}

interface AdmittedRequest<Session> {
  readonly route: AppRoute<Session>
  readonly session: Session | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

function signalOf<Session extends WebSession>(
  { guard, watch }: AppAccess<Session>,
  { route: { access }, session, request, reply }: AdmittedRequest<Session>,
): AbortSignal {
  if (session === undefined || access === 'public') return hangUpSignal(reply.raw)
  return openAnswerSignal(reply.raw, watch, {
    caller: session.caller,
    proof: guard.proofOf(request),
    readmit: (proof) => guard.readmit(proof),
    require: (caller) => refuseMissingRole(caller, access),
  })
}

/** Values of a query are strings; `limit` is the only number among them. */
function readIntegers(query: Record<string, unknown>): Record<string, unknown> {
  const { limit } = query
  return typeof limit === 'string' && /^\d{1,9}$/.test(limit) ? { ...query, limit: Number(limit) } : query
}

async function admit<Session extends WebSession>(
  { access }: AppRoute<Session>,
  request: FastifyRequest,
  guard: SessionGuard<Session>,
): Promise<Session | undefined> {
  if (access === 'public') return guard.find(request)
  const session = await guard.require(request)
  refuseMissingRole(session.caller, access)
  return session
}

function applySession(reply: FastifyReply, answer: AppAnswer, secure: boolean): void {
  if (answer.sessionToken === undefined) return
  const cookie =
    answer.sessionToken === null ? clearSessionCookie(secure) : setSessionCookie(answer.sessionToken, secure)
  reply.header('set-cookie', cookie)
}
