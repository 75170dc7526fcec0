import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { AppError } from '#domain/index.ts'
import { statusOf } from '../api/error-status.ts'
import { parseForm } from '../bodies/parse-form.ts'
import { readJson } from '../bodies/in-turn.ts'
import { refuseCompressed } from '../bodies/refuse-compressed.ts'
import { addressOf } from '../clients/client-address.ts'
import { toAppError } from '../api/to-app-error.ts'
import { closeUnread } from '../uploads/close-unread.ts'
import { InboundContent } from './inbound-content.ts'

/** What the handler of a public page sees. */
export interface PageCall {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Fields that the form on the page sent; empty if it sent none. */
  readonly sent: URLSearchParams
  /** A multipart body, if the pages accept it. It is not read before the handler asks for it. */
  readonly content: InboundContent | undefined
  /** JSON that a program sent instead, if the pages accept it. */
  readonly json: unknown
  /** Whether a script of the page sent the request: it wants to know where to go next instead of being sent there. */
  readonly isScript: boolean
  /** Whether the client is a browser, which displays pages. */
  readonly isBrowser: boolean
  /** Network address of the client. */
  readonly from: string
}

export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Pages below one prefix that need neither a key nor a session. */
export interface PublicPages {
  readonly prefix: string
  readonly routes: readonly PageRoute[]
  /** Whether programs may send JSON instead of form fields. */
  readonly acceptsJson?: boolean
  /** Whether the pages have forms with files. */
  readonly acceptsFiles?: boolean
  /** Maximum size of a body in bytes; the limit of the server by default. */
  readonly bodyLimit?: number
  notFound(): PageAnswer
  failed(error: AppError, status: number, isBrowser: boolean): PageAnswer
}

export interface PageRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly handler: (call: PageCall) => Promise<PageAnswer>
}

/** Every response below the prefix is a page, errors included. Bodies are HTML form data, or JSON if the pages accept it. */
export function registerPublicPages(app: FastifyInstance, pages: PublicPages): void {
  void app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (request, body, done) => {
          try {
            refuseCompressed(request.headers)
            done(null, parseForm(body as string))
          } catch (error) {
            done(error as Error)
          }
        },
      )
      if (pages.acceptsJson === true) {
        scope.addContentTypeParser(
          'application/json',
          { parseAs: 'buffer' },
          async (request: FastifyRequest, body: Buffer) => {
            refuseCompressed(request.headers)
            return body.length === 0
              ? undefined
              : { json: await readJson(app.largeBodies, addressOf(request), body) }
          },
        )
      }
      if (pages.acceptsFiles === true) {
        scope.addContentTypeParser(/^multipart\/form-data/i, (_request, body, done) => done(null, body))
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
            const answer = await handler(readCall(request)).finally(() => {
              if (request.body instanceof Readable) closeUnread(request, reply)
            })
            return sendPage(reply, answer)
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
  const content = body instanceof Readable ? new InboundContent(request, body) : undefined
  return {
    params: request.params as Record<string, string>,
    query: new URLSearchParams(request.url.split('?', 2)[1]),
    sent: sent ?? new URLSearchParams(),
    content,
    json: sent === undefined && content === undefined ? jsonOf(body) : undefined,
    isScript: request.headers.accept === 'application/json',
    isBrowser: isBrowser(request),
    from: addressOf(request),
  }
}

function jsonOf(body: unknown): unknown {
  return (body as { json: unknown } | undefined)?.json
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
