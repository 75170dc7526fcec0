import {
  decideItems,
  isAlarmDue,
  isEqualJson,
  pageDelayMs,
  type Poll,
  retryDelayMs,
  retryTime,
  type Trigger,
} from '#domain/index.ts'
import type { Engine, ExecutionRequest } from '#engine/index.ts'
import type { PollSettings } from '#nodes/index.ts'
import type { NodeFailed, PolledTrigger, Store, Transaction } from '#ports/index.ts'
import { timestamp } from '../../shared/timestamps.ts'
import { fireTime } from '../jitter.ts'
import type { Fetched } from './fetch-items.ts'

export interface PollResult {
  readonly claimed: PolledTrigger
  readonly settings: PollSettings
  /** `stopped`: the process stops before the poll has ended. `missed`: its time has passed, and missed times are skipped. */
  readonly fetched: Fetched | NodeFailed | 'stopped' | 'missed'
  readonly startedAt: number
  readonly now: number
}

export type Settled = 'stored' | 'failed' | 'discarded'

type SettleDeps = { readonly store: Pick<Store, 'polls' | 'triggers'>; readonly engine: Engine }

/**
 * Stores the result of a poll: the keys of the new items, the cursor, the runs and the next time are one transaction. A result
 * is discarded if the claim was lost, or if the trigger was paused, edited or unpublished meanwhile: the next poll finds the
 * same items again.
 */
export async function settlePoll(deps: SettleDeps, tx: Transaction, result: PollResult): Promise<Settled> {
  const { claimed, settings, fetched, now } = result
  const { store } = deps
  const current = await store.polls.findClaimed(tx, claimed.trigger.id, claimed.poll.claim ?? '')
  if (current === undefined) return 'discarded'
  const { trigger, poll, isAccountPaused } = current
  const isSame =
    trigger.state === 'live' &&
    trigger.pausedAt === null &&
    trigger.credentialId === claimed.trigger.credentialId &&
    isEqualJson(trigger.data, claimed.trigger.data)
  if (!isSame || isAccountPaused || typeof fetched === 'string') {
    await store.polls.save(tx, { ...poll, claim: null, claimUntil: null })
    // Whoever paused, edited or unpublished the trigger has set its time, such as a `start` in the future.
    if (!isSame || trigger.fireAt === null) return 'discarded'
    // Unless it was missed, it is due again as soon as it may.
    const isMissed = fetched === 'missed'
    await store.triggers.save(tx, [
      isMissed ? scheduleNext(trigger, settings, now) : { ...trigger, fireAt: now },
    ])
    return 'discarded'
  }
  return 'ok' in fetched
    ? storeFailure(deps, tx, { current: { trigger, poll }, failure: fetched, result })
    : storeItems(deps, tx, { current: { trigger, poll }, fetched, result })
}

async function storeItems(
  { store, engine }: SettleDeps,
  tx: Transaction,
  { current, fetched, result }: { current: PolledTrigger; fetched: Fetched; result: PollResult },
): Promise<Settled> {
  const { trigger, poll } = current
  const { settings, startedAt, now } = result
  const keys = fetched.items.map(({ key }) => key)
  const seen = await store.polls.findSeen(trigger.id, keys, tx)
  const decided = decideItems(poll, fetched, seen, settings)
  const { added, present, cursor, isPrimed, isBehind, fruitlessPages, taken } = decided
  const limit = Math.max(settings.remember, keys.length)
  // A claim is never used again, so neither is the memory that is named after the first one.
  const memory = poll.memory ?? poll.claim ?? trigger.id
  const from = { memory, position: poll.position }
  const position = await store.polls.remember(tx, from, { added, present, limit })
  const polledAt = timestamp(startedAt)
  const inputs =
    settings.mode === 'item'
      ? taken.map((item) => ({ item, polled_at: polledAt }))
      : taken.length === 0
        ? []
        : [{ items: taken, polled_at: polledAt }]
  await engine.acceptAll(
    tx,
    inputs.map((input) => toRequest(trigger, input)),
  )
  await store.polls.save(tx, {
    ...poll,
    cursor,
    isPrimed,
    isBehind,
    fruitlessPages,
    memory,
    position,
    claim: null,
    claimUntil: null,
    polledAt: startedAt,
    found: taken.length,
    failures: 0,
    failedAt: null,
    failingSince: null,
    error: null,
    reportedAt: null,
  })
  await store.triggers.save(tx, [
    isBehind ? { ...trigger, fireAt: now + pageDelayMs(decided) } : scheduleNext(trigger, settings, now),
  ])
  return 'stored'
}

async function storeFailure(
  { store, engine }: SettleDeps,
  tx: Transaction,
  { current, failure, result }: { current: PolledTrigger; failure: NodeFailed; result: PollResult },
): Promise<Settled> {
  const { trigger, poll } = current
  const { settings, now } = result
  const { code, message, retryAfterMs } = failure
  const failed: Poll = {
    ...poll,
    claim: null,
    claimUntil: null,
    failures: poll.failures + 1,
    failedAt: now,
    failingSince: poll.failingSince ?? now,
    error: { code, message },
  }
  const isAlarm = isAlarmDue(failed, now)
  if (isAlarm) {
    const since = timestamp(failed.failingSince ?? now)
    const report = `${failed.failures} polls have failed since ${since}. The last one: ${message}`
    await engine.acceptAll(tx, [
      toRequest(trigger, {
        poll_error: { code, message: report, failures: failed.failures, failing_since: since },
      }),
    ])
  }
  await store.polls.save(tx, isAlarm ? { ...failed, reportedAt: now } : failed)
  const next = scheduleNext(trigger, settings, now)
  const fireAt = retryTime(settings.schedule, now, retryDelayMs(failed.failures, retryAfterMs))
  await store.triggers.save(tx, [{ ...next, fireAt }])
  return 'failed'
}

function scheduleNext(trigger: Trigger, { schedule }: PollSettings, now: number): Trigger {
  const nextRun = schedule.nextRun(now) ?? null
  return { ...trigger, nextRun, fireAt: fireTime(trigger.id, schedule, nextRun) }
}

function toRequest(trigger: Trigger, input: ExecutionRequest['input']): ExecutionRequest {
  return {
    account: trigger.accountId,
    workflowId: trigger.workflowId,
    trigger: 'poll',
    triggerNodeId: trigger.nodeId,
    input,
  }
}
