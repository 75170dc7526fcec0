import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { AppError, clientNetwork } from '#domain/index.ts'
import './api/fastify-types.ts'
import { isLarge, LargeBodies } from './bodies/large-bodies.ts'
import { refuseCompressed } from './bodies/refuse-compressed.ts'
import { ReadSlots } from './api/read-slots.ts'
import { RequestTurns } from './api/request-turns.ts'
import { errorBody, JSON_TYPE, sendError } from './api/replies.ts'
import { MAX_BODY_BYTES, parseJson, parseJsonInParts } from './bodies/parse-json.ts'
import { UnreadBody } from './api/unread-body.ts'
import { addressOf } from './clients/client-address.ts'
import type { HostedRequest } from './own-hosts.ts'
import { handlePipelinedInTurns } from './pipelined-requests.ts'
import { joinSmallChunks } from './small-chunks.ts'
import { toAppError } from './api/to-app-error.ts'
import { takesLong, TOO_SLOW } from './uploads/receive-body.ts'

export interface AppOptions {
  readonly logger: FastifyBaseLogger
  /** Proxies whose X-Forwarded headers are trusted. */
  readonly trustedProxies: readonly string[]
  /** Checked before anything else: true while the service is stopping. */
  isDraining(): boolean
  /** Which requests are meant for this service; undefined if every host is accepted. */
  readonly isOwnHost?: ((request: HostedRequest) => boolean) | undefined
  /** How long a client may take to send a request, body included. */
  readonly receiveTimeoutMs?: number
  /** Checks the key of a request whose path the router cannot parse: such a request skips the hooks. */
  admitBadUrl(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

const RECEIVE_TIMEOUT_MS = 30_000
/** Headers are short: a client that needs longer than this sends them slowly on purpose. */
const HEADERS_TIMEOUT_MS = 10_000
/** How often Node looks for requests that took too long; its own interval would let them live twice as long. */
const TIMEOUT_CHECK_MS = 1_000

/** Creates the server with what applies to every response, whatever the route. */
export function createApp(options: AppOptions): FastifyInstance {
  const receiveTimeoutMs = options.receiveTimeoutMs ?? RECEIVE_TIMEOUT_MS
  const app = Fastify({
    loggerInstance: withoutChildren(options.logger),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    genReqId: (request) => acceptRequestId(request.headers['x-request-id']) ?? randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: receiveTimeoutMs,
    // Checked below, so that the response has the same format as all others.
    http: {
      requireHostHeader: false,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, receiveTimeoutMs),
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, receiveTimeoutMs),
    },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    clientErrorHandler: answerClientError,
    // `CallReader` checks requests against the contract; without this Fastify would load its own schema compilers.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    frameworkErrors: (error, request, reply) => {
      void answerBadUrl(options, error, request, reply)
    },
  })
  app.server.on('checkExpectation', answerUnknownExpectation)
  handlePipelinedInTurns(app.server)
  joinSmallChunks(app.server, refuseSmallChunks)
  // Typed as always present: the entrance sets it before any handler that reads it.
  app.decorateRequest('caller', null as never)
  app.decorateRequest('operation', undefined)
  app.removeAllContentTypeParsers()
  const largeBodies = new LargeBodies()
  const turns = new RequestTurns()
  app.decorate('requestTurns', turns)
  app.decorate('largeBodies', largeBodies)
  app.decorate('readSlots', new ReadSlots())
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Documents of many megabytes are read in a worker.
    if (body.length > MAX_BODY_BYTES) {
      try {
        refuseUnreadable(request.headers)
        done(null, new UnreadBody(body))
      } catch (error) {
        done(error as Error)
      }
      return
    }
    if (!isLarge(body.length)) {
      try {
        refuseUnreadable(request.headers)
        done(null, body.length === 0 ? undefined : parseJson(body))
      } catch (error) {
        done(error as Error)
      }
      return
    }
    largeBodies.take(ownerOf(request), function* parseInTurns(isAlone) {
      try {
        refuseUnreadable(request.headers)
        const parsed = yield* parseJsonInParts(body, isAlone)
        return () => done(null, parsed)
      } catch (error) {
        return () => done(error as Error)
      }
    })
  })

  app.addHook('onRequest', (request, reply, done) => {
    largeBodies.notice(request.headers['content-length'])
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    const refusal = refuseEarly(request, options)
    if (refusal !== undefined) reply.header('connection', 'close')
    // Entrances decide who has the turn. Whoever asks whether the service is alive waits for nobody.
    if (refusal !== undefined || request.url === '/livez' || request.routeOptions.config.operation)
      done(refusal)
    else turns.enter(ANYBODY, done, () => clientNetwork(addressOf(request)))
  })
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(reply, toAppError(error, request)))
  if (options.logger.level === 'debug' || options.logger.level === 'trace') logAnswers(app)
  return app
}

/** All clients without a key or a session, in the turns of requests. */
const ANYBODY = ''

/** Who a request is handled for. */
function ownerOf(request: FastifyRequest): string {
  const { caller } = request as { readonly caller: FastifyRequest['caller'] | null }
  return caller?.account.id ?? addressOf(request)
}

