import { clsx } from 'clsx'
import type { MouseEvent } from 'react'
import type { ExecutionOverview } from '../../api/executions.ts'
import { Badge } from '../../components/badge.tsx'
import { StatusBadge } from '../../components/data/status-badge.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { useNow } from '../../components/use-now.ts'
import { AppLink } from '../../run/app-link.tsx'
import { hasEnded } from '../../run/follow-run.ts'
import * as bulk from '../../texts/bulk-runs.ts'
import * as t from '../../texts/executions.ts'
import { formatDuration } from '../../texts/duration.ts'
import * as run from '../../texts/run/page.ts'
import { shortId } from '../../texts/run/run-names.ts'
import { SelectionBox } from '../../components/selection/selection-box.tsx'
import { MessageText } from '../../components/message-text.tsx'

interface ExecutionRowProps {
  execution: ExecutionOverview
  isActive: boolean
  isSelected: boolean
  /** Something is selected: every row shows its box. */
  isSelecting: boolean
  showsWorkflow: boolean
  onOpen: () => void
  /** The row got the focus. */
  onFocus: () => void
  onSelect: (isRange: boolean) => void
}

export function rowLinkId(id: string): string {
  return `run-${id}`
}

export const COLUMNS = 'grid-cols-[1rem_8.5rem_minmax(0,1.2fr)_minmax(0,2fr)_6rem_5.5rem_6.5rem_8rem]'
export const COLUMNS_OF_WORKFLOW = 'grid-cols-[1rem_8.5rem_6rem_minmax(0,2fr)_6rem_5.5rem_6.5rem_8rem]'

/** A row of the table. The link in it covers the row, so that it opens in a new tab like any link. */
export function ExecutionRow(props: ExecutionRowProps) {
  const { execution, isActive, isSelected, isSelecting, showsWorkflow } = props
  return (
    <div
      className={clsx(
        'group relative grid h-full items-center gap-4 border-b border-line px-(--gutter) text-[13px]',
        showsWorkflow ? COLUMNS : COLUMNS_OF_WORKFLOW,
        isSelected ? 'bg-accent-soft' : isActive ? 'bg-hover' : 'hover:bg-hover',
        isActive && 'shadow-[inset_2px_0_0_var(--color-focus)]',
      )}
    >
      <span
        role="cell"
        className={clsx(
          'relative z-10 flex transition-opacity group-focus-within:opacity-100 group-hover:opacity-100',
          !isSelecting && !isActive && 'opacity-0',
        )}
      >
        <RowBox {...props} />
      </span>
      <span role="cell">
        <StatusBadge status={execution.status} />
      </span>
      <span role="rowheader" className="min-w-0 truncate">
        <AppLink
          id={rowLinkId(execution.id)}
          href={`/executions/${execution.id}`}
          onFocus={props.onFocus}
          onClick={(event) => follow(event, props)}
          className="font-medium after:absolute after:inset-0 focus-visible:outline-none after:focus-visible:outline-2 after:focus-visible:-outline-offset-2 after:focus-visible:outline-focus"
        >
          {showsWorkflow ? (execution.workflow_name ?? run.deletedWorkflow) : run.run(shortId(execution.id))}
        </AppLink>
        {showsWorkflow && <span className="ml-2 font-mono text-xs text-muted">{shortId(execution.id)}</span>}
      </span>
      <span role="cell" className="flex min-w-0 items-center gap-2">
        {execution.is_test && <Badge tone="accent">{t.test}</Badge>}
        {execution.retry_of !== null && <Badge>{t.retry(shortId(execution.retry_of))}</Badge>}
        <ErrorLine execution={execution} />
      </span>
      <span role="cell" className="truncate text-muted">
        {t.triggerNames[execution.trigger]}
      </span>
      <span role="cell" className="truncate text-muted">
        {execution.version_number === null ? run.workingCopy : run.version(execution.version_number)}
      </span>
      <span role="cell" className="text-right text-muted tabular-nums">
        <Duration execution={execution} />
      </span>
      <span role="cell" className="truncate text-right text-muted">
        <RelativeTime value={execution.started_at} />
      </span>
    </div>
  )
}

/** The same on a phone. */
export function ExecutionCard(props: ExecutionRowProps) {
  const { execution, isActive, isSelected, showsWorkflow } = props
  return (
    <div
      role="cell"
      className={clsx(
        'relative flex h-full flex-col justify-center gap-1 border-b border-line px-(--gutter) text-[13px]',
        isSelected ? 'bg-accent-soft' : isActive && 'bg-hover',
      )}
    >
      <div className="flex items-center gap-3">
        <RowBox {...props} />
        <AppLink
          id={rowLinkId(execution.id)}
          href={`/executions/${execution.id}`}
          onFocus={props.onFocus}
          onClick={(event) => follow(event, props)}
          className="min-w-0 truncate font-medium after:absolute after:inset-0"
        >
          {showsWorkflow ? (execution.workflow_name ?? run.deletedWorkflow) : run.run(shortId(execution.id))}
        </AppLink>
        <span className="ml-auto">
          <StatusBadge status={execution.status} />
        </span>
      </div>
      <div className="flex items-center gap-1.5 text-muted">
        <span>{t.triggerNames[execution.trigger]}</span>·
        <Duration execution={execution} />·
        <RelativeTime value={execution.started_at} />
      </div>
      <ErrorLine execution={execution} />
    </div>
  )
}

function RowBox({ execution, isSelected, onSelect }: ExecutionRowProps) {
  return (
    <SelectionBox
      label={bulk.selectRun(execution.workflow_name ?? run.deletedWorkflow, shortId(execution.id))}
      checked={isSelected}
      onToggle={(event) => onSelect(event.shiftKey)}
    />
  )
}

/** Shift selects up to this row instead of opening it. */
function follow(event: MouseEvent, { onOpen, onSelect }: ExecutionRowProps): void {
  if (!event.shiftKey) return onOpen()
  event.preventDefault()
  onSelect(true)
}

function ErrorLine({ execution: { error } }: { execution: ExecutionOverview }) {
  if (error === null) return null
  return (
    <span className="min-w-0 truncate text-danger-ink" title={error.message}>
      <MessageText>{error.message}</MessageText>
    </span>
  )
}

function Duration({ execution }: { execution: ExecutionOverview }) {
  const isLive = !hasEnded(execution)
  const now = useNow(isLive ? 1_000 : 3_600_000)
  const end = execution.completed_at === null ? now : Date.parse(execution.completed_at)
  return <span>{formatDuration(Math.max(0, end - Date.parse(execution.started_at)))}</span>
}
