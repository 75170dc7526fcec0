import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '@millrace/contract/operation.ts'
import type { Transaction, Transactions } from '#ports/index.ts'
import { type AnyRequestCheck, type Call, type CallOf, CallReader, type RequestCheck } from './call.ts'
import {
  describeRequest,
  type Idempotency,
  type IdempotentRequest,
  readIdempotencyKey,
} from './idempotent-replay.ts'
import { type Answer, sendJson, sendStream, successBody } from './replies.ts'

/** An answer, and what is to happen once it is durable. The second may replace the first. */
export interface Outcome extends Answer {
  afterCommit?(): void | Promise<Answer | void>
}

/** An answer, and what is to be written for it: not at all when another request with the same key was faster. */
export interface Reached extends Answer {
  commit?(tx: Transaction): Promise<void>
}

export type ReadHandler<O> = (call: CallOf<O>) => Promise<Answer>
/** Everything the handler does goes into `tx`; see `Transactions.write` for what that asks of it. */
export type WriteHandler<O> = (call: CallOf<O>, tx: Transaction) => Promise<Outcome>
export type ReachingHandler<O> = (call: CallOf<O>) => Promise<Reached>
/** `tx` is given when the answer has to be remembered with the work; otherwise the handler sees to its own commit. */
export type SelfCommittingHandler<O> = (call: CallOf<O>, tx: Transaction | undefined) => Promise<Outcome>

/** What is too long for memory: sent piece by piece, in the media type that the operation names. */
export interface StreamedAnswer {
  readonly chunks: AsyncIterable<string>
  readonly headers?: Readonly<Record<string, string>>
}
export type StreamHandler<O> = (call: CallOf<O>) => Promise<StreamedAnswer>

/** How one operation of the contract is answered. Made by `reads`, `writes`, `commitsItself`, `reachesOut`, `streams`. */
export type Binding = AnsweringBinding | StreamingBinding

interface AnsweringBinding {
  readonly operation: Operation
  readonly mode: 'reads' | 'writes' | 'commitsItself' | 'reachesOut'
  readonly check: AnyRequestCheck | undefined
  readonly handler: (call: Call, tx: Transaction | undefined) => Promise<Outcome & Reached>
}

interface StreamingBinding {
  readonly operation: Operation
  readonly mode: 'streams'
  readonly check: undefined
  readonly handler: (call: Call) => Promise<StreamedAnswer>
}

export function reads<O extends Operation>(
  operation: O,
  handler: ReadHandler<O>,
  check?: RequestCheck<O>,
): Binding {
  return bindingOf(operation, 'reads', handler, check)
}

export function writes<O extends Operation>(
  operation: O,
  handler: WriteHandler<O>,
  check?: RequestCheck<O>,
): Binding {
  return bindingOf(operation, 'writes', handler, check)
}

export function commitsItself<O extends Operation>(
  operation: O,
  handler: SelfCommittingHandler<O>,
  check?: RequestCheck<O>,
): Binding {
  return bindingOf(operation, 'commitsItself', handler, check)
}

/** For work that takes long or touches the world and so must not hold a transaction open. */
export function reachesOut<O extends Operation>(
  operation: O,
  handler: ReachingHandler<O>,
  check?: RequestCheck<O>,
): Binding {
  return bindingOf(operation, 'reachesOut', handler, check)
}

/** For answers in another form than JSON. What fails before the first piece is answered like any error. */
export function streams<O extends Operation>(operation: O, handler: StreamHandler<O>): Binding {
  return { operation, mode: 'streams', check: undefined, handler: handler as StreamingBinding['handler'] }
}

/** The reader of calls checks against the schemas of this very operation, so the precise type may be forgotten here. */
function bindingOf(
  operation: Operation,
  mode: AnsweringBinding['mode'],
  handler: unknown,
  check: unknown,
): Binding {
  return {
    operation,
    mode,
    handler: handler as AnsweringBinding['handler'],
    check: check as AnyRequestCheck | undefined,
  }
}

export interface BindingContext {
  readonly transactions: Transactions
  readonly idempotency: Idempotency
}