/**
 * A child logger per request is not worth its cost: log lines about a request have its id as a field. A custom logger factory
 * would cost time too, because Fastify then inspects the logger of every request.
 */
function withoutChildren(logger: FastifyBaseLogger): FastifyBaseLogger {
  const childless = Object.create(logger) as FastifyBaseLogger
  childless.child = () => childless
  return childless
}

const FOREIGN_HOST =
  'The header `Host` names another host than the public address of this service. A proxy must pass the header on, or be listed in MILLRACE_TRUSTED_PROXIES and send `X-Forwarded-Host`.'

function isMeantForUs({ host, url, raw }: FastifyRequest, isOwnHost: (request: HostedRequest) => boolean) {
  return isOwnHost({ host, path: url.split('?', 1)[0] ?? '', localAddress: raw.socket.localAddress })
}

/** Refusals that do not depend on the route; the connection is closed after the response. */
function refuseEarly(request: FastifyRequest, options: AppOptions): AppError | undefined {
  if (options.isDraining()) {
    const message = 'The service is stopping. Try again in a moment.'
    return new AppError('INTERNAL_ERROR', message, {}, { kind: 'unavailable' })
  }
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
    const issues = [{ path: 'Host', message: 'is required' }]
    return new AppError('VALIDATION_ERROR', 'The header `Host` is missing.', { issues })
  }
  if (options.isOwnHost !== undefined && !isMeantForUs(request, options.isOwnHost)) {
    const issues = [{ path: 'Host', message: 'must be the host of MILLRACE_PUBLIC_URL' }]
    return new AppError('VALIDATION_ERROR', FOREIGN_HOST, { issues })
  }
  return undefined
}

/** By default Node answers an unknown `Expect` with an empty 417. */
function answerUnknownExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const message = 'The header `Expect` may only be `100-continue`.'
  const body = errorBody(new AppError('VALIDATION_ERROR', message, { issues: [{ path: 'Expect', message }] }))
  const headers = { 'content-type': JSON_TYPE, 'cache-control': 'no-store', 'x-request-id': randomUUID() }
  response.writeHead(417, headers).end(body)
}

function refuseSchemas(): never {
  throw new Error('Schemas belong in the contract, not in the options of a route.')
}

function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id } = request
    const url = request.url.split('?', 1)[0]
    const answer = { request_id: id, method, url, status: reply.statusCode, ms: reply.elapsedTime }
    request.log.debug(answer, 'request completed')
    done()
  })
}

/** A request id of the client is used if it is harmless, so that the logs of both sides can be searched for it. */
function acceptRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : undefined
}

/** Throws if the bytes of the body are not JSON in UTF-8, whatever they contain. */
function refuseUnreadable(headers: FastifyRequest['headers']): void {
  refuseCompressed(headers)
  refuseOtherCharsets(headers['content-type'])
}

function refuseOtherCharsets(contentType: string | undefined): void {
  if (contentType === 'application/json') return
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1]
  if (charset === undefined || /^utf-?8$/i.test(charset)) return
  throw new AppError(
    'VALIDATION_ERROR',
    'The body must be JSON in UTF-8.',
    { issues: [{ path: 'Content-Type', message: `must use the charset utf-8, not ${charset}` }] },
    { kind: 'media_type' },
  )
}

async function answerBadUrl(
  options: AppOptions,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.header('x-request-id', request.id)
  try {
    await options.admitBadUrl(request, reply)
    sendError(reply, toAppError(error, request))
  } catch (refusal) {
    sendError(reply, toAppError(refusal as Error, request))
  }
}

const SMALL_CHUNKS = 'SMALL_CHUNKS'

/** A request that is not valid HTTP never reaches a route; its response still has the same format. */
function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && takesLong(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  // The response to an earlier valid request on the same connection goes first.
  // oxlint-disable-next-line no-underscore-dangle -- Node exposes it nowhere else
  const inFlight = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage
  if (inFlight?.req.complete === true) inFlight.once('finish', () => refuseClient(error, socket))
  else refuseClient(error, socket)
}

/** The rest of the body is not read, so the connection is closed. */
function refuseSmallChunks({ socket }: IncomingMessage, response: ServerResponse): void {
  const isNext = response.socket !== null && !response.headersSent
  if (isNext) refuseClient({ code: SMALL_CHUNKS }, socket)
  socket.destroySoon()
}

function refuseClient(error: { readonly code?: string }, socket: Socket): void {
  if (!socket.writable) return
  const [status, message] = describeClientError(error.code)
  const body = errorBody(new AppError('VALIDATION_ERROR', message, { issues: [{ path: '', message }] }))
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: ${JSON_TYPE}\r\nCache-Control: no-store\r\nX-Request-Id: ${randomUUID()}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function describeClientError(code: string | undefined): [string, string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['431 Request Header Fields Too Large', 'The request headers are too large.']
  if (code === SMALL_CHUNKS)
    return ['400 Bad Request', 'The body was sent in too many small chunks. Send it in larger ones.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', TOO_SLOW]
  return ['400 Bad Request', 'The request is not valid HTTP.']
}
