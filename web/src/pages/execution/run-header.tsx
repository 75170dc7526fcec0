import { EllipsisVertical } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ExecutionOverview } from '../../api/executions.ts'
import { CommandButton } from '../../app/commands/command-button.tsx'
import type { Command } from '../../app/commands/command.ts'
import { Badge } from '../../components/badge.tsx'
import { StatusBadge } from '../../components/data/status-badge.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Menu, MenuItem } from '../../components/menu.tsx'
import { hasNavigated } from '../../components/navigation-state.ts'
import { useNow } from '../../components/use-now.ts'
import { AppLink } from '../../run/app-link.tsx'
import { hasEnded } from '../../run/follow-run.ts'
import * as common from '../../texts/common.ts'
import { formatMoment } from '../../texts/format.ts'
import { formatDuration } from '../../texts/duration.ts'
import * as t from '../../texts/run/page.ts'
import { formatRunTime, shortId } from '../../texts/run/run-names.ts'

interface RunHeaderProps {
  execution: ExecutionOverview
  newer: Command
  older: Command
  /** The most important one last. */
  actions: readonly Command[]
  /** Further ones, in a menu. */
  more: readonly Command[]
}

export function RunHeader({ execution, newer, older, actions, more }: RunHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const name = execution.workflow_name ?? t.deletedWorkflow
  const id = shortId(execution.id)
  useEffect(() => {
    document.title = common.documentTitle(t.documentTitle(id, name))
    if (hasNavigated()) heading.current?.focus({ preventScroll: true })
  }, [id, name])
  return (
    <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-surface px-4 py-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {execution.workflow_name === null ? (
          <span className="text-muted">{name}</span>
        ) : (
          <AppLink
            href={`/workflows/${execution.workflow_id}`}
            className="max-w-64 truncate text-muted hover:text-ink hover:underline"
          >
            {name}
          </AppLink>
        )}
        <span aria-hidden="true" className="text-muted">
          /
        </span>
        <h1 ref={heading} tabIndex={-1} title={execution.id} className="font-semibold whitespace-nowrap">
          {t.run(id)}
        </h1>
        <RunStatus execution={execution} />
        {execution.is_test && (
          <span title={t.testRunNote}>
            <Badge tone="accent">{t.testRun}</Badge>
          </span>
        )}
        <span className="text-[13px] text-muted">
          {[
            execution.version_number === null ? t.workingCopy : t.version(execution.version_number),
            t.triggers[execution.trigger],
          ].join(' · ')}
          {' · '}
          <time dateTime={execution.started_at} title={formatMoment(execution.started_at)}>
            {formatRunTime(execution.started_at)}
          </time>
        </span>
        {execution.retry_of !== null && (
          <AppLink
            href={`/executions/${execution.retry_of}`}
            className="text-[13px] text-accent-ink hover:underline"
          >
            {t.retryOf} {shortId(execution.retry_of)}
          </AppLink>
        )}
      </div>
      <div className="ml-auto flex items-center gap-1.5">
        <span className="hidden sm:flex">
          <CommandButton command={older} iconOnly />
          <CommandButton command={newer} iconOnly />
        </span>
        {actions.map((command, index) => (
          <CommandButton
            key={command.id}
            command={command}
            variant={index === actions.length - 1 && hasEnded(execution) ? 'primary' : 'secondary'}
          />
        ))}
        {more.length > 0 && (
          <Menu align="end" trigger={<IconButton icon={EllipsisVertical} label={t.moreActions} />}>
            {more.map((command) => (
              <MenuItem key={command.id} onSelect={() => void command.run()}>
                {command.icon && <command.icon aria-hidden="true" />}
                {command.title}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
    </header>
  )
}

function RunStatus({ execution }: { execution: ExecutionOverview }) {
  const isLive = !hasEnded(execution)
  const now = useNow(isLive ? 1_000 : 3_600_000)
  const end = execution.completed_at === null ? now : Date.parse(execution.completed_at)
  const duration = formatDuration(Math.max(0, end - Date.parse(execution.started_at)))
  const isCancelled = execution.error?.code === 'CANCELLED'
  const label = isCancelled ? t.cancelledAfter(duration) : t.statusWithDuration[execution.status](duration)
  return <StatusBadge status={execution.status} label={label} />
}
