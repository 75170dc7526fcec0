import { workOf } from '../step-times.ts'
import { clsx } from 'clsx'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { formatDuration } from '../../texts/duration.ts'
import * as t from '../../texts/run/timeline.ts'
import { StepIcon } from '../step-icon.tsx'
import { type Segment, segmentsOf } from './step-segments.ts'
import { TimelineBar } from './timeline-bar.tsx'
import type { ReadyTimes } from './ready-times.ts'
import type { TimeRange } from './time-scale.ts'
import type { IterationNode, TimelineRow as Row } from './timeline-tree.ts'

/** On a phone a row is as high as a finger needs. */
export const rowHeights = { usual: 29, touch: 44 }

export interface RowContext {
  readonly range: TimeRange
  readonly now: number
  readonly ready: ReadyTimes
  readonly runStart: number
  nameOf(nodeId: string): string
}

interface TimelineRowProps {
  row: Row
  id: string
  /** The number of the row, by which the tree finds it. */
  number: number
  rowHeight: number
  isSelected: boolean
  isActive: boolean
  context: RowContext
  onSelect: (onChevron: boolean) => void
}

export function TimelineRow({
  row,
  id,
  number,
  rowHeight,
  isSelected,
  isActive,
  context,
  onSelect,
}: TimelineRowProps) {
  const { node, step, depth, canOpen, isOpen } = row
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const status = node.kind === 'step' ? node.step.status : node.status
  const label = rowLabel(row, context)
  const segments = rowSegments(row, context)
  const duration = durationOf(row, context)
  const hasIterations = node.kind === 'step' && node.iterations.length > 0
  const barLabel = [duration, step?.error?.code].filter(Boolean).join(' · ')
  return (
    // The tree handles the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      data-row={number}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      aria-selected={isSelected}
      aria-expanded={canOpen ? isOpen : undefined}
      onClick={(event) => onSelect((event.target as Element).closest('[data-chevron]') !== null)}
      style={{ height: rowHeight }}
      className={clsx(
        'grid cursor-default grid-cols-[minmax(0,1fr)] items-stretch border-b border-line/70 pr-3 text-[13px] @2xl:grid-cols-[18rem_minmax(0,1fr)]',
        isSelected ? 'bg-accent-soft' : isActive ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      <div className="flex min-w-0 items-center gap-1.5 pr-3" style={{ paddingLeft: 8 + depth * 16 }}>
        {canOpen ? (
          <span
            data-chevron
            className="grid size-5 shrink-0 place-items-center rounded text-muted hover:text-ink"
          >
            <Chevron aria-hidden="true" className="size-3.5" />
          </span>
        ) : (
          <span className="w-5 shrink-0" />
        )}
        <StepIcon status={status} />
        {/* Gives way before the code of an error does. */}
        <span className={clsx('min-w-12 shrink-99 truncate', status === 'failed' && 'text-danger-ink')}>
          {label}
        </span>
        <RowNotes row={row} />
        {/* Of a loop, the failed item has the code: the name needs the space. */}
        <span className="ml-auto min-w-0 truncate pl-2 text-xs text-muted @2xl:hidden">
          {hasIterations ? duration : barLabel}
        </span>
      </div>
      <div aria-hidden="true" className="relative mr-(--labels) hidden items-center @2xl:flex">
        <TimelineBar segments={segments} range={context.range} label={barLabel} />
      </div>
    </div>
  )
}

/** What an iteration or a step is called. The only step of an iteration shares its row. */
function rowLabel({ node, step, iteration }: Row, { nameOf }: Pick<RowContext, 'nameOf'>): string {
  if (iteration === undefined) return node.kind === 'step' ? nameOf(node.step.node_id) : ''
  const item = t.item(iteration.index)
  return step === undefined ? item : `${item} · ${nameOf(step.node_id)}`
}

function RowNotes({ row: { node, step } }: { row: Row }) {
  const iterations = node.kind === 'step' ? node.iterations : []
  const total = Math.max(iterations.length, (iterations.length > 0 && step?.item_count) || 0)
  const failed = iterations.filter((one) => one.status === 'failed').length
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-xs whitespace-nowrap text-muted">
      {iterations.length > 0 && (
        <span className="rounded-full bg-sunken px-1.5 font-medium">{t.iterations(total)}</span>
      )}
      {failed > 0 && <span className="text-danger-ink">{t.failedItems(failed)}</span>}
      {step !== undefined && step.attempts > 1 && <span>{t.attempts(step.attempts)}</span>}
      {step?.pinned === true && <Note title={t.pinnedNote}>{t.pinned}</Note>}
      {(step === undefined ? node.kind === 'iteration' && isKept(node) : step.reused) && (
        <Note title={t.keptNote}>{t.kept}</Note>
      )}
    </span>
  )
}

function Note({ title, children }: { title: string; children: string }) {
  return (
    <span title={title} className="rounded bg-accent-soft px-1 text-accent-ink">
      {children}
    </span>
  )
}

function rowSegments({ node, step }: Row, { now, ready }: RowContext): Segment[] {
  if (step !== undefined) {
    if (step.reused) return []
    const isLoop = node.kind === 'step' && node.iterations.length > 0
    return segmentsOf(step, { readyAt: ready.of(step), isLoop, now })
  }
  if (node.kind === 'step' || isKept(node)) return []
  return [{ kind: 'loop', status: node.status, from: node.from, to: node.to ?? now }]
}

function isKept({ steps }: IterationNode): boolean {
  return steps.every(({ step }) => step.reused)
}

function durationOf({ node, step }: Row, { now, runStart }: RowContext): string {
  if (step !== undefined) return stepDuration(step, now, runStart)
  if (node.kind === 'step' || isKept(node)) return ''
  return formatDuration((node.to ?? now) - Math.max(runStart, node.from))
}

function stepDuration(step: StepOutline, now: number, runStart: number): string {
  if (step.reused) return ''
  const took = workOf(step, runStart)
  if (took !== null) return formatDuration(took)
  if (step.status === 'aborted') return t.statusNames.aborted
  const since = formatDuration(Math.max(0, now - Date.parse(step.started_at)))
  return step.status === 'waiting' ? t.waitingFor(since) : since
}