export function bindOperation(app: FastifyInstance, binding: Binding, context: BindingContext): void {
  const { operation } = binding
  const reader = new CallReader(operation, binding.check)
  app.route({
    method: operation.method,
    url: operation.path,
    config: { operation },
    handler(request, reply) {
      const call = reader.read(request, request.admission.account.id, reply.raw)
      if (binding.mode === 'streams') return answerInPieces(binding, call, request, reply)
      const idempotent = readIdempotentRequest(request, call)
      return idempotent === undefined
        ? answerOnce(binding, call, reply, context)
        : answerIdempotently(binding, call, idempotent, reply, context)
    },
  })
}

function readIdempotentRequest(request: FastifyRequest, call: Call): IdempotentRequest | undefined {
  if (request.method !== 'POST') return undefined
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  if (key === undefined) return undefined
  const path = request.url.split('?', 1)[0] ?? request.url
  return { account: call.account, key, description: describeRequest(request.method, path, call.body) }
}

async function answerInPieces(
  { operation, handler }: StreamingBinding,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { chunks, headers } = await handler(call)
  const { status, mediaType } = operation.success
  if (mediaType === undefined) throw new Error(`${operation.id} names no media type for its stream.`)
  // The framework reads a stream to its end even if only the headers are wanted.
  return sendStream(reply, {
    status,
    type: `${mediaType}; charset=utf-8`,
    headers,
    chunks: request.method === 'HEAD' ? [] : chunks,
  })
}

async function answerOnce(
  binding: AnsweringBinding,
  call: Call,
  reply: FastifyReply,
  context: BindingContext,
) {
  const { mode, handler } = binding
  const outcome =
    mode === 'writes'
      ? await context.transactions.write((tx) => handler(call, tx))
      : await handler(call, undefined)
  const { commit } = outcome
  if (commit !== undefined) await context.transactions.write((tx) => commit(tx))
  const after = outcome.afterCommit?.()
  const answer = after instanceof Promise ? ((await after) ?? outcome) : outcome
  return sendAnswer(binding.operation, answer, reply)
}

function answerIdempotently(
  binding: AnsweringBinding,
  call: Call,
  request: IdempotentRequest,
  reply: FastifyReply,
  context: BindingContext,
) {
  const answer = () => answerAndRemember(binding, call, request, reply, context)
  return binding.mode === 'reachesOut' ? context.idempotency.inTurn(request, answer) : answer()
}

async function answerAndRemember(
  binding: AnsweringBinding,
  call: Call,
  request: IdempotentRequest,
  reply: FastifyReply,
  context: BindingContext,
) {
  const { idempotency, transactions } = context
  const { operation, handler } = binding
  const early = binding.mode === 'reachesOut' ? await idempotency.find(request) : undefined
  const reached =
    binding.mode === 'reachesOut' && early === undefined ? await handler(call, undefined) : undefined

  const { replay, outcome } = await transactions.write(async (tx) => {
    const remembered = early ?? (await idempotency.claim(tx, request))
    if (remembered !== undefined) return { replay: remembered, outcome: undefined }
    const done = reached ?? (await handler(call, tx))
    await done.commit?.(tx)
    await idempotency.remember(tx, request, toRemembered(operation, done))
    return { replay: undefined, outcome: done }
  })

  if (replay !== undefined) {
    for (const [name, value] of Object.entries(replay.headers)) reply.header(name, value)
    reply.header('idempotent-replayed', 'true')
    return sendJson(reply, replay.status, replay.body)
  }
  const later = await outcome.afterCommit?.()
  if (later !== undefined) {
    await transactions.write((tx) => idempotency.remember(tx, request, toRemembered(operation, later)))
  }
  return sendAnswer(operation, later ?? outcome, reply)
}

function toRemembered(operation: Operation, answer: Answer) {
  return {
    status: answer.status ?? operation.success.status,
    headers: answer.headers ?? {},
    body: successBody(answer),
  }
}

function sendAnswer(operation: Operation, answer: Answer, reply: FastifyReply): FastifyReply {
  const { headers } = answer
  for (const name in headers) reply.header(name, headers[name])
  return sendJson(reply, answer.status ?? operation.success.status, successBody(answer))
}
