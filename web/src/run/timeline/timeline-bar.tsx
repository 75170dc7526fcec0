import { clsx } from 'clsx'
import type { Segment } from './step-segments.ts'
import { positionOf, type TimeRange } from './time-scale.ts'

/** Diagonal stripes: a pause that a retry policy demands. */
const HATCHING = 'repeating-linear-gradient(-45deg, var(--color-line-strong) 0 1.5px, transparent 1.5px 5px)'

const loopColors: Record<Segment['status'], string> = {
  running: 'bg-accent/40',
  waiting: 'bg-accent/40',
  retrying: 'bg-accent/40',
  completed: 'bg-success/40',
  failed: 'bg-danger/40',
  aborted: 'bg-line-strong/40',
}

export function segmentClass({ kind, status }: Pick<Segment, 'kind' | 'status'>): string {
  if (kind === 'queued') return 'h-[3px] self-center bg-line-strong/45'
  if (kind === 'backoff') return 'h-2.5 opacity-70'
  if (kind === 'waiting' && status !== 'failed') return 'h-2.5 border border-warning bg-warning-soft'
  if (kind === 'loop') return clsx('h-2.5', loopColors[status])
  if (status === 'failed') return 'h-2.5 bg-danger'
  if (status === 'aborted') return 'h-2.5 bg-line-strong/60'
  if (status === 'completed') return 'h-2.5 bg-success'
  return 'h-2.5 bg-accent'
}

/** The segments of a step on the time scale, and a label behind them. */
export function TimelineBar({
  segments,
  range,
  label,
}: {
  segments: readonly Segment[]
  range: TimeRange
  label: string
}) {
  const first = segments.find(({ kind }) => kind !== 'queued')
  const last = segments.at(-1)
  if (first === undefined || last === undefined) return null
  const start = positionOf(first.from, range)
  const end = positionOf(last.to, range)
  const isVisible = end >= 0 && start <= 1
  return (
    <>
      {segments.map((segment) => {
        const from = Math.max(0, positionOf(segment.from, range))
        const to = Math.min(1, positionOf(segment.to, range))
        if (to < 0 || from > 1 || to < from) return null
        return (
          <span
            key={`${segment.kind} ${segment.from}`}
            className={clsx('absolute rounded-[3px]', segmentClass(segment))}
            style={{
              left: `${from * 100}%`,
              width: `max(${segment.kind === 'queued' || segment.kind === 'backoff' ? 0 : 4}px, ${(to - from) * 100}%)`,
              ...(segment.kind === 'backoff' && { backgroundImage: HATCHING }),
            }}
          />
        )
      })}
      {isVisible && (
        <span
          className="absolute -right-(--labels) truncate pl-2 text-[11px] text-muted"
          style={{ left: `max(4px, ${Math.min(1, end) * 100}%)` }}
        >
          {label}
        </span>
      )}
    </>
  )
}
