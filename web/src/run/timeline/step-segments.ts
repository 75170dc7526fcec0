import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { isWaitingType } from '../step-at.ts'

export interface Segment {
  /** `backoff`: the time between a failed attempt and the next one. `loop`: the time of its iterations. */
  readonly kind: 'queued' | 'work' | 'waiting' | 'backoff' | 'loop'
  readonly status: StepOutline['status']
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

interface SegmentOptions {
  /** When the step could have started: its predecessor ended, or its loop began. */
  readonly readyAt: number | undefined
  readonly isLoop: boolean
  readonly now: number
}

/** How a step spent its time: in the queue, then one segment per attempt with the pauses between them. */
export function segmentsOf(step: StepOutline, { readyAt, isLoop, now }: SegmentOptions): Segment[] {
  const start = Date.parse(step.started_at)
  const end = step.ended_at === null ? Math.max(start, now) : Date.parse(step.ended_at)
  const segments: Segment[] = []
  if (readyAt !== undefined && readyAt < start) {
    segments.push({ kind: 'queued', status: step.status, from: readyAt, to: start })
  }
  const kind = isLoop ? 'loop' : isWaitingType(step.type) ? 'waiting' : 'work'
  let from = start
  for (const retry of step.retries) {
    const endedAt = Date.parse(retry.ended_at)
    const isOpen = step.status === 'retrying' && retry === step.retries.at(-1)
    const next = isOpen
      ? Math.max(endedAt, Math.min(now, Date.parse(retry.next_at)))
      : Date.parse(retry.next_at)
    segments.push({ kind, status: 'failed', from, to: endedAt })
    segments.push({
      kind: 'backoff',
      status: 'retrying',
      from: endedAt,
      to: Math.min(next, Math.max(end, endedAt)),
    })
    from = next
  }
  if (step.status !== 'retrying') {
    segments.push({ kind, status: step.status, from: Math.min(from, end), to: end })
  }
  return segments
}
