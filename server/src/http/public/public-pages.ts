import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '#domain/index.ts'
import { statusOf } from '../api/error-status.ts'
import { parseJson } from '../api/parse-json.ts'
import { toAppError } from '../api/to-app-error.ts'

/** What a page that anybody may open gets to see. */
export interface PageCall {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** What the form on the page sent; empty where nothing was sent. */
  readonly sent: URLSearchParams
  /** What a program sent instead, where the pages take that. */
  readonly json: unknown
  /** Whether a browser asks, which shows pages. */
  readonly isBrowser: boolean
  /** The network address the request came from. */
  readonly from: string
}

export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Pages without key and session, below one prefix: they know nothing of who looks at them. */
export interface PublicPages {
  readonly prefix: string
  readonly routes: readonly PageRoute[]
  /** Programs may send JSON instead of what a form sends. */
  readonly takesJson?: boolean
  /** Bytes of a body; as everywhere unless told. */
  readonly bodyLimit?: number
  notFound(): PageAnswer
  failed(error: AppError, status: number, isBrowser: boolean): PageAnswer
}

export interface PageRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly handler: (call: PageCall) => Promise<PageAnswer>
}

/** Whatever happens below the prefix is told as a page. Bodies are what a plain HTML form sends, or JSON where that is taken. */
export function registerPublicPages(app: FastifyInstance, pages: PublicPages): void {
  void app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_request, body, done) => done(null, new URLSearchParams(body as string)),
      )
      if (pages.takesJson === true) {
        scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
          try {
            done(null, body.length === 0 ? undefined : { json: parseJson(body as Buffer) })
          } catch (error) {
            done(error as Error)
          }
        })
      }
      scope.setErrorHandler<FastifyError>((error, request, reply) => {
        const shown = toAppError(error, request)
        return sendPage(reply, pages.failed(shown, statusOf(shown), isBrowser(request)))
      })
      scope.setNotFoundHandler((_request, reply) => sendPage(reply, pages.notFound()))
      for (const { method, path, handler } of pages.routes) {
        scope.route({
          method,
          url: path,
          ...(pages.bodyLimit !== undefined && { bodyLimit: pages.bodyLimit }),
          async handler(request, reply) {
            return sendPage(reply, await handler(readCall(request)))
          },
        })
      }
    },
    { prefix: pages.prefix },
  )
}

function readCall(request: FastifyRequest): PageCall {
  const { body } = request
  const sent = body instanceof URLSearchParams ? body : undefined
  return {
    params: request.params as Record<string, string>,
    query: new URLSearchParams(request.url.split('?', 2)[1]),
    sent: sent ?? new URLSearchParams(),
    json: sent === undefined ? (body as { json: unknown } | undefined)?.json : undefined,
    isBrowser: isBrowser(request),
    from: request.ip,
  }
}

function isBrowser({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true
}

function sendPage(reply: FastifyReply, { status, headers, body }: PageAnswer): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .headers(headers)
    .send(body)
}
