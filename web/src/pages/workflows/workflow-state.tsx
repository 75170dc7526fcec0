import { clsx } from 'clsx'
import type { WorkflowSummary } from '../../api/workflows.ts'
import { StatusDot } from '../../components/data/status-badge.tsx'
import { Tooltip } from '../../components/overlay/tooltip.tsx'
import { RelativeTime } from '../../components/time.tsx'
import * as components from '../../texts/components.ts'
import * as t from '../../texts/workflows/list.ts'

/** Draft, live, or live with edits that are not published. */
export function WorkflowState({ workflow: { status, draft } }: { workflow: WorkflowSummary }) {
  const isLive = status === 'published'
  const isChanged = isLive && draft?.changed === true
  const version = draft?.version_number
  return (
    <span className="inline-flex items-center gap-1.5">
      <span
        className={clsx(
          'inline-flex h-5.5 items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap',
          isLive ? 'bg-success-soft text-success-ink' : 'bg-hover text-muted',
        )}
      >
        <span
          aria-hidden="true"
          className={clsx('size-1.5 rounded-full', isLive ? 'bg-success' : 'border border-line-strong')}
        />
        {isLive ? (version == null ? t.live : t.liveVersion(version)) : t.draft}
      </span>
      {isChanged && (
        <Tooltip content={t.unpublishedChanges}>
          <span className="inline-flex h-5.5 items-center rounded-full bg-warning-soft px-2 text-xs font-medium text-warning-ink">
            {t.changed}
          </span>
        </Tooltip>
      )}
    </span>
  )
}

/** When the workflow or its working copy was changed last, as `sort=updated` sorts. */
export function lastChangeOf({ updated_at: updated, draft }: WorkflowSummary): string {
  const edited = draft?.updated_at ?? ''
  return edited > updated ? edited : updated
}

/** The status and time of the last run. */
export function LastRun({ run, never = t.neverRun }: { run: WorkflowSummary['last_run']; never?: string }) {
  if (run == null) return <span className="text-muted">{never}</span>
  return (
    <span className="inline-flex items-center gap-2">
      <StatusDot status={run.status} />
      <span className="sr-only">{components.executionStatuses[run.status]}</span>
      <span className={run.status === 'failed' ? 'text-danger-ink' : undefined}>
        <RelativeTime value={run.started_at} />
      </span>
    </span>
  )
}

/** The folder and the tags, as far as they fit. */
export function WorkflowLabels({ workflow }: { workflow: WorkflowSummary }) {
  const { folder = '', tags = [] } = workflow
  const shown = tags.slice(0, 3)
  if (folder === '' && tags.length === 0) return null
  return (
    <span className="flex max-w-[60%] shrink-0 items-center gap-1.5 overflow-hidden max-md:max-w-full text-xs text-muted">
      {folder !== '' && <span className="max-w-40 truncate">{folder.replaceAll('/', ' / ')}</span>}
      {shown.map((tag) => (
        <span
          key={tag}
          className="max-w-32 shrink-0 truncate rounded-full border border-line px-1.5 leading-4.5"
        >
          {tag}
        </span>
      ))}
      {tags.length > shown.length && (
        <span title={tags.slice(3).join(', ')}>+{tags.length - shown.length}</span>
      )}
    </span>
  )
}
