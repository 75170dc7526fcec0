import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CirclePause } from 'lucide-react'
import { describeError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import { triggersQuery, workflowKeys } from '../../api/workflows.ts'
import { InlineEdit } from '../../components/input/inline-edit.tsx'
import { Tooltip } from '../../components/overlay/tooltip.tsx'
import { tabClass } from '../../components/panel/tabs.tsx'
import { toast } from '../../components/toast-store.ts'
import type { EditorSession } from '../../editor/editor-session.ts'
import { SaveIndicator } from '../../editor/sync/save-indicator.tsx'
import * as t from '../../texts/editor/top-bar.ts'
import * as pauseTexts from '../../texts/triggers/pause.ts'
import type { OpenWorkflow } from './editor-page.tsx'
import { PublishControl } from './publish-control.tsx'
import { RunButton } from './run-button.tsx'
import * as counts from '../../texts/problem-counts.ts'
import { countErrors, countWarnings } from '../../editor/use-problems.ts'

interface TopBarProps {
  opened: OpenWorkflow
  session: EditorSession
}

/** Name, state, problems, run and publish, above every tab of a workflow. */
export function TopBar({ opened, session }: TopBarProps) {
  const { problems, workflowId } = session
  const navigate = useNavigate()
  const errors = countErrors(problems)
  const warnings = countWarnings(problems)
  return (
    <>
      <header
        aria-label={t.header}
        className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-3 py-1.5 text-[0.8125rem] sm:px-4 lg:h-12 lg:flex-nowrap lg:py-0"
      >
        <Title opened={opened} session={session} />
        <StateBadge opened={opened} />
        <PausedBadge workflowId={workflowId} />
        {opened.canEdit ? (
          <SaveIndicator
            document={opened}
            nodeTypes={session.nodeTypes}
            onCopied={(id) => void navigate({ to: '/workflows/$workflowId', params: { workflowId: id } })}
          />
        ) : (
          <span className="min-w-0 truncate text-muted">{t.readOnly}</span>
        )}
        <div className="ml-auto flex items-center gap-2">
          {errors + warnings > 0 && (
            <button
              type="button"
              onClick={() =>
                void navigate({
                  to: '/workflows/$workflowId',
                  params: { workflowId },
                  search: ((before: Record<string, unknown>) => ({ ...before, panel: 'problems' })) as never,
                })
              }
              className={clsx(
                // On a phone there is no space for it: the drawer below shows the same.
                'rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap max-sm:hidden',
                errors > 0 ? 'bg-danger-soft text-danger-ink' : 'bg-warning-soft text-warning-ink',
              )}
            >
              {errors === 0 ? counts.warnings(warnings) : counts.errors(errors)}
              {errors > 0 && warnings > 0 && (
                <span className="max-xl:sr-only">, {counts.warnings(warnings)}</span>
              )}
            </button>
          )}
          <RunButton session={session} />
          <PublishControl opened={opened} session={session} />
        </div>
      </header>
      <WorkflowTabs workflowId={workflowId} />
    </>
  )
}

function Title({ opened, session }: TopBarProps) {
  const client = useQueryClient()
  const { workflow } = opened
  const { workflowId, canEdit } = session
  const save = async (changes: { name: string } | { folder: string }, failed: string) => {
    try {
      await call(operations.updateWorkflow, { params: { id: workflowId }, body: changes })
      await client.invalidateQueries({ queryKey: workflowKeys.all })
    } catch (error) {
      toast.show({ tone: 'danger', title: failed, description: describeError(error) })
    }
  }
  return (
    <div className="-ml-1.5 flex min-w-0 items-center gap-1">
      {(canEdit || (workflow.folder ?? '') !== '') && (
        <span className="hidden min-w-0 items-center gap-1 text-muted md:flex">
          <InlineEdit
            label={t.folder}
            value={workflow.folder ?? ''}
            placeholder={t.folderPlaceholder}
            maxLength={200}
            readOnly={!canEdit}
            onSave={(folder) => void save({ folder }, t.moveFailed)}
            className="max-w-48"
          />
          <span aria-hidden="true">/</span>
        </span>
      )}
      <h1 className="min-w-0">
        <InlineEdit
          label={t.name}
          value={workflow.name}
          maxLength={200}
          readOnly={!canEdit}
          validate={(name) => (name === '' ? t.nameRequired : undefined)}
          onSave={(name) => void save({ name }, t.renameFailed)}
          className="max-w-80 text-sm font-semibold"
        />
      </h1>
    </div>
  )
}

/** Which of both one sees: the draft, the live version, or the live version with changes. */
function StateBadge({ opened }: { opened: OpenWorkflow }) {
  const { workflow, changedFromLive } = opened
  const version = workflow.draft?.version_number ?? null
  if (workflow.status !== 'published' || version === null) {
    return (
      <Tooltip content={t.draftNote}>
        <Pill tone="neutral">{t.draft}</Pill>
      </Tooltip>
    )
  }
  return (
    <Tooltip content={changedFromLive ? t.unpublishedNote(version) : t.liveNote(version)}>
      <span className="inline-flex items-center gap-1.5">
        <Pill tone="success">
          <span aria-hidden="true" className="size-1.5 rounded-full bg-success" />
          {t.live(version)}
        </Pill>
        {changedFromLive && (
          <Link
            to="/workflows/$workflowId/versions"
            params={{ workflowId: workflow.id }}
            className="rounded-full hover:underline"
          >
            <Pill tone="warning">
              <span className="sm:hidden">{t.unpublishedShort}</span>
              <span className="max-sm:hidden">{t.unpublished}</span>
            </Pill>
          </Link>
        )}
      </span>
    </Tooltip>
  )
}

/** Loud: a workflow whose trigger is paused looks live and starts nothing. */
function PausedBadge({ workflowId }: { workflowId: string }) {
  const { data } = useQuery({ ...triggersQuery(workflowId), refetchInterval: 30_000 })
  const paused = data?.filter((trigger) => trigger.paused_at !== null).length ?? 0
  if (paused === 0) return null
  return (
    <Tooltip content={pauseTexts.badgeTitle}>
      <Link
        to="/workflows/$workflowId/triggers"
        params={{ workflowId }}
        className="inline-flex items-center gap-1.5 rounded-full bg-warning-soft px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap text-warning-ink ring-1 ring-warning/60 hover:underline"
      >
        <CirclePause aria-hidden="true" className="size-3.5" />
        {pauseTexts.badge(paused)}
      </Link>
    </Tooltip>
  )
}

function Pill({
  tone,
  children,
  ...rest
}: React.ComponentProps<'span'> & { tone: 'neutral' | 'success' | 'warning' }) {
  return (
    <span
      {...rest}
      className={clsx(
        'inline-flex h-5.5 items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        {
          neutral: 'bg-sunken text-muted',
          success: 'bg-success-soft text-success-ink',
          warning: 'bg-warning-soft text-warning-ink',
        }[tone],
      )}
    >
      {children}
    </span>
  )
}

const tabs = [
  { name: 'editor', to: '/workflows/$workflowId' },
  { name: 'executions', to: '/workflows/$workflowId/executions' },
  { name: 'versions', to: '/workflows/$workflowId/versions' },
  { name: 'triggers', to: '/workflows/$workflowId/triggers' },
  { name: 'settings', to: '/workflows/$workflowId/settings' },
] as const

function WorkflowTabs({ workflowId }: { workflowId: string }) {
  return (
    <nav
      aria-label={t.tabs}
      className="flex h-10 shrink-0 items-stretch gap-5 overflow-x-auto border-b border-line bg-surface px-3 sm:px-4"
    >
      {tabs.map(({ name, to }) => (
        <Link
          key={name}
          to={to}
          params={{ workflowId }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={tabClass}
        >
          {t.tabNames[name]}
        </Link>
      ))}
    </nav>
  )
}
