import type { CallRefusal } from '@millrace/contract/trigger-overview.ts'
import { AppError, fileIdOf, isJsonObject, type JsonObject, type Trigger } from '#domain/index.ts'
import type { Accepted, Engine } from '#engine/index.ts'
import { readWebhook, type Webhook } from '#nodes/index.ts'
import type { CredentialReader, FileSource, InboundTrigger, TriggerListener } from '#ports/index.ts'
import type { InboundAnswer, InboundCall } from '#http/index.ts'
import type { FileService } from '../../files/file-service.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { KeyedLimiter } from '../../shared/keyed-limiter.ts'
import { acceptedMethods, preflightAnswer, shareWithOrigin } from './allow-origin.ts'
import { awaitEnd, awaitResponse } from './await-run.ts'
import { isFromSender, secretHeaderOf } from './check-sender.ts'
import { readDedupeKey } from './dedupe-key.ts'
import { acceptedAnswer, CAPTURED, outputAnswer, refusal, respondAnswer } from './inbound-answers.ts'
import { readInboundInput } from './inbound-input.ts'

/** How long the key of a delivery is stored to detect repetitions. */
export const INBOUND_DELIVERY_RETENTION_MS = 24 * 3_600_000
const LIMIT_WINDOW_MS = 60_000
/** One refusal of each reason and trigger is recorded in this time. */
const RECORD_WINDOW_MS = 1_000
/** Captured requests per trigger that nobody took yet. */
const MAX_CAPTURED = 10

export interface InboundDeps extends FeatureDeps {
  readonly engine: Engine
  readonly files: FileService
  readonly credentials: CredentialReader
  /** Requests per minute to one inbound webhook; 0 means no limit. */
  readonly maxPerMinute: number
}

interface Started {
  readonly id: string
  readonly startedAt: number
  /** Undefined if the request repeats an earlier one. */
  readonly accepted: Accepted | undefined
}

/** Somebody who may send requests to a webhook. */
interface Sender {
  /** The name of the header that holds the secret, if one does; runs do not get to see it. */
  readonly secretHeader: string
}

