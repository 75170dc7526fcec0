import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiVersion } from '@millrace/contract/versions.ts'
import { AppError } from '#domain/index.ts'
import { bindOperation, type Binding, type BindingContext } from './bind-operation.ts'
import { type Admission, type Gate, refuseMissingScope } from './gate.ts'
import { versionHeaders } from './version-headers.ts'

export interface ApiOptions extends BindingContext {
  readonly gate: Gate
  readonly version: ApiVersion
  readonly bindings: readonly Binding[]
}

/**
 * Registers one version of the API. Checks run in this order: key, rate limit, path (the router), scope, shape, existence.
 * The first two apply to unknown paths as well, so nobody can probe paths without a key.
 */
export function registerApi(app: FastifyInstance, options: ApiOptions): void {
  const { gate, version, bindings } = options
  const headers = Object.entries(versionHeaders(version))

  void app.register(
    async (api) => {
      api.addHook('onRequest', (request, reply, done) => {
        for (const [name, value] of headers) reply.header(name, value)
        const admission = gate.admit(request.headers.authorization)
        // Fastify awaits a promise if the hook returns one, and waits for `done` otherwise.
        if (admission instanceof Promise) {
          return admission.then((resolved) => checkAdmitted(gate, resolved, request, reply))
        }
        checkAdmitted(gate, admission, request, reply)
        return done()
      })
      // Without a not-found handler here, the hook above would not run for unknown paths.
      api.setNotFoundHandler((request) => {
        throw unknownPath(request)
      })
      for (const binding of bindings) bindOperation(api, binding, options)
    },
    { prefix: `/${version.name}` },
  )
}

function unknownPath(request: FastifyRequest): AppError {
  const path = request.url.split('?', 1)[0] ?? ''
  return new AppError('NOT_FOUND', `The API has no operation ${request.method} ${path.slice(0, 200)}.`)
}

/** Throws if the request is refused. Fastify catches what a hook throws synchronously. */
function checkAdmitted(gate: Gate, admission: Admission, request: FastifyRequest, reply: FastifyReply): void {
  admitRequest(gate, admission, request, reply)
  // Checked before the body is read: an unknown path is a 404, whatever the body is.
  if (request.is404) throw unknownPath(request)
  // Read once: Fastify creates a new object on every access.
  const { operation } = request.routeOptions.config
  request.operation = operation
  if (operation !== undefined) refuseMissingScope(admission.key, operation.scope)
}

/** Stores the admission and sets the rate limit headers, also on answers to requests over the limit. */
export function admitRequest(
  gate: Gate,
  admission: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  request.admission = admission
  const { rate } = admission
  reply.header('x-ratelimit-limit', rate.limit)
  reply.header('x-ratelimit-remaining', rate.remaining)
  reply.header('x-ratelimit-reset', rate.resetAt)
  gate.refuseExcess(rate)
}
