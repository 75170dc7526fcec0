import { clsx } from 'clsx'
import * as t from '../../texts/components.ts'

export type RunStatus = keyof typeof t.executionStatuses

const tones: Record<RunStatus, { badge: string; dot: string }> = {
  pending: { badge: 'bg-warning-soft text-warning-ink', dot: 'bg-warning' },
  running: { badge: 'bg-accent-soft text-accent-ink', dot: 'bg-accent animate-shimmer' },
  completed: { badge: 'bg-success-soft text-success-ink', dot: 'bg-success' },
  failed: { badge: 'bg-danger-soft text-danger-ink', dot: 'bg-danger' },
}

interface StatusBadgeProps {
  status: RunStatus
  /** Replaces the name of the status: "Completed in 3 s". */
  label?: string
}

/** The status of an execution. */
export function StatusBadge({ status, label }: StatusBadgeProps) {
  const { badge, dot } = tones[status]
  return (
    <span
      className={clsx(
        'inline-flex h-5.5 items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        badge,
      )}
    >
      <span aria-hidden="true" className={clsx('size-1.5 rounded-full', dot)} />
      {label ?? t.executionStatuses[status]}
    </span>
  )
}

/** Only the dot, where the status is named beside it. */
export function StatusDot({ status, className }: { status: RunStatus; className?: string }) {
  return (
    <span aria-hidden="true" className={clsx('size-2 shrink-0 rounded-full', tones[status].dot, className)} />
  )
}
