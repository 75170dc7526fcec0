import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Operation } from '@millrace/contract/operation.ts'
import { withholdInChunks, withholdsLinks } from '#domain/index.ts'
import type { RememberedAnswer, Transaction, Transactions } from '#ports/index.ts'
import type { AccessWatch } from '../access/access-watch.ts'
import { lostAccess } from '../access/open-answer-signal.ts'
import { eventsWhilePermitted, whilePermitted } from '../access/while-permitted.ts'
import {
  type AnyRequestCheck,
  type Call,
  type CallOf,
  CallReader,
  type LargeContent,
  type RequestCheck,
} from './call.ts'
import {
  describeRequest,
  type Idempotency,
  type IdempotentRequest,
  readIdempotencyKey,
} from './idempotent-replay.ts'
import { type ChangeRecorder, RecordedOperation, type RecordedAnswer } from './recorded-change.ts'
import { takesGzip, toGzip } from './compress-body.ts'
import { receiveForm, toFormBody } from '../uploads/receive-form.ts'
import { type ContentReceiver, receiveUpload } from '../uploads/receive-upload.ts'
import { matchesTag } from './matches-tag.ts'
import { type LongBodyReader, MAX_LONG_BODY_BYTES, UnreadBody } from './unread-body.ts'
import {
  type Answer,
  type ContentAnswer,
  sendContent,
  sendJson,
  sendStream,
  type StreamedAnswer,
  successBody,
} from './replies.ts'

/**
 * How one operation of the contract is answered. There are three modes; they differ in who opens the transaction.
 *
 * 1. `reads`: nobody. The handler changes nothing. It answers with data or, for what is too long for memory, with a stream.
 * 2. `writes`: the binding. Everything the handler does happens in one transaction.
 * 3. `commits`: the handler. `prepare` does what takes long or calls other services and must not hold a transaction open;
 *    `commit` stores the result.
 *
 * What changes something is recorded in the audit log, in the same transaction (`recorded-change.ts`); for `commits` the
 * binding then opens the transaction.
 *
 * Every POST accepts an `Idempotency-Key`, in every mode. The answer is then stored in the transaction that does the work;
 * `commit` is given that transaction.
 *
 * A sender that loses access while a handler waits (`call.signal`) is refused. What is committed stays, and is answered with what
 * was known at the commit.
 */
export type Binding = ReadBinding | WriteBinding | CommitBinding

/** An answer that is durable, and maybe a better one that takes longer, as with `Prefer: wait`; undefined: the first stands. */
export interface Outcome extends RecordedAnswer {
  laterAnswer?(): Promise<Answer | undefined>
}

export type ReadHandler<O> = (call: CallOf<O>) => Promise<Answer | StreamedAnswer | ContentAnswer>
/** The handler may run more than once; see `Transactions.write`. */
export type WriteHandler<O> = (call: CallOf<O>, tx: Transaction) => Promise<Outcome>

export interface CommitHandler<O, Prepared> {
  /** Runs outside of any transaction, and not at all if the answer is stored already. */
  prepare?(call: CallOf<O>): Prepared | Promise<Prepared>
  /** Uses `tx` if it is given, and opens its own transaction otherwise. */
  commit(call: CallOf<O>, prepared: Prepared, tx: Transaction | undefined): Promise<Outcome>
}

interface ReadBinding {
  readonly mode: 'reads'
  readonly operation: Operation
  readonly check: AnyRequestCheck | undefined
  readonly handler: (call: Call) => Promise<Answer | StreamedAnswer | ContentAnswer>
}

interface WriteBinding {
  readonly mode: 'writes'
  readonly operation: Operation
  readonly check: AnyRequestCheck | undefined
  readonly handler: (call: Call, tx: Transaction) => Promise<Outcome>
}

interface CommitBinding {
  readonly mode: 'commits'
  readonly operation: Operation
  readonly check: AnyRequestCheck | undefined
  readonly handler: {
    readonly prepare?: (call: Call) => unknown
    readonly commit: (call: Call, prepared: unknown, tx: Transaction | undefined) => Promise<Outcome>
  }
}

// `CallReader` checks calls against the schemas of this very operation, so the bindings may drop the precise types.

export function reads<O extends Operation>(
  operation: O,
  handler: ReadHandler<O>,
  check?: RequestCheck<O>,
): Binding {
  return {
    mode: 'reads',
    operation,
    handler: handler as ReadBinding['handler'],
    check: check as AnyRequestCheck | undefined,
  }
}

