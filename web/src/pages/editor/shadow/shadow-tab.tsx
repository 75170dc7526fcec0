import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ShadowResult } from '@millrace/contract/workflow-shadow.ts'
import { History, Lock, Play, Square } from 'lucide-react'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { describeError } from '../../../api/api-error.ts'
import { useCommands } from '../../../app/commands/use-commands.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button } from '../../../components/button.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { Segmented } from '../../../components/segmented.tsx'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import {
  countResults,
  describeDefinition,
  shadowStore,
  startTrial,
  stopTrial,
} from '../../../editor/shadow/shadow-store.ts'
import { UnsavedError } from '../../../editor/sync/sync-state.ts'
import { useWorkflowDocument } from '../../../editor/sync/use-workflow-document.ts'
import { type NodeTypes, useNodeTypes } from '../../../graph/node-types.ts'
import * as topBar from '../../../texts/editor/top-bar.ts'
import * as t from '../../../texts/editor/shadow.ts'
import type { OpenWorkflow } from '../editor-page.tsx'
import { namesIn } from './describe-run.ts'
import { ShadowDetail } from './shadow-detail.tsx'
import { ShadowRow } from './shadow-row.tsx'
import { COUNTS, type Count, type ShadowSearch } from './shadow-search.ts'

const RESULTS: readonly ShadowResult[] = ['changed', 'unknown', 'same', 'failed']

/** What the working copy would do with past runs. */
export function ShadowTab() {
  const { workflowId } = useParams({ from: '/signed-in/workflows/$workflowId' })
  const opened = useWorkflowDocument(workflowId)
  const nodeTypes = useNodeTypes()
  if (opened.status === 'error') {
    return <ErrorState title={topBar.loadFailed} error={opened.error} onRetry={opened.retry} />
  }
  if (opened.status === 'loading' || nodeTypes === undefined) {
    return (
      <Loading label={topBar.loading} className="space-y-3 p-6">
        <Skeleton className="h-12 w-80 max-w-full" />
        <Skeleton className="h-12 w-80 max-w-full" />
      </Loading>
    )
  }
  return <Trial key={workflowId} opened={opened} nodeTypes={nodeTypes} />
}

