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
 * One version of the interface. The order of checks is the order below: key, rate limit, path (the router), scope,
 * shape, existence. The first two hold for unknown paths as well, so nobody learns the paths without a key.
 */
export function registerApi(app: FastifyInstance, options: ApiOptions): void {
  const { gate, version, bindings } = options
  const headers = Object.entries(versionHeaders(version))

  void app.register(
    async (api) => {
      api.addHook('onRequest', (request, reply, done) => {
        for (const [name, value] of headers) reply.header(name, value)
        const admission = gate.admit(request.headers.authorization)
        // The framework waits for a promise if it gets one, and for `done` otherwise.
        if (admission instanceof Promise) {
          return admission.then((later) => checkAdmitted(gate, later, request, reply))
        }
        checkAdmitted(gate, admission, request, reply)
        return done()
      })
      // The hook above has answered; the handler makes the hook run for unknown paths, too.
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
  return new AppError('NOT_FOUND', `There is no ${request.method} ${path.slice(0, 200)} in this interface.`)
}

/** Throws what refuses the request. What it throws at once the framework catches. */
function checkAdmitted(gate: Gate, admission: Admission, request: FastifyRequest, reply: FastifyReply): void {
  letIn(gate, admission, request, reply)
  // Here, before the body is read: an unknown path is not there, whatever comes with it.
  if (request.is404) throw unknownPath(request)
  // Looked at once: the framework makes the object anew with every look.
  const { operation } = request.routeOptions.config
  request.operation = operation
  if (operation !== undefined) refuseMissingScope(admission.key, operation.scope)
}

/** Notes who is let in, and tells of the rate limit, also to those who are beyond it. */
export function letIn(gate: Gate, admission: Admission, request: FastifyRequest, reply: FastifyReply): void {
  request.admission = admission
  const { rate } = admission
  reply.header('x-ratelimit-limit', rate.limit)
  reply.header('x-ratelimit-remaining', rate.remaining)
  reply.header('x-ratelimit-reset', rate.resetAt)
  gate.refuseExcess(rate)
}
