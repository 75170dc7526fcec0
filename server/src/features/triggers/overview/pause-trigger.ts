import {
  MAX_MISSED_TIMES,
  type TriggerOverview,
  type TriggerOverviewState,
} from '@millrace/contract/trigger-overview.ts'
import { findDueRuns, nextRuns, type Schedule, type Trigger } from '#domain/index.ts'
import { readSchedule } from '#nodes/index.ts'
import { timestamp } from '../../shared/timestamps.ts'
import { fireTime, jitterOf } from '../jitter.ts'
import { pollAtOnce } from '../poll-at-once.ts'
import { setUpTrigger } from '../set-up-trigger.ts'

/** A paused trigger has no topic and no time at which it is due, so nothing that starts runs finds it. */
export function pauseTrigger(trigger: Trigger, by: string, at: number): Trigger {
  return { ...trigger, pausedAt: at, pausedBy: by, topic: null, fireAt: null }
}

/**
 * A schedule continues at the earliest time that has no run, so that its policy for missed times applies to the pause. If missed
 * times are skipped, it continues at the first time after `now`. A poll polls at once, unless missed times are skipped.
 */
export function resumeTrigger(trigger: Trigger, missed: 'schedule' | 'skip', now: number): Trigger {
  const resumed = { ...trigger, pausedAt: null, pausedBy: null }
  if (trigger.state !== 'live') return resumed
  const { nodeId: id, kind, data, credentialId } = trigger
  // Only triggers without incoming edges are live.
  const node = { id, data, credentialId: credentialId ?? undefined }
  const { schedule, topic = null } = setUpTrigger({ node, kind, hasIncoming: false }, trigger)
  if (schedule === undefined) return { ...resumed, topic }
  if (kind === 'poll' && missed === 'schedule') {
    return { ...resumed, ...pollAtOnce(trigger.id, schedule, now) }
  }
  const nextRun = missed === 'skip' ? (schedule.nextRun(now) ?? null) : trigger.nextRun
  return { ...resumed, nextRun, fireAt: fireTime(trigger.id, schedule, nextRun) }
}

/** Since when a trigger is paused, and what resuming it would do now. */
export function presentPause(trigger: Trigger, now: number): TriggerOverview['pause'] {
  const { pausedAt, pausedBy, nextRun } = trigger
  if (pausedAt === null) return null
  const read =
    trigger.kind === 'schedule' && trigger.state === 'live' ? readSchedule(trigger.data) : undefined
  const hasMissed = read?.ok === true && nextRun !== null && nextRun <= now
  return {
    at: timestamp(pausedAt),
    by: pausedBy ?? '',
    ...(hasMissed
      ? countMissed(trigger, read.schedule, { first: nextRun, now })
      : { missed: 0, runs_on_resume: 0 }),
  }
}

function countMissed(
  { id }: Trigger,
  schedule: Schedule,
  { first, now }: { readonly first: number; readonly now: number },
) {
  const times = nextRuns(schedule, first - 1, MAX_MISSED_TIMES)
  const { runs } = findDueRuns(schedule, first, now, (run) => jitterOf(id, run, schedule.jitterMs))
  return { missed: times.filter((time) => time <= now).length, runs_on_resume: runs.length }
}

export function stateOf({ state, pausedAt }: Pick<Trigger, 'state' | 'pausedAt'>): TriggerOverviewState {
  if (pausedAt !== null) return 'paused'
  return state === 'live' ? 'active' : 'inactive'
}
