import type { Schedule, Trigger, Workflow } from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { type DefinedTrigger, findTriggers } from './find-triggers.ts'
import { fireTime } from './jitter.ts'
import { pollAtOnce } from './poll-at-once.ts'
import { isLiveAs, setUpTrigger } from './set-up-trigger.ts'

const INBOUND_KEY_BYTES = 24

type ArmContext = Pick<FeatureDeps, 'store' | 'clock' | 'ids'>

/**
 * Updates the triggers of a workflow to match its definition, in the transaction that changes the workflow, so that both
 * change together. A trigger that did not change keeps its next time, so that an edit skips no run; a poll that did not
 * change also keeps the time of a first poll or a retry. A paused trigger stays paused.
 */
export async function armTriggers(context: ArmContext, tx: Transaction, workflow: Workflow): Promise<void> {
  const { triggers } = context.store
  const known = await triggers.list(workflow.accountId, workflow.id, tx)
  const byNode = new Map(known.map((trigger) => [trigger.nodeId, trigger]))
  const defined = findTriggers(workflow)
  const nodeIds = new Set(defined.map(({ node }) => node.id))
  const wanted = defined.map((trigger) => toTrigger(context, workflow, trigger, byNode.get(trigger.node.id)))
  const removed = known.filter(({ nodeId }) => !nodeIds.has(nodeId))
  // Senders may have stored the address of an inbound webhook: if the node returns, so does its address. So does the cursor of a
  // poll, which is stored with its trigger.
  const isKept = ({ inboundKey, kind }: Trigger) => inboundKey !== null || kind === 'poll'
  const kept = removed.filter(isKept)
  await triggers.delete(
    tx,
    workflow.accountId,
    removed.filter((trigger) => !isKept(trigger)).map(({ id }) => id),
  )
  await triggers.save(tx, [...wanted, ...kept.map(deactivate)])
}

/** Deletes all triggers of a deleted workflow, addresses of inbound webhooks included. */
export async function disarmTriggers(
  { store }: ArmContext,
  tx: Transaction,
  { accountId, id }: Pick<Workflow, 'accountId' | 'id'>,
): Promise<void> {
  const known = await store.triggers.list(accountId, id, tx)
  await store.triggers.delete(
    tx,
    accountId,
    known.map((trigger) => trigger.id),
  )
}

function toTrigger(
  { clock, ids }: ArmContext,
  workflow: Workflow,
  defined: DefinedTrigger,
  known: Trigger | undefined,
): Trigger {
  const { node, kind } = defined
  const { problem, schedule, topic = null } = setUpTrigger(defined, known)
  const now = clock.now()
  const isLive = workflow.status === 'published' && !node.disabled && problem === undefined
  const pausedAt = known?.pausedAt ?? null
  const trigger: Trigger = {
    id: known?.id ?? ids.next(now),
    accountId: workflow.accountId,
    workflowId: workflow.id,
    nodeId: node.id,
    kind,
    state: isLive ? 'live' : 'inactive',
    data: node.data,
    credentialId: node.credentialId ?? null,
    topic: isLive && pausedAt === null ? topic : null,
    inboundKey: known?.inboundKey ?? (kind === 'webhook' ? ids.secret(INBOUND_KEY_BYTES) : null),
    nextRun: null,
    fireAt: null,
    pausedAt,
    pausedBy: known?.pausedBy ?? null,
  }
  if (!isLive || schedule === undefined) return trigger
  const times = isSame(known, trigger) ? known : timesOf(trigger, schedule, now)
  return { ...trigger, nextRun: times.nextRun, fireAt: pausedAt === null ? times.fireAt : null }
}

/** Whether a trigger goes on as before. With another credential, a poll may find other items, or succeed again. */
function isSame(known: Trigger | undefined, { kind, data, credentialId }: Trigger): known is Trigger {
  return isLiveAs(known, kind, data) && (kind !== 'poll' || known.credentialId === credentialId)
}

/** The times of a trigger that goes live or was edited. */
function timesOf(
  { id, kind }: Trigger,
  schedule: Schedule,
  now: number,
): Pick<Trigger, 'nextRun' | 'fireAt'> {
  if (kind === 'poll') return pollAtOnce(id, schedule, now)
  const nextRun = schedule.nextRun(now) ?? null
  return { nextRun, fireAt: fireTime(id, schedule, nextRun) }
}

function deactivate(trigger: Trigger): Trigger {
  return { ...trigger, state: 'gone', topic: null, nextRun: null, fireAt: null }
}
