import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** A request to an address that anybody may call who knows it. */
export interface InboundCall {
  readonly key: string
  readonly isTest: boolean
  readonly method: string
  /** What follows the key in the path, with the slash before it. */
  readonly path: string
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly contentType: string
  readonly body: Uint8Array
  /** Fires when the caller went away. */
  readonly signal: AbortSignal
}

export interface InboundAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Takes requests of any content below `/hooks`: nothing of them is read before the handler knows who may send. */
export function registerHooks(
  app: FastifyInstance,
  handler: (call: InboundCall) => Promise<InboundAnswer>,
): void {
  void app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
      for (const isTest of [false, true]) {
        for (const path of ['/:key', '/:key/*']) {
          scope.route({
            method: [...METHODS],
            url: isTest ? `/test${path}` : path,
            handler: async (request, reply) => send(reply, await handler(toCall(request, isTest))),
          })
        }
      }
    },
    { prefix: '/hooks' },
  )
}

function toCall(request: FastifyRequest, isTest: boolean): InboundCall {
  const { key = '', '*': rest } = request.params as Record<string, string | undefined>
  return {
    key,
    isTest,
    method: request.method,
    path: rest === undefined ? '' : `/${rest}`,
    query: new URL(request.url, 'http://hook').searchParams,
    headers: request.headers,
    contentType: request.headers['content-type'] ?? '',
    body: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
    get signal() {
      return request.signal
    },
  }
}

/** Whatever a workflow answers, a browser takes it for a page of nobody: it cannot act for who is signed in here. */
function send(reply: FastifyReply, { status, headers, body }: InboundAnswer): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .headers(headers)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(body)
}