export function writes<O extends Operation>(
  operation: O,
  handler: WriteHandler<O>,
  check?: RequestCheck<O>,
): Binding {
  return {
    mode: 'writes',
    operation,
    handler: handler as WriteBinding['handler'],
    check: check as AnyRequestCheck | undefined,
  }
}

export function commits<O extends Operation, Prepared>(
  operation: O,
  handler: CommitHandler<O, Prepared>,
  check?: RequestCheck<O>,
): Binding {
  return {
    mode: 'commits',
    operation,
    handler: handler as CommitBinding['handler'],
    check: check as AnyRequestCheck | undefined,
  }
}

export interface BindingContext {
  readonly transactions: Transactions
  readonly idempotency: Idempotency
  readonly changes: ChangeRecorder
  readonly longBodies: LongBodyReader
  readonly contents: ContentReceiver
  readonly access: AccessWatch
}

/** One request on its way through its binding. */
interface BoundCall {
  readonly binding: Binding
  readonly recorded: RecordedOperation
  readonly call: Call
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly context: BindingContext
}

/** The route of an operation, relative to the prefix of an entrance. */
export function toRoute(binding: Binding, context: BindingContext): RouteOptions {
  const { operation } = binding
  const reader = new CallReader(operation, context.access, binding.check)
  const recorded = new RecordedOperation(operation, context.changes)
  const answer = (request: FastifyRequest, reply: FastifyReply, large?: LargeContent) => {
    const call = reader.read(request, reply.raw, large)
    const idempotent = readIdempotentRequest(request, call)
    const bound = { binding, recorded, call, request, reply, context }
    return idempotent === undefined ? answerOnce(bound) : answerIdempotently({ ...bound, idempotent })
  }
  const route = { method: operation.method, url: operation.path, config: { operation } }
  if (operation.upload === true) {
    return {
      ...route,
      async handler(request, reply) {
        // What is wrong beside the body is said before it is read.
        reader.read(request, reply.raw)
        const upload = await receiveUpload(request, reply, context.contents)
        const { size, sha256 } = upload
        // Instead of the content: requests with the same `Idempotency-Key` are compared by it.
        request.body = { name: upload.name, media_type: upload.mediaType, size, sha256 }
        try {
          return await answer(request, reply, { upload })
        } catch (error) {
          await context.contents.discard([upload])
          throw error
        }
      },
    }
  }
  if (operation.formData === true) {
    return {
      ...route,
      async handler(request, reply) {
        if (!(request.body instanceof Readable)) return answer(request, reply)
        const form = await receiveForm(request, reply, context.contents)
        request.body = toFormBody(form)
        try {
          return await answer(request, reply, { form })
        } catch (error) {
          await context.contents.discard(form.uploads.map(({ content }) => content))
          throw error
        }
      },
    }
  }
  const { longText } = operation
  if (longText === undefined) return { ...route, handler: (request, reply) => answer(request, reply) }
  const { longBodies } = context
  return {
    ...route,
    bodyLimit: MAX_LONG_BODY_BYTES,
    async preParsing(request, reply) {
      await longBodies.admit(request, reply)
    },
    async handler(request, reply) {
      if (!(request.body instanceof UnreadBody)) return answer(request, reply)
      return answer(request, reply, { longText: await longBodies.read(request, reply, longText) })
    },
  }
}

function readIdempotentRequest(request: FastifyRequest, call: Call): IdempotentRequest | undefined {
  if (request.method !== 'POST') return undefined
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  if (key === undefined) return undefined
  const path = request.url.split('?', 1)[0] ?? request.url
  return { account: call.account, key, description: describeRequest(request.method, path, call.body) }
}

async function answerOnce(bound: BoundCall) {
  const { binding, call, reply } = bound
  if (binding.mode === 'reads') {
    const { method } = reply.request
    const { sent } = await (method === 'POST' ? answerRead(bound, binding) : answerInSlot(bound, binding))
    return sent
  }
  const outcome = await change(bound, binding)
  const later = outcome.laterAnswer === undefined ? undefined : await waitForLater(bound, outcome)
  return sendAnswer(binding.operation, withWarnings(call, later ?? outcome), reply)
}

/** Awaiting a reply means to wait until the client has received it; awaiting this does not. */
interface Sent {
  readonly sent: FastifyReply
}

/** For what is read from the store. The few reads with a body compute, in turn with runs. */
async function answerInSlot(bound: BoundCall, binding: ReadBinding): Promise<Sent> {
  const { call, request, reply } = bound
  const { readSlots } = reply.server
  const turn = readSlots.enter(call.account)
  try {
    if (turn !== undefined) {
      await turn
      // The client has disconnected meanwhile.
      if (request.raw.socket.destroyed) return { sent: reply.hijack() }
    }
    return await answerRead(bound, binding)
  } finally {
    readSlots.leave(call.account, Number(reply.getHeader('content-length') ?? 0))
  }
}

