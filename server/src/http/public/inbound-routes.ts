import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inTurn, readJson } from '../bodies/in-turn.ts'
import { closeUnread } from '../uploads/close-unread.ts'
import { InboundContent } from './inbound-content.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Media types of bodies that become data. */
const TEXTS =
  /^\s*(?:application\/(?:[\w.+-]*\+)?(?:json|xml)|application\/x-www-form-urlencoded|text\/[\w.+-]+|[\w.+-]+\/[\w.-]*\+(?:json|xml))\s*(?:;|$)/i

/** A request to an inbound webhook. Anyone who knows its address can send one. */
export interface InboundCall {
  readonly key: string
  readonly isTest: boolean
  readonly method: string
  /** The rest of the path after the key, with its leading slash. */
  readonly path: string
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly contentType: string
  /** Empty if the request brings a content. */
  readonly body: Uint8Array
  /** Parses the body as JSON. A large one takes its turn with others, and owners take turns. */
  readJson(owner: string): Promise<unknown>
  /** Does what takes a while with the body. A large one takes its turn, as for JSON. */
  inTurn<T>(owner: string, work: () => T): Promise<T>
  /** A body that is no text: it is not read before the handler asks for it. */
  readonly content: InboundContent | undefined
  /** Adds headers to the answer, also if it is an error. Those of the answer itself come first. */
  addHeaders(headers: Readonly<Record<string, string>>): void
  /** Fires when the client disconnects. */
  readonly signal: AbortSignal
}

export interface InboundAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | AsyncIterable<Uint8Array>
}

/** Accepts requests with any content below `/hooks`. Bodies are not parsed before the handler has checked the sender. */
export function registerInboundWebhooks(
  app: FastifyInstance,
  handler: (call: InboundCall) => Promise<InboundAnswer>,
): void {
  void app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(TEXTS, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
      scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
      for (const isTest of [false, true]) {
        for (const path of ['/:key', '/:key/*']) {
          scope.route({
            method: [...METHODS],
            url: isTest ? `/test${path}` : path,
            handler: async (request, reply) => {
              const answer = await handler(toCall(request, reply, isTest)).finally(() =>
                closeUnread(request, reply),
              )
              return send(reply, answer)
            },
          })
        }
      }
    },
    { prefix: '/hooks' },
  )
}

function toCall(request: FastifyRequest, reply: FastifyReply, isTest: boolean): InboundCall {
  const { key = '', '*': rest } = request.params as Record<string, string | undefined>
  const body = request.body instanceof Uint8Array ? request.body : new Uint8Array()
  return {
    key,
    isTest,
    method: request.method,
    path: rest === undefined ? '' : `/${rest}`,
    query: queryOf(request.url),
    headers: request.headers,
    contentType: request.headers['content-type'] ?? '',
    body,
    readJson: (owner) => readJson(request.server.largeBodies, owner, body),
    inTurn: (owner, work) => inTurn(request.server.largeBodies, owner, { bytes: body.length, work }),
    content: request.body instanceof Readable ? new InboundContent(request, request.body) : undefined,
    addHeaders: (headers) => void reply.headers(headers),
    get signal() {
      return request.signal
    },
  }
}

/** Of the target of a request, only the query is needed: the router has read the path. */
function queryOf(target: string): URLSearchParams {
  const start = target.indexOf('?')
  if (start === -1) return new URLSearchParams()
  const end = target.indexOf('#', start)
  return new URLSearchParams(target.slice(start, end === -1 ? undefined : end))
}

/**
 * `sandbox` gives the response of a workflow an origin of its own: it cannot act for people who are signed in here. Set last,
 * so that nothing can replace it.
 */
function send(reply: FastifyReply, { status, headers, body }: InboundAnswer): FastifyReply {
  const vary = [reply.getHeader('vary'), headers['vary']].filter((one) => one !== undefined)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .headers(headers)
    .headers(vary.length > 0 ? { vary: vary.join(', ') } : {})
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .send(typeof body === 'string' ? body : Readable.from(body, { objectMode: false }))
}
