import type { CallRefusal } from '@millrace/contract/trigger-overview.ts'
import { AppError, fileIdOf, isJsonObject, type JsonObject, type Trigger } from '#domain/index.ts'
import type { Accepted, Engine } from '#engine/index.ts'
import { readWebhook, type Webhook } from '#nodes/index.ts'
import type { CredentialReader, FileSource, InboundTrigger, TriggerListener } from '#ports/index.ts'
import type { InboundAnswer, InboundCall } from '#http/index.ts'
import type { FileService } from '../../files/file-service.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { KeyedLimiter } from '../../shared/keyed-limiter.ts'
import { awaitEnd, awaitResponse } from './await-run.ts'
import { isFromSender } from './check-sender.ts'
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
    const trigger = await store.triggers.findInbound(call.key)
    if (trigger === undefined) return UNKNOWN
    const listener = call.isTest ? await store.listeners.findActive(trigger.id, clock.now()) : undefined
    return listener === undefined ? startRun(trigger, call) : capture({ ...trigger, ...pick(listener) }, call)
  }

  async function startRun(trigger: InboundTrigger, call: InboundCall): Promise<InboundAnswer> {
    const read = readWebhook(trigger.data)
    if (trigger.kind !== 'webhook' || !read.ok || trigger.state === 'gone') return UNKNOWN
    if (!isOpen(trigger, call)) return recorded(trigger, 'inactive', UNKNOWN)
    const { webhook } = read
    const refused = await refuse(trigger, webhook, call)
    if (refused !== undefined) return refused
    // The test address works, as it does for a draft.
    const isPaused = trigger.pausedAt !== null || trigger.isAccountPaused
    if (isPaused && !call.isTest) return recorded(trigger, 'paused', PAUSED)
    const input = await readOrRecord(trigger, () => readInboundInput(call, webhook, receiverOf(trigger)))
    const started = await start(trigger, webhook, call, input)
    if (started === undefined) return UNKNOWN
    return (
      (await answerOf(trigger, webhook, call, started)) ??
      acceptedAnswer(started, started.accepted === undefined ? 200 : 202)
    )
  }

  /** Somebody listens: the request becomes sample data and starts no run. */
  async function capture(trigger: Trigger, call: InboundCall): Promise<InboundAnswer> {
    const read = readWebhook(trigger.data)
    if (!read.ok) return UNKNOWN
    const refused = await refuse(trigger, read.webhook, call)
    if (refused !== undefined) return refused
    const now = clock.now()
    const input = await readInboundInput(call, read.webhook, receiverOf(trigger))
    const event = { id: ids.next(now), triggerId: trigger.id, at: now, input }
    return (await store.listeners.capture(event, MAX_CAPTURED)) ? CAPTURED : tooMany(1)
  }

  async function refuse(
    trigger: Trigger,
    webhook: Webhook,
    call: InboundCall,
  ): Promise<InboundAnswer | undefined> {
    if (webhook.method !== 'ANY' && webhook.method !== call.method) {
      return recorded(trigger, 'method', wrongMethod(webhook))
    }
    const wait = limit.take(trigger.id)
    if (wait !== undefined) return recorded(trigger, 'rate_limited', tooMany(wait))
    return (await mayCall(trigger, webhook, call))
      ? undefined
      : recorded(trigger, 'unauthorized', UNAUTHORIZED)
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

  async function mayCall(trigger: Trigger, webhook: Webhook, call: InboundCall): Promise<boolean> {
    if (webhook.auth === 'none') return true
    if (trigger.credentialId === null) return false
    const credential = await deps.credentials.reveal(trigger.accountId, trigger.credentialId)
    if (credential === undefined) return false
    const isSigned = webhook.auth === 'hmac' && call.content !== undefined
    const body = isSigned ? await call.content.buffer() : call.body
    return isFromSender(webhook, credential, { headers: call.headers, body }, clock.now())
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
    return { id: first.executionId, startedAt: first.at, accepted: undefined }
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

function wrongMethod({ method }: Webhook): InboundAnswer {
  const message = `This webhook accepts ${method} requests only.`
  const error = new AppError('VALIDATION_ERROR', message, { issues: [{ path: 'method', message }] })
  return refusal(405, error, { allow: method })
}

function tooMany(seconds: number): InboundAnswer {
  const message = `Too many requests to this webhook. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
  const error = new AppError('RATE_LIMITED', message, { retry_after_seconds: seconds })
  return refusal(429, error, { 'retry-after': String(seconds) })
}