async function answerRead({ call, reply }: BoundCall, { operation, handler }: ReadBinding): Promise<Sent> {
  const outcome = await unlessRefused(reply.raw, handler(call))
  if ('chunks' in outcome) return { sent: sendChunks(operation, { answer: outcome, call }, reply) }
  if ('content' in outcome) {
    const isSent = reply.request.method !== 'HEAD'
    const content = isSent ? whilePermitted(outcome.content, call.signal) : outcome.content
    return { sent: sendContent(reply, { ...outcome, content }) }
  }
  const { requestTurns } = reply.server
  // Long answers take long to write. What arrived for many of them together is not written in one turn.
  if (!requestTurns.isFreeFor(call.account)) await requestTurns.next(call.account)
  return sendRead(operation, withWarnings(call, outcome), reply)
}

function change(bound: BoundCall, binding: WriteBinding | CommitBinding): Promise<Outcome> {
  const { call, context } = bound
  if (binding.mode === 'writes') {
    return context.transactions.write((tx) => inRecord(bound, tx, () => binding.handler(call, tx)))
  }
  const prepared = binding.handler.prepare?.(call)
  return prepared instanceof Promise
    ? unlessRefused(bound.reply.raw, prepared).then((result) => commitOnce(bound, binding, result))
    : commitOnce(bound, binding, prepared)
}

/** The result of a handler that may have waited, unless the sender has lost access meanwhile. */
async function unlessRefused<T>(response: ServerResponse, handled: T | Promise<T>): Promise<T> {
  try {
    const result = await handled
    const refusal = lostAccess(response)
    if (refusal !== undefined) throw refusal
    return result
  } catch (error) {
    // What waits by the signal of the call may fail when it fires.
    throw lostAccess(response) ?? error
  }
}

/** Undefined for a sender that has lost access meanwhile: it is told what it was told before, not how the run ended. */
async function waitForLater({ reply }: BoundCall, { laterAnswer }: Outcome): Promise<Answer | undefined> {
  const later = await laterAnswer?.()
  return lostAccess(reply.raw) === undefined ? later : undefined
}

function commitOnce(bound: BoundCall, { handler }: CommitBinding, prepared: unknown): Promise<Outcome> {
  const { call, context, recorded } = bound
  if (!recorded.isRecorded(call)) return handler.commit(call, prepared, undefined)
  return context.transactions.write((tx) => inRecord(bound, tx, () => handler.commit(call, prepared, tx)))
}

function inRecord(
  { recorded, call, request }: BoundCall,
  tx: Transaction,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  return recorded.record(tx, { call, request, work })
}

interface IdempotentCall extends BoundCall {
  readonly idempotent: IdempotentRequest
}

type Done = { readonly replay: RememberedAnswer } | { readonly replay?: undefined; readonly outcome: Outcome }

async function answerIdempotently(bound: IdempotentCall): Promise<FastifyReply> {
  const { binding, call, idempotent, reply, context } = bound
  const { idempotency, transactions } = context
  const { operation } = binding
  const done =
    binding.mode === 'commits' && binding.handler.prepare !== undefined
      ? await idempotency.inTurn(idempotent, () => handlePrepared(bound, binding))
      : await handleAndRemember(bound, (tx) => handleIn(tx, bound))

  if (done.replay !== undefined) {
    for (const [name, value] of Object.entries(done.replay.headers)) reply.header(name, value)
    reply.header('idempotent-replayed', 'true')
    return sendJson(reply, done.replay.status, forCaller(reply, done.replay.body))
  }
  const { outcome } = done
  const later = await waitForLater(bound, outcome)
  if (later !== undefined) {
    const answer = toRemembered(operation, withWarnings(call, later))
    await transactions.write((tx) => idempotency.remember(tx, idempotent, answer))
  }
  return sendAnswer(operation, withWarnings(call, later ?? outcome), reply)
}

/** The work that cannot be part of the transaction is not done again for a request that was answered before. */
async function handlePrepared(bound: IdempotentCall, { handler }: CommitBinding): Promise<Done> {
  const { call, idempotent, reply, context } = bound
  const replay = await context.idempotency.find(idempotent)
  if (replay !== undefined) return { replay }
  const prepared = await unlessRefused(reply.raw, handler.prepare?.(call))
  return handleAndRemember(bound, (tx) => inRecord(bound, tx, () => handler.commit(call, prepared, tx)))
}

