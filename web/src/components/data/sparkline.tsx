import { clsx } from 'clsx'
import * as t from '../../texts/components.ts'
import type { RunStatus } from './status-badge.tsx'

interface SparklineRun {
  status: RunStatus
  started_at: string
  completed_at: string | null
}

interface SparklineProps {
  /** Newest first, as the API returns them. */
  runs: readonly SparklineRun[]
  className?: string
}

const barWidth = 3
const gap = 1.5
const step = barWidth + gap
const height = 18
const maxRuns = 20

const fills: Record<RunStatus, string> = {
  pending: 'fill-warning',
  running: 'fill-accent',
  completed: 'fill-success',
  failed: 'fill-danger',
}

/** One bar per recent run, the newest on the right: the colour is its status, the height its duration. */
export function Sparkline({ runs, className }: SparklineProps) {
  const shown = runs.slice(0, maxRuns).toReversed()
  const durations = shown.map(durationOf)
  const longest = Math.max(1, ...durations)
  const failed = shown.filter(({ status }) => status === 'failed').length
  const width = maxRuns * step - gap
  const missing = maxRuns - shown.length
  return (
    <svg
      role="img"
      aria-label={t.recentRuns(shown.length, failed)}
      viewBox={`0 0 ${width} ${height}`}
      className={clsx('shrink-0', className)}
      style={{ width, height }}
    >
      {/* One dashed line for all missing runs: a long list has hundreds of them. */}
      {missing > 0 && (
        <path
          d={`M0 ${height - 1}h${missing * step - gap}`}
          strokeWidth={2}
          strokeDasharray={`${barWidth} ${gap}`}
          className="fill-none stroke-line"
        />
      )}
      {shown.map((run, index) => {
        const x = (missing + index) * step
        // The logarithm keeps short runs visible beside one of an hour.
        const share = Math.log1p(durations[index] ?? 0) / Math.log1p(longest)
        const barHeight = 5 + share * (height - 5)
        return (
          <rect
            key={x}
            x={x}
            y={height - barHeight}
            width={barWidth}
            height={barHeight}
            rx={1}
            className={fills[run.status]}
          />
        )
      })}
    </svg>
  )
}

function durationOf({ started_at, completed_at }: SparklineRun): number {
  if (completed_at === null) return 0
  return Math.max(0, Date.parse(completed_at) - Date.parse(started_at))
}
