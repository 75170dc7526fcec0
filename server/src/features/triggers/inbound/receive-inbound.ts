import { AppError, type JsonObject, type Trigger } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import { readWebhook, type Webhook } from '#nodes/index.ts'
import type { CredentialReader } from '#ports/index.ts'
import type { InboundAnswer, InboundCall } from '#http/index.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { awaitRun } from './await-run.ts'
import { isFromSender } from './check-sender.ts'
import { readDedupeKey } from './dedupe-key.ts'
import { acceptedAnswer, outputAnswer, refusal, respondAnswer } from './inbound-answers.ts'
import { readInboundInput } from './inbound-input.ts'
import { InboundLimit } from './inbound-limit.ts'

/** How long a delivery is remembered. */
export const DELIVERIES_KEPT_MS = 24 * 3_600_000

export interface InboundDeps extends FeatureDeps {
  readonly engine: Engine
  readonly credentials: CredentialReader
  /** Requests that one hook takes in a minute; 0: as many as come. */
  readonly mostPerMinute: number
}

interface Started {
  readonly id: string
  readonly startedAt: number
  readonly isRepeated: boolean
}

/** Answers requests to the addresses of webhooks. Whatever is in a request is data, and never more. */
export function inboundReceiver(parts: InboundDeps): (call: InboundCall) => Promise<InboundAnswer> {
  const { store, clock, engine, ids } = parts
  const limit = new InboundLimit(clock, parts.mostPerMinute)

  return async function receive(call) {
    const trigger = await store.triggers.findInbound(call.key)
    const read = trigger && readWebhook(trigger.data)
    if (trigger === undefined || read?.ok !== true || !isOpen(trigger, call)) return UNKNOWN
    const { webhook } = read
    if (webhook.method !== 'ANY' && webhook.method !== call.method) return wrongMethod(webhook)
    const wait = limit.take(trigger.id)
    if (wait !== undefined) return tooMany(wait)
    if (!(await mayCall(trigger, webhook, call))) return UNAUTHORISED
    const input = readInboundInput(call, webhook)
    const started = await start(trigger, webhook, call, input)
    if (started === undefined) return UNKNOWN
    return (
      (await answerOf(trigger, webhook, call, started)) ??
      acceptedAnswer(started, started.isRepeated ? 200 : 202)
    )
  }

  async function mayCall(trigger: Trigger, webhook: Webhook, call: InboundCall): Promise<boolean> {
    if (webhook.auth === 'none') return true
    if (trigger.credentialId === null) return false
    const credential = await parts.credentials.reveal(trigger.accountId, trigger.credentialId)
    return credential !== undefined && isFromSender(webhook, credential, call, clock.now())
  }

  /** The note of the delivery and the run are one transaction: of two that come at once, one starts a run. */
  async function start(
    trigger: Trigger,
    { dedupe }: Webhook,
    call: InboundCall,
    input: JsonObject,
  ): Promise<Started | undefined> {
    const now = clock.now()
    const key = dedupe && !call.isTest ? readDedupeKey(dedupe, call.headers, input, now) : undefined
    const { accountId: account, workflowId, nodeId: triggerNodeId } = trigger
    const wanted = { id: ids.next(now), account, workflowId, triggerNodeId, input }
    if (key === undefined) {
      const accepted = await engine.accept(wanted)
      return accepted && { ...accepted, isRepeated: false }
    }
    const outcome = await store.write(async (tx) => {
      const delivery = { trigger, key, executionId: wanted.id, at: now }
      const first = await store.triggers.recordDelivery(tx, delivery, now - DELIVERIES_KEPT_MS)
      if (first !== undefined) return { first }
      const accepted = await engine.accept(wanted, tx)
      // The workflow was deleted this moment: nothing of it stays, the note of the delivery included.
      if (accepted === undefined) throw new AppError('NOT_FOUND', 'There is no such hook.')
      return { accepted }
    })
    if (outcome.first !== undefined) {
      return { id: outcome.first.executionId, startedAt: outcome.first.at, isRepeated: true }
    }
    return { ...outcome.accepted, isRepeated: false }
  }

  async function answerOf(
    trigger: Trigger,
    { respond, waitMs }: Webhook,
    { signal }: InboundCall,
    { id: executionId }: Started,
  ): Promise<InboundAnswer | undefined> {
    if (respond === 'at_once') return undefined
    const { accountId: account } = trigger
    const respondIds =
      respond === 'respond_node' ? await findRespondIds(trigger, executionId) : new Set<string>()
    const run = { account, executionId, respondIds, waitMs, signal }
    const answer = await awaitRun({ engine, executions: store.executions, clock }, run)
    if (answer === undefined) return undefined
    return 'responded' in answer ? respondAnswer(answer.responded) : outputAnswer(answer.ended)
  }

  /** The nodes that can answer, in the version that runs. */
  async function findRespondIds({ accountId }: Trigger, executionId: string): Promise<ReadonlySet<string>> {
    const execution = await store.executions.find(accountId, executionId)
    const version = execution && (await store.workflows.findVersion(accountId, execution.versionId))
    const nodes = (version?.nodes ?? []).filter((node) => node['type'] === 'respond')
    return new Set(nodes.map((node) => node['id']).filter((id) => typeof id === 'string'))
  }
}

function isOpen({ state }: Trigger, { isTest }: InboundCall): boolean {
  return state === 'live' || (isTest && state === 'drawn')
}

const UNKNOWN = refusal(404, new AppError('NOT_FOUND', 'There is no such hook.'))
const UNAUTHORISED = refusal(401, new AppError('UNAUTHORIZED', 'The request does not prove who sent it.'))

function wrongMethod({ method }: Webhook): InboundAnswer {
  const message = `This address takes ${method} only.`
  const error = new AppError('VALIDATION_ERROR', message, { issues: [{ path: 'method', message }] })
  return refusal(405, error, { allow: method })
}

function tooMany(seconds: number): InboundAnswer {
  const message = `Too many requests came for this address. Try again in ${seconds} s.`
  const error = new AppError('RATE_LIMITED', message, { retry_after_seconds: seconds })
  return refusal(429, error, { 'retry-after': String(seconds) })
}
