import type { Schedule, Trigger } from '#domain/index.ts'
import { fireTime } from './jitter.ts'

/**
 * The times of a poll that goes live. It polls at once, so that everything that is added from now on is new, and then follows its
 * schedule. Before the `start` of the schedule and after its `end`, it does not poll.
 */
export function pollAtOnce(
  triggerId: string,
  schedule: Schedule,
  now: number,
): Pick<Trigger, 'nextRun' | 'fireAt'> {
  const nextRun = schedule.nextRun(now) ?? null
  const hasStarted = schedule.start === undefined || schedule.start <= now
  return { nextRun, fireAt: hasStarted && nextRun !== null ? now : fireTime(triggerId, schedule, nextRun) }
}
