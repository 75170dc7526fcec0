import { clsx } from 'clsx'
import { Ban, Check, Clock, LoaderCircle, RotateCw, TriangleAlert, X } from 'lucide-react'
import { formatDuration } from '../../texts/duration.ts'
import { formatNumber } from '../../texts/format.ts'
import * as t from '../../texts/graph.ts'
import * as counts from '../../texts/problem-counts.ts'
import type { NodeOverlay } from '../overlay.ts'

const badge =
  'inline-flex h-[19px] items-center gap-1 rounded-full px-[7px] text-[11px] font-semibold whitespace-nowrap tabular-nums [&>svg]:size-3'

const tones: Record<NodeOverlay['status'], string> = {
  running: 'bg-accent-soft text-accent-ink',
  waiting: 'bg-warning-soft text-warning-ink',
  retrying: 'bg-warning-soft text-warning-ink',
  completed: 'bg-success-soft text-success-ink',
  failed: 'bg-danger-soft text-danger-ink',
  aborted: 'bg-sunken text-muted',
}

/** The outcome of a node in the run in view. Screen readers get it with the name of the node. */
export function RunBadge({ run }: { run: NodeOverlay }) {
  return (
    <span
      title={run.steps > 1 ? describeRun(run).join(' · ') : undefined}
      className={clsx(badge, tones[run.status], run.reused && 'border border-dashed border-current')}
    >
      <StatusIcon status={run.status} />
      {shortOutcome(run)}
      {run.attempts > 1 && run.status !== 'retrying' && (
        <>
          <RotateCw className="ml-0.5" />
          {formatNumber(run.attempts)}
        </>
      )}
    </span>
  )
}

export function ProblemBadge({ count }: { count: number }) {
  return (
    <span className={clsx(badge, 'bg-danger-soft text-danger-ink')}>
      <TriangleAlert />
      {counts.errors(count)}
    </span>
  )
}

function StatusIcon({ status }: { status: NodeOverlay['status'] }) {
  switch (status) {
    case 'running':
      return <LoaderCircle className="animate-turn" />
    case 'retrying':
      return <RotateCw />
    case 'waiting':
      return <Clock />
    case 'completed':
      return <Check />
    case 'failed':
      return <X />
    case 'aborted':
      return <Ban />
  }
}

function shortOutcome(run: NodeOverlay): string {
  const time = run.durationMs === null ? '' : formatDuration(run.durationMs)
  const many = run.steps > 1
  switch (run.status) {
    case 'running':
      return many ? t.progress(run.completed + run.failed, run.steps) : t.running
    case 'retrying':
      return t.attempts(run.attempts)
    case 'waiting':
      return t.waiting
    case 'completed':
      if (!many) return time
      return [formatNumber(run.steps), time && t.average(time)].filter((part) => part !== '').join(' · ')
    case 'failed':
      return many ? t.failedOf(run.failed, run.steps) : t.failed
    case 'aborted':
      return t.aborted
  }
}

/** What the badges and marks of a node say, for screen readers. */
export function describeRun(run: NodeOverlay): readonly string[] {
  const facts: string[] = []
  const many = run.steps > 1
  if (run.status === 'completed')
    facts.push(run.durationMs === null || many ? t.completed : t.completedIn(run.durationMs))
  else if (run.status === 'failed') facts.push(many ? t.failedOf(run.failed, run.steps) : t.failed)
  else
    facts.push(
      { running: t.running, waiting: t.waiting, retrying: t.retrying, aborted: t.aborted }[run.status],
    )
  if (many) facts.push(t.iterations(run.steps))
  if (run.durationMs !== null && run.longestMs !== null)
    facts.push(t.averageOf(run.durationMs, run.longestMs))
  if (run.items !== null) facts.push(t.items(run.items))
  if (run.attempts > 1) facts.push(t.attempts(run.attempts))
  if (run.reused) facts.push(t.reused)
  return facts
}
