import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { AppError } from '#domain/app-error.ts'
import { statusOf } from './error-status.ts'
import { toAppError } from './to-app-error.ts'

/** What a page that anybody may open gets to see. */
export interface PageCall {
  readonly params: Readonly<Record<string, string>>
  /** What the form on the page sent; empty where nothing was sent. */
  readonly sent: URLSearchParams
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
  notFound(): PageAnswer
  failed(error: AppError, status: number): PageAnswer
}

export interface PageRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly handler: (call: PageCall) => Promise<PageAnswer>
}

/** Whatever happens below the prefix is told as a page. Bodies are what a plain HTML form sends, and nothing else. */
export function registerPublicPages(app: FastifyInstance, pages: PublicPages): void {
  void app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_request, body, done) => done(null, new URLSearchParams(body as string)),
      )
      scope.setErrorHandler<FastifyError>((error, request, reply) => {
        const shown = toAppError(error, request)
        return sendPage(reply, pages.failed(shown, statusOf(shown)))
      })
      scope.setNotFoundHandler((_request, reply) => sendPage(reply, pages.notFound()))
      for (const { method, path, handler } of pages.routes) {
        scope.route({
          method,
          url: path,
          async handler(request, reply) {
            const params = request.params as Record<string, string>
            const sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
            return sendPage(reply, await handler({ params, sent, from: request.ip }))
          },
        })
      }
    },
    { prefix: pages.prefix },
  )
}

function sendPage(reply: FastifyReply, { status, headers, body }: PageAnswer): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .headers(headers)
    .send(body)
}