function handleAndRemember(
  { binding, call, idempotent, context }: IdempotentCall,
  work: (tx: Transaction) => Promise<Outcome>,
): Promise<Done> {
  const { idempotency, transactions } = context
  return transactions.write(async (tx) => {
    const replay = await idempotency.claim(tx, idempotent)
    if (replay !== undefined) return { replay }
    const outcome = await work(tx)
    const answer = toRemembered(binding.operation, withWarnings(call, outcome))
    await idempotency.remember(tx, idempotent, answer)
    return { outcome }
  })
}

async function handleIn(tx: Transaction, bound: IdempotentCall): Promise<Outcome> {
  const { binding, call } = bound
  if (binding.mode === 'writes') return inRecord(bound, tx, () => binding.handler(call, tx))
  if (binding.mode === 'commits') {
    return inRecord(bound, tx, () => binding.handler.commit(call, undefined, tx))
  }
  const answer = await binding.handler(call)
  if ('chunks' in answer || 'content' in answer)
    throw new Error(`${binding.operation.id} streams its answer, so it must not be a POST.`)
  return answer
}

/** Says which fields of the request were ignored, besides what the handler warns of. */
function withWarnings<A extends Answer>({ warnings }: Call, answer: A): A {
  if (warnings.length === 0) return answer
  const own = answer.meta !== undefined && 'warnings' in answer.meta ? answer.meta.warnings : undefined
  return {
    ...answer,
    meta: { ...answer.meta, warnings: Array.isArray(own) ? [...(own as string[]), ...warnings] : warnings },
  }
}

function toRemembered(operation: Operation, answer: Answer) {
  return {
    status: answer.status ?? operation.success.status,
    headers: answer.headers ?? {},
    body: successBody(answer),
  }
}

function sendAnswer(
  operation: Operation,
  answer: Answer,
  reply: FastifyReply,
  body: string | Buffer = forCaller(reply, successBody(answer)),
): FastifyReply {
  const { headers } = answer
  for (const name in headers) reply.header(name, headers[name])
  return sendJson(reply, answer.status ?? operation.success.status, body)
}

/** Links and addresses are left out where the caller could not do by its scopes what they allow. */
function forCaller(reply: FastifyReply, body: string): string {
  const withhold = withholdsLinks(reply.request.caller.scopes)
  return withhold === undefined ? body : withhold(body)
}

/**
 * Reads can be long, and what a client has already need not be sent again.
 *
 * An `ETag` names the state of a resource, not the bytes of a response, so it is the same with and without compression. It must
 * also stay strong: clients send it back as `If-Match`, which a weak tag never matches. RFC 9110 (8.8.3) wants a strong tag to
 * differ by encoding for the sake of caches and of ranges; these answers are not cached (`no-store`) and have no ranges.
 */
async function sendRead(operation: Operation, answer: Answer, reply: FastifyReply): Promise<Sent> {
  const { headers: received } = reply.request
  const tag = answer.headers?.['etag']
  if (operation.revalidated === true && tag !== undefined && matchesTag(received['if-none-match'], tag)) {
    return { sent: reply.code(304).header('etag', tag).header('cache-control', 'no-store').send() }
  }
  const body = forCaller(reply, successBody(answer))
  if (!takesGzip(body, received['accept-encoding']))
    return { sent: sendAnswer(operation, answer, reply, body) }
  reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding')
  return { sent: sendAnswer(operation, answer, reply, await toGzip(body)) }
}

interface StreamedCall {
  readonly answer: StreamedAnswer
  readonly call: Call
}

function sendChunks(operation: Operation, { answer, call }: StreamedCall, reply: FastifyReply) {
  const { status, mediaType } = operation.success
  if (mediaType === undefined) throw new Error(`${operation.id} names no media type for its stream.`)
  const { chunks, headers } = answer
  const sent = { status, type: `${mediaType}; charset=utf-8`, headers }
  // The framework reads a stream to its end even for a HEAD request.
  if (reply.request.method === 'HEAD') return sendStream(reply, { ...sent, chunks: [] })
  const whileAllowed = mediaType === 'text/event-stream' ? eventsWhilePermitted : whilePermitted
  const permitted = whileAllowed(chunks, call.signal)
  const withhold = withholdsLinks(reply.request.caller.scopes)
  return sendStream(reply, {
    ...sent,
    chunks: withhold === undefined ? permitted : withholdInChunks(permitted, withhold),
  })
}
