import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Suspense } from 'react'
import { describeError } from '../../api/api-error.ts'
import { BottomDrawer } from '../../components/panel/bottom-drawer.tsx'
import { RegionBoundary } from '../../components/panel/region-boundary.tsx'
import { StatusBadge } from '../../components/data/status-badge.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { useNow } from '../../components/use-now.ts'
import type { GraphDocument } from '../../graph/types.ts'
import { formatDuration } from '../../texts/duration.ts'
import * as t from '../../texts/editor/drawer.ts'
import * as runTexts from '../../texts/editor/run.ts'
import { formatNumber } from '../../texts/format.ts'
import * as countTexts from '../../texts/problem-counts.ts'
import type { EditorSession, Problem } from '../editor-session.ts'
import { ProblemsList } from './problems-list.tsx'
import { countErrors, countWarnings } from '../use-problems.ts'
import { lazyPart } from '../../app/lazy-part.ts'

const RunLog = lazyPart(async () => ({ default: (await import('../../run/run-log.tsx')).RunLog }))
const RunTimeline = lazyPart(async () => ({
  default: (await import('../../run/run-timeline.tsx')).RunTimeline,
}))

export type DrawerTab = 'timeline' | 'log' | 'problems'

interface TabCount {
  readonly count: number
  /** What is counted, with the number. */
  readonly label?: string
  readonly className?: string
}

/** Nothing while the first check runs. */
function countsOf(problems: EditorSession['problems']): readonly TabCount[] {
  if (problems === undefined) return []
  if (problems.length === 0) return [{ count: 0 }]
  const errors = countErrors(problems)
  const warnings = countWarnings(problems)
  return [
    { count: errors, label: countTexts.errors(errors), className: 'bg-danger-soft text-danger-ink' },
    { count: warnings, label: countTexts.warnings(warnings), className: 'bg-warning-soft text-warning-ink' },
  ].filter(({ count }) => count > 0)
}

interface EditorDrawerProps {
  session: EditorSession
  document: GraphDocument
  open: boolean
  onOpenChange: (open: boolean) => void
  tab: DrawerTab
  onTab: (tab: DrawerTab) => void
  step: string | undefined
  onStep: (stepKey: string) => void
  onProblem: (problem: Problem) => void
  onCloseRun: () => void
}

/** Timeline and log of the run in view, and the problems of the document. */
export function EditorDrawer(props: EditorDrawerProps) {
  const { session, open, onOpenChange, tab, onTab, onCloseRun } = props
  const { run, problems } = session
  const tabs: readonly { value: DrawerTab; counts?: readonly TabCount[] }[] = [
    { value: 'timeline' },
    { value: 'log', ...(run.logs.length > 0 ? { counts: [{ count: run.logs.length }] } : {}) },
    { value: 'problems', counts: countsOf(problems) },
  ]
  return (
    <BottomDrawer
      label={t.label}
      storageKey="editor.drawer"
      open={open}
      onOpenChange={onOpenChange}
      defaultSize={214}
      header={
        <>
          <div role="tablist" aria-label={t.tabs} className="flex h-full items-stretch gap-4">
            {tabs.map(({ value, counts = [] }) => (
              <button
                key={value}
                type="button"
                role="tab"
                aria-selected={open && tab === value}
                onClick={() => onTab(value)}
                className={clsx(
                  'inline-flex h-10 items-center gap-1.5 font-medium whitespace-nowrap',
                  open && tab === value ? 'text-ink' : 'text-muted hover:text-ink',
                )}
              >
                {t.tabNames[value]}
                {counts.map(({ count, label, className = 'bg-sunken text-muted' }) => (
                  <span
                    key={label ?? ''}
                    className={clsx(
                      'rounded-full px-1.5 text-[0.6875rem] leading-4.5 font-semibold',
                      className,
                    )}
                  >
                    {label === undefined ? (
                      formatNumber(count)
                    ) : (
                      <>
                        <span aria-hidden="true" className="sm:hidden">
                          {formatNumber(count)}
                        </span>
                        <span className="max-sm:sr-only">{label}</span>
                      </>
                    )}
                  </span>
                ))}
              </button>
            ))}
          </div>
          <RunSummary session={session} onCloseRun={onCloseRun} />
        </>
      }
    >
      <RegionBoundary region={t.region} resetKey={tab}>
        <Suspense>
          <DrawerContent {...props} />
        </Suspense>
      </RegionBoundary>
    </BottomDrawer>
  )
}

function DrawerContent({ session, document, tab, step, onStep, onProblem }: EditorDrawerProps) {
  const { run } = session
  if (tab === 'problems') return <ProblemsList session={session} document={document} onOpen={onProblem} />
  if (run.timeline === undefined) {
    const message =
      run.error !== undefined
        ? `${t.runFailedToLoad}: ${describeError(run.error)}`
        : run.connection === 'loading' && session.runId !== undefined
          ? t.loadingRun
          : t.noRun
    return <p className="px-4 py-6 text-[0.8125rem] text-muted">{message}</p>
  }
  if (tab === 'log') return <RunLog run={run} document={document} className="h-full" />
  return (
    <RunTimeline
      timeline={run.timeline}
      steps={run.steps}
      document={document}
      selected={step}
      onSelect={onStep}
      className="h-full"
    />
  )
}

function RunSummary({ session, onCloseRun }: { session: EditorSession; onCloseRun: () => void }) {
  const { run } = session
  const execution = run.timeline?.execution
  const now = useNow(1000)
  if (execution === undefined) return null
  const started = Date.parse(execution.started_at)
  const ended = execution.completed_at === null ? now : Date.parse(execution.completed_at)
  const duration = formatDuration(Math.max(0, ended - started))
  const label = {
    completed: runTexts.completedIn(duration),
    failed: runTexts.failedAfter(duration),
    running: runTexts.runningFor(duration),
    pending: runTexts.waiting,
  }[execution.status]
  return (
    <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-3">
      <span className="hidden sm:block">
        <StatusBadge status={execution.status} label={label} />
      </span>
      <Link
        to="/executions/$executionId"
        params={{ executionId: execution.id }}
        className="rounded px-1 font-medium whitespace-nowrap text-accent-ink hover:underline"
      >
        {runTexts.openRun}
      </Link>
      <IconButton icon={X} label={runTexts.closeRun} tooltipSide="top" onClick={onCloseRun} />
    </div>
  )
}