/** Answers requests to inbound webhooks. The content of a request is only ever data. */
export function inboundReceiver(deps: InboundDeps): (call: InboundCall) => Promise<InboundAnswer> {
  const { store, clock, engine, ids, files } = deps
  const receiverOf = ({ accountId: account }: Trigger) => ({
    account,
    store: (source: FileSource) => files.create(account, source),
  })
  // No API key and so no plan limits these requests, and an address that leaks must not fill the database.
  const limit = new KeyedLimiter({ clock, limit: deps.maxPerMinute, windowMs: LIMIT_WINDOW_MS })
  // Anybody who knows the address can cause refusals: they must not cost a write each.
  const recordLimit = new KeyedLimiter({ clock, limit: 1, windowMs: RECORD_WINDOW_MS })

  return async function receive(call) {
    const found = await store.triggers.findInbound(call.key)
    if (found === undefined) return UNKNOWN
    const listener = call.isTest ? await store.listeners.findActive(found.id, clock.now()) : undefined
    const trigger = listener === undefined ? found : { ...found, ...pick(listener) }
    const isLive = trigger === found && found.state === 'live'
    const read = readWebhook(trigger.data, { long: isLive ? 'accept' : 'refuse' })
    if (!read.ok) return UNKNOWN
    const { webhook } = read
    if (webhook.origins.length > 0) call.addHeaders(shareWithOrigin(webhook, call))
    return listener === undefined ? startRun(trigger, webhook, call) : capture(trigger, webhook, call)
  }

  async function startRun(
    trigger: InboundTrigger,
    webhook: Webhook,
    call: InboundCall,
  ): Promise<InboundAnswer> {
    if (trigger.kind !== 'webhook' || trigger.state === 'gone') return UNKNOWN
    if (!isOpen(trigger, call)) return recorded(trigger, 'inactive', UNKNOWN)
    if (isPreflight(webhook, call)) return preflightAnswer(webhook, call)
    const sender = await admit(trigger, webhook, call)
    if ('refused' in sender) return sender.refused
    // The test address works, as it does for a draft.
    const isPaused = trigger.pausedAt !== null || trigger.isAccountPaused
    if (isPaused && !call.isTest) return recorded(trigger, 'paused', PAUSED)
    const input = await readOrRecord(trigger, () =>
      readInboundInput(call, sender.secretHeader, receiverOf(trigger)),
    )
    const started = await start(trigger, webhook, call, input)
    if (started === undefined) return UNKNOWN
    return (
      (await answerOf(trigger, webhook, call, started)) ??
      acceptedAnswer(started, started.accepted === undefined ? 200 : 202)
    )
  }

  /** Somebody listens: the request becomes sample data and starts no run. */
  async function capture(trigger: Trigger, webhook: Webhook, call: InboundCall): Promise<InboundAnswer> {
    if (isPreflight(webhook, call)) return preflightAnswer(webhook, call)
    const sender = await admit(trigger, webhook, call)
    if ('refused' in sender) return sender.refused
    const now = clock.now()
    const input = await readInboundInput(call, sender.secretHeader, receiverOf(trigger))
    const event = { id: ids.next(now), triggerId: trigger.id, at: now, input }
    return (await store.listeners.capture(event, MAX_CAPTURED)) ? CAPTURED : tooMany(1)
  }

  async function admit(
    trigger: Trigger,
    webhook: Webhook,
    call: InboundCall,
  ): Promise<Sender | { readonly refused: InboundAnswer }> {
    if (!accepts(webhook, call)) {
      return { refused: await recorded(trigger, 'method', wrongMethod(webhook)) }
    }
    const wait = limit.take(trigger.id)
    if (wait !== undefined) return { refused: await recorded(trigger, 'rate_limited', tooMany(wait)) }
    const sender = await findSender(trigger, webhook, call)
    return sender ?? { refused: await recorded(trigger, 'unauthorized', UNAUTHORIZED) }
  }

  /** Records a refused call, so that people see that the sender reaches the address. */
  async function recorded(
    trigger: Trigger,
    reason: CallRefusal,
    answer: InboundAnswer,
  ): Promise<InboundAnswer> {
    const at = clock.now()
    if (recordLimit.take(`${trigger.id} ${reason}`) === undefined) {
      // The answer does not depend on it.
      await store.triggerOverview
        .recordRefusal(trigger.id, { at, reason })
        .catch((error: unknown) => deps.log.warn({ err: error }, 'recording a refused call failed'))
    }
    return answer
  }

  async function readOrRecord<T>(trigger: Trigger, read: () => Promise<T>): Promise<T> {
    try {
      return await read()
    } catch (error) {
      if (error instanceof AppError) await recorded(trigger, 'invalid', UNKNOWN)
      throw error
    }
  }

  /** Undefined if the sender does not know the secret. */
  async function findSender(
    trigger: Trigger,
    webhook: Webhook,
    call: InboundCall,
  ): Promise<Sender | undefined> {
    if (webhook.auth === 'none') return { secretHeader: webhook.authHeader }
    if (trigger.credentialId === null) return undefined
    const credential = await deps.credentials.reveal(trigger.accountId, trigger.credentialId)
    if (credential === undefined) return undefined
    const isSigned = webhook.auth === 'hmac' && call.content !== undefined
    const body = isSigned ? await call.content.buffer() : call.body
    return isFromSender(webhook, credential, { headers: call.headers, body }, clock.now())
      ? { secretHeader: secretHeaderOf(webhook, credential) }
      : undefined
  }

  /** The record of the delivery and the run are one transaction: of two concurrent deliveries, one starts a run. */
  async function start(
    trigger: Trigger,
    { dedupe, respond }: Webhook,
    call: InboundCall,
    input: JsonObject,
  ): Promise<Started | undefined> {
    const now = clock.now()
    const key = dedupe && !call.isTest ? readDedupeKey(dedupe, call.headers, input, now) : undefined
    const { accountId: account, workflowId, nodeId: triggerNodeId } = trigger
    const wanted = {
      id: ids.next(now),
      account,
      workflowId,
      trigger: 'webhook' as const,
      triggerNodeId,
      input,
      isAwaited: respond !== 'at_once',
    }
    if (key === undefined) {
      const accepted = await engine.accept(wanted)
      return accepted && startedBy(accepted)
    }
    const outcome = await store.write(async (tx) => {
      const delivery = { trigger, key, executionId: wanted.id, at: now }
      const first = await store.triggers.recordDelivery(tx, delivery, now - INBOUND_DELIVERY_RETENTION_MS)
      if (first !== undefined) return { first }
      const accepted = await engine.accept(wanted, tx)
      // The workflow was just deleted: roll everything back, the record of the delivery included.
      if (accepted === undefined) throw new AppError('NOT_FOUND', NOT_FOUND_MESSAGE)
      return { accepted }
    })
    const { first } = outcome
    if (first === undefined) return startedBy(outcome.accepted)
    const run = await store.executions.overview(account, first.executionId)
    return { id: first.executionId, startedAt: run?.startedAt ?? first.at, accepted: undefined }
  }

  async function answerOf(
    { accountId: account }: Trigger,
    { respond, waitMs }: Webhook,
    call: InboundCall,
    { id: executionId, accepted }: Started,
  ): Promise<InboundAnswer | undefined> {
    if (respond === 'at_once') return undefined
    const awaitAnswer = respond === 'respond_node' ? awaitResponse : awaitEnd
    const run = { account, executionId, accepted, waitMs, call }
    const answer = await awaitAnswer({ engine, executions: store.executions, clock }, run)
    if (answer === undefined) return undefined
    if ('ended' in answer) return outputAnswer(answer.ended)
    const { responded } = answer
    const id = isJsonObject(responded) ? fileIdOf(responded['body']) : undefined
    return respondAnswer(responded, id === undefined ? undefined : await files.open(account, id))
  }
}

