import { ListRestart } from 'lucide-react'
import type { ExecutionOverview } from '../../api/executions.ts'
import { Badge } from '../../components/badge.tsx'
import { StatusBadge } from '../../components/data/status-badge.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { AppLink } from '../../run/app-link.tsx'
import { formatDuration } from '../../texts/duration.ts'
import * as t from '../../texts/compare.ts'
import { formatMoment } from '../../texts/format.ts'
import * as run from '../../texts/run/page.ts'
import { formatRunTime, shortId } from '../../texts/run/run-names.ts'

interface RunCardProps {
  side: 'a' | 'b'
  execution: ExecutionOverview
  onChange: () => void
}

/** One of the two runs. */
export function RunCard({ side, execution, onChange }: RunCardProps) {
  const { id, started_at: from, completed_at: to } = execution
  return (
    <section
      aria-label={t.sides[side]}
      className="flex min-w-0 items-center gap-3 rounded-control border border-line bg-surface py-1.5 pr-1.5 pl-3"
    >
      <SideMark side={side} />
      <div className="min-w-0 flex-1 text-[0.8125rem]">
        <p className="flex items-center gap-2">
          <AppLink href={`/executions/${id}`} className="min-w-0 truncate font-medium hover:underline">
            {execution.workflow_name ?? run.deletedWorkflow}{' '}
            <span className="font-mono text-xs text-muted">{shortId(id)}</span>
          </AppLink>
          <StatusBadge status={execution.status} />
          {execution.is_test && <Badge tone="accent">{run.testRun}</Badge>}
        </p>
        <p className="truncate text-xs text-muted">
          {execution.version_number === null ? run.workingCopy : run.version(execution.version_number)}
          {' · '}
          <time dateTime={from} title={formatMoment(from)}>
            {formatRunTime(from)}
          </time>
          {to !== null && ` · ${formatDuration(Date.parse(to) - Date.parse(from))}`}
        </p>
      </div>
      <IconButton icon={ListRestart} label={t.change[side]} onClick={onChange} />
    </section>
  )
}

/** A or B, in the same look everywhere. */
export function SideMark({ side }: { side: 'a' | 'b' }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-5 shrink-0 place-items-center rounded-[0.3125rem] border border-line-strong text-[0.6875rem] font-semibold"
    >
      {t.letters[side]}
    </span>
  )
}
