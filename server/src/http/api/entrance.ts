import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError, type Caller, refuseMissingScope } from '#domain/index.ts'
import type { Readmission } from '../access/access-watch.ts'

/** A path prefix under which all operations are served, and who may use them there. */
export interface Entrance extends Readmission {
  /** Such as `/v1`. */
  readonly prefix: string
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>
  /** Throws if the request is refused. Synchronous where possible: it is on the path of every request. */
  admit(request: FastifyRequest, reply: FastifyReply): Caller | Promise<Caller>
}

/**
 * Serves the operations at one entrance. Checks run in this order: admission, path (the router), scope, shape, existence.
 * Admission applies to unknown paths as well, so nobody can probe paths without a key or a session.
 */
export function registerEntrance(
  app: FastifyInstance,
  entrance: Entrance,
  routes: readonly RouteOptions[],
): void {
  const headers = Object.entries(entrance.headers)

  void app.register(
    async (scope) => {
      scope.decorate('entrance', entrance)
      scope.addHook('onRequest', (request, reply, done) => {
        for (const [name, value] of headers) reply.header(name, value)
        const caller = entrance.admit(request, reply)
        // Fastify awaits a promise if the hook returns one, and waits for `done` otherwise.
        if (caller instanceof Promise) {
          return caller.then((resolved) => {
            checkAdmitted(resolved, request)
            return app.requestTurns.isFreeFor(resolved.account.id)
              ? undefined
              : app.requestTurns.next(resolved.account.id)
          })
        }
        checkAdmitted(caller, request)
        return app.requestTurns.enter(caller.account.id, done)
      })
      // Without a not-found handler here, the hook above would not run for unknown paths.
      scope.setNotFoundHandler((request) => {
        throw unknownPath(request)
      })
      // A copy: Fastify writes into the options of a route.
      for (const route of routes) if (!isUpload(route) && !takesForms(route)) scope.route({ ...route })
      void scope.register(async (forms) => {
        forms.addContentTypeParser(/^multipart\/form-data/i, (_request, body, done) => done(null, body))
        for (const route of routes) if (takesForms(route)) forms.route({ ...route })
      })
      void scope.register(async (uploads) => {
        uploads.removeAllContentTypeParsers()
        uploads.addContentTypeParser('*', (_request, body, done) => done(null, body))
        for (const route of routes) if (isUpload(route)) uploads.route({ ...route })
      })
    },
    { prefix: entrance.prefix },
  )
}

/** Whether the handler reads the body itself, whatever its type. */
function isUpload({ config }: RouteOptions): boolean {
  return config?.operation?.upload === true
}

/** Whether the body may be multipart, which the handler reads. */
function takesForms({ config }: RouteOptions): boolean {
  return config?.operation?.formData === true
}

function unknownPath(request: FastifyRequest): AppError {
  const path = request.url.split('?', 1)[0] ?? ''
  return new AppError('NOT_FOUND', `The API has no operation ${request.method} ${path.slice(0, 200)}.`)
}

/** Throws if the request is refused. Fastify catches what a hook throws synchronously. */
function checkAdmitted(caller: Caller, request: FastifyRequest): void {
  request.caller = caller
  // Checked before the body is read: an unknown path is a 404, whatever the body is.
  if (request.is404) throw unknownPath(request)
  // Read once: Fastify creates a new object on every access.
  const { operation } = request.routeOptions.config
  request.operation = operation
  if (operation !== undefined) refuseMissingScope(caller, operation.scope)
}