function startedBy(accepted: Accepted): Started {
  return { id: accepted.id, startedAt: accepted.startedAt, accepted }
}

/** What the node has in the working copy. */
function pick({ data, credentialId }: TriggerListener): Pick<Trigger, 'data' | 'credentialId'> {
  return { data, credentialId }
}

function isOpen({ state }: Trigger, { isTest }: InboundCall): boolean {
  return state === 'live' || (isTest && state === 'inactive')
}

const NOT_FOUND_MESSAGE = 'There is no active webhook at this address.'
const UNKNOWN = refusal(404, new AppError('NOT_FOUND', NOT_FOUND_MESSAGE))
const PAUSED_RETRY_SECONDS = 300
/** A sender that gets this tries again later, where it would give up after a 404. */
const PAUSED = refusal(503, new AppError('INTERNAL_ERROR', 'This webhook is paused. Try again later.'), {
  'retry-after': String(PAUSED_RETRY_SECONDS),
})
const UNAUTHORIZED = refusal(
  401,
  new AppError('UNAUTHORIZED', 'The request has no valid signature or secret.'),
)

function accepts({ method: accepted }: Webhook, { method }: InboundCall): boolean {
  return accepted === method || (accepted === 'ANY' && method !== 'OPTIONS')
}

function isPreflight({ origins }: Webhook, { method }: InboundCall): boolean {
  return method === 'OPTIONS' && origins.length > 0
}

function wrongMethod(webhook: Webhook): InboundAnswer {
  const allow = acceptedMethods(webhook)
  const message = `This webhook accepts ${allow} requests only.`
  const error = new AppError('VALIDATION_ERROR', message, { issues: [{ path: 'method', message }] })
  return refusal(405, error, { allow })
}

function tooMany(seconds: number): InboundAnswer {
  const message = `Too many requests to this webhook. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
  const error = new AppError('RATE_LIMITED', message, { retry_after_seconds: seconds })
  return refusal(429, error, { 'retry-after': String(seconds) })
}