function Trial({ opened, nodeTypes }: { opened: OpenWorkflow; nodeTypes: NodeTypes }) {
  const { workflow, canEdit, flush, store } = opened
  const workflowId = workflow.id
  const search: ShadowSearch = useSearch({ from: '/signed-in/workflows/$workflowId/try' })
  const navigate = useNavigate()
  const document = useStore(store, (state) => state.settled)
  const { phase, wanted, runs, error, definition } = useStore(shadowStore(workflowId))
  const isOutdated = useMemo(
    () => phase !== 'idle' && describeDefinition(document) !== definition,
    [phase, document, definition],
  )
  const nameOf = useMemo(() => namesIn(document, nodeTypes), [document, nodeTypes])
  const count: Count = search.count ?? '10'
  const isRunning = phase === 'running'
  const listed = search.result === undefined ? runs : runs.filter(({ result }) => result === search.result)
  const open = runs.find(({ execution_id: id }) => id === search.tried)

  const change = (next: ShadowSearch, replace = true) =>
    void navigate({
      to: '/workflows/$workflowId/try',
      params: { workflowId },
      search: withoutAbsent({ ...search, ...next }),
      replace,
    })
  const start = () => {
    if (search.tried !== undefined) change({ tried: undefined })
    void startTrial({ workflowId, count: Number(count), document: store.getState().document, flush })
  }
  const close = () => {
    const row = globalThis.document.querySelector<HTMLElement>(`[data-run="${search.tried}"]`)
    change({ tried: undefined })
    row?.focus()
  }
  const move = (by: 1 | -1) => {
    const at = listed.findIndex(({ execution_id: id }) => id === search.tried)
    const target = listed[Math.max(0, Math.min(listed.length - 1, at + by))]
    if (target !== undefined) change({ tried: target.execution_id })
  }
  useCommands([
    {
      id: 'shadow.start',
      title: t.startCommand(Number(count)),
      group: t.group,
      icon: Play,
      keywords: t.keywords,
      enabled: canEdit && !isRunning,
      run: start,
    },
    {
      id: 'shadow.stop',
      title: t.stopCommand,
      group: t.group,
      icon: Square,
      enabled: isRunning,
      run: () => stopTrial(workflowId),
    },
    {
      id: 'shadow.next',
      title: t.next,
      group: t.group,
      keys: ['j'],
      enabled: listed.length > 0,
      run: () => move(1),
    },
    {
      id: 'shadow.previous',
      title: t.previous,
      group: t.group,
      keys: ['k'],
      enabled: listed.length > 0,
      run: () => move(-1),
    },
  ])

  if (!canEdit) {
    return (
      <EmptyState icon={Lock} title={t.readOnly}>
        {t.readOnlyNote}
      </EmptyState>
    )
  }
  const totals = countResults(runs)
  const filters = RESULTS.filter((result) => totals[result] > 0 || search.result === result)
  return (
    <div className="flex min-h-0 flex-1">
      <div className="min-h-0 min-w-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-4xl space-y-4 px-4 py-6 sm:px-6">
          <header className="space-y-1">
            <h2 className="text-xl font-semibold">{t.title}</h2>
            <p className="text-sm text-muted">{t.intro}</p>
          </header>
          <div className="flex flex-wrap items-center gap-3">
            <Segmented
              label={t.count}
              value={count}
              onChange={(next) => change({ count: next })}
              options={COUNTS.map((value) => ({ value, label: t.lastRuns(Number(value)) }))}
            />
            {isRunning ? (
              <Button variant="secondary" onClick={() => stopTrial(workflowId)}>
                <Square aria-hidden="true" className="size-4" />
                {t.stop}
              </Button>
            ) : (
              <Button onClick={start}>
                <Play aria-hidden="true" className="size-4" />
                {phase === 'idle' ? t.start : t.again}
              </Button>
            )}
            <p role="status" className="text-[0.8125rem] text-muted">
              {describePhase(phase, runs.length, wanted)}
            </p>
          </div>
          {isRunning && (
            <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-sunken">
              <div
                className="h-full w-full origin-left rounded-full bg-accent transition-transform"
                style={{ transform: `scaleX(${wanted === 0 ? 0 : runs.length / wanted})` }}
              />
            </div>
          )}
          {phase === 'failed' && (
            <Alert tone="danger" live title={t.failed}>
              {error instanceof UnsavedError ? t.unsaved : describeError(error)}
            </Alert>
          )}
          {isOutdated && !isRunning && <Alert tone="warning">{t.outdated}</Alert>}
          {phase === 'idle' && (
            <EmptyState icon={History} title={t.idleTitle}>
              {t.idleNote}
            </EmptyState>
          )}
          {phase === 'finished' && runs.length === 0 && (
            <EmptyState icon={History} title={t.noRunsTitle}>
              {t.noRunsNote}
            </EmptyState>
          )}
          {runs.length > 0 && (
            <section aria-label={t.results} className="space-y-3">
              <div className="sm:flex">
                <Segmented
                  label={t.showResults}
                  value={search.result ?? 'all'}
                  onChange={(next) => change({ result: next === 'all' ? undefined : next })}
                  options={[
                    { value: 'all' as const, label: t.withCount(t.all, runs.length) },
                    ...filters.map((value) => ({
                      value,
                      label: t.withCount(t.resultNames[value], totals[value]),
                    })),
                  ]}
                />
              </div>
              {listed.length === 0 && search.result !== undefined && (
                <p className="text-sm text-muted">{t.nothingWith(t.resultNames[search.result])}</p>
              )}
              {listed.length > 0 && (
                <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
                  {listed.map((run) => (
                    <li key={run.execution_id}>
                      <ShadowRow
                        run={run}
                        nameOf={nameOf}
                        isOpen={run === open}
                        onOpen={() => change({ tried: run.execution_id }, open !== undefined)}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </section>
          )}
        </div>
      </div>
      {open !== undefined && (
        <ShadowDetail
          key={open.execution_id}
          workflowId={workflowId}
          run={open}
          definition={definition}
          nameOf={nameOf}
          hasNode={(nodeId) => document.nodes.some(({ id }) => id === nodeId)}
          onClose={close}
        />
      )}
    </div>
  )
}

function describePhase(phase: string, done: number, wanted: number): string {
  if (phase === 'running') return t.progress(done, wanted)
  if (phase === 'stopped') return t.stopped(done)
  return phase === 'finished' ? t.finished(done) : ''
}

function withoutAbsent(search: ShadowSearch): ShadowSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}
