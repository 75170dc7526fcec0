import { endOf, startOf } from '../../run/step-times.ts'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { StepOutline, Timeline } from '@millrace/contract/execution-timeline.ts'
import { useConnection } from '../../api/connection.ts'
import { useCan } from '../../app/use-can.ts'
import { useCommands } from '../../app/commands/use-commands.ts'
import { RegionBoundary } from '../../components/panel/region-boundary.tsx'
import { ResizablePanel } from '../../components/panel/resizable-panel.tsx'
import { Tabs } from '../../components/panel/tabs.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { useAfterPaint } from '../../components/use-after-paint.ts'
import { useNow } from '../../components/use-now.ts'
import type { GraphDocument } from '../../graph/types.ts'
import { editorHref, findFailedStep, findFault } from '../../run/failed-step.ts'
import { hasEnded } from '../../run/follow-run.ts'
import { overlayOf } from '../../run/run-overlay.ts'
import { RunTimeline } from '../../run/run-timeline.tsx'
import { stepAt, stepsAt } from '../../run/step-at.ts'
import { buildTree } from '../../run/timeline/timeline-tree.ts'
import type { Run } from '../../run/use-run.ts'
import { useNodeNames } from '../../run/use-node-names.ts'
import { useScrubber } from '../../run/use-scrubber.ts'
import * as logTexts from '../../texts/run/log.ts'
import * as t from '../../texts/run/page.ts'
import * as timelineTexts from '../../texts/run/timeline.ts'
import { compareHref } from '../compare/compare-search.ts'
import { ErrorBanner } from './error-banner.tsx'
import type { ExecutionSearch } from './execution-search.ts'
import { RunHeader } from './run-header.tsx'
import { stepCommands } from './step-commands.ts'
import { useRunCommands } from './use-run-commands.ts'
import { lazyDialog } from '../../app/lazy-dialog.tsx'
import { lazyPart } from '../../app/lazy-part.ts'

/** The graph and the data are the largest parts of the page's code: they load when the timeline is on the screen. */
const RunGraph = lazyPart(async () => ({ default: (await import('./run-graph.tsx')).RunGraph }))
const RunDataPanel = lazyPart(async () => ({ default: (await import('./run-data-panel.tsx')).RunDataPanel }))
const RunScrubber = lazyPart(async () => ({
  default: (await import('../../run/run-scrubber.tsx')).RunScrubber,
}))
const RunLog = lazyPart(async () => ({ default: (await import('../../run/run-log.tsx')).RunLog }))
const LoopSection = lazyPart(async () => ({ default: (await import('./loop-section.tsx')).LoopSection }))
const WaitingBanner = lazyPart(async () => ({
  default: (await import('./waiting-banner.tsx')).WaitingBanner,
}))
const ConfirmDialog = lazyDialog(
  async () => ({ default: (await import('../../components/overlay/confirm-dialog.tsx')).ConfirmDialog }),
  (props) => props.onCancel(),
)
const ResumeDialog = lazyDialog(
  async () => ({ default: (await import('../../run/resume-dialog.tsx')).ResumeDialog }),
  (props) => props.onClose(),
)

const ChooseRunDialog = lazyDialog(
  async () => ({ default: (await import('../compare/choose-run-dialog.tsx')).ChooseRunDialog }),
  (props) => props.onClose(),
)

const noSteps: readonly StepOutline[] = []

interface RunViewProps {
  run: Run
  timeline: Timeline
  document: GraphDocument | undefined
  /** The version could not be loaded. */
  hasNoGraph: boolean
  search: ExecutionSearch
  onChange: (search: ExecutionSearch) => void
}

export function RunView({ run, timeline, document, hasNoGraph, search, onChange }: RunViewProps) {
  const { execution } = timeline
  const { steps } = run
  const navigate = useNavigate()
  const isWide = useMediaQuery('(min-width: 64rem)')
  const isPainted = useAfterPaint()
  // Whoever opens data comes for it: it does not wait for the rest of the page.
  const [opensData] = useState(search.panel === 'input' || search.panel === 'output')
  const isLive = !hasEnded(execution)
  const canControl = useCan('executions:write')
  const [dialog, setDialog] = useState<
    { kind: 'cancel' } | { kind: 'compare' } | { kind: 'retry'; from: string }
  >()
  const [cancelling, setCancelling] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false })

  const nameOf = useNodeNames(document)
  const shownSteps = useDeferredValue(steps)
  const tree = useMemo(() => buildTree(shownSteps), [shownSteps])
  const recorded = useMemo(() => rangeOf(timeline, shownSteps), [timeline, shownSteps])
  const now = useNow(isLive ? 1_000 : 3_600_000)
  const range = isLive ? { from: recorded.from, to: Math.max(recorded.to, now) } : recorded

  const at = search.at === undefined ? undefined : range.from + Number(search.at)
  const seek = (time: number | undefined) => {
    if (time !== undefined) return onChange({ at: String(Math.max(0, Math.round(time - range.from))) })
    onChange({ at: undefined })
  }
  const scrubber = useScrubber({ steps: isPainted ? shownSteps : noSteps, at, onChange: seek })
  // The scrubber stays fluid in runs of any size: the views follow it as fast as they can.
  const shownAt = useDeferredValue(at)
  const stepsThen = useMemo(
    () => (shownAt === undefined ? undefined : stepsAt(shownSteps, shownAt)),
    [shownAt, shownSteps],
  )
  const overlayThen = useMemo(
    () => stepsThen && overlayOf(stepsThen, document, { executionId: execution.id, startedAt: range.from }),
    [stepsThen, document, execution.id, range.from],
  )
  const treeThen = useMemo(() => stepsThen && buildTree(stepsThen), [stepsThen])
  const failed = useMemo(() => findFailedStep(execution, shownSteps), [execution, shownSteps])
  const selectedKey = search.step ?? (isWide ? (failed ?? firstWaiting(shownSteps))?.key : undefined)
  const selected = selectedKey === undefined ? undefined : tree.steps.get(selectedKey)?.step
  const select = (key: string) => onChange({ step: key })
  const selectNode = (nodeId: string) => {
    const key = (overlayThen ?? run.overlay)?.nodes.get(nodeId)?.lastStepKey
    if (key !== undefined) select(key)
  }
  const move = (by: 1 | -1) => {
    const index = shownSteps.findIndex(({ key }) => key === selectedKey)
    const next = shownSteps[index + by]
    if (next !== undefined) select(next.key)
  }

  const editor = editorHref(execution, findFault(execution, failed))
  const { newer, older, actions, more, all } = useRunCommands({
    execution,
    editor,
    scrubber,
    onCancel: () => setDialog({ kind: 'cancel' }),
    onRetry: (from) => setDialog({ kind: 'retry', from }),
    onCompare: () => setDialog({ kind: 'compare' }),
  })
  useCommands(all)

  const cancel = () => {
    setCancelling({ isBusy: true })
    run.cancel().then(
      () => {
        setCancelling({ isBusy: false })
        setDialog(undefined)
      },
      (error: unknown) => setCancelling({ isBusy: false, error }),
    )
  }
  const panel = (isPainted || opensData) && (
    <Suspense>
      <RunDataPanel
        run={run}
        execution={execution}
        document={document}
        step={selected}
        shown={selected === undefined || at === undefined ? selected : stepAt(selected, at)}
        nameOf={nameOf}
        tab={search.panel}
        onTab={(tab) => onChange({ panel: tab })}
        onMove={move}
        onClose={() => onChange({ step: isWide ? '' : undefined })}
        onResume={
          canControl && execution.status === 'failed'
            ? () => setDialog({ kind: 'retry', from: 'failed' })
            : undefined
        }
        onRetryFrom={
          isLive || !canControl ? undefined : (nodeId) => setDialog({ kind: 'retry', from: nodeId })
        }
      />
    </Suspense>
  )
  const isPanelOnly = !isWide && selected !== undefined

  return (
    <div className="flex h-full min-h-0 flex-col">
      <RunHeader execution={execution} newer={newer} older={older} actions={actions} more={more} />
      <ConnectionNote run={run} />
      <ErrorBanner
        execution={execution}
        step={failed}
        tree={tree}
        nameOf={nameOf}
        editor={editor}
        onOpenStep={() => failed && onChange({ step: failed.key, panel: 'error' })}
      />
      {!isWide && !isPanelOnly && firstWaiting(shownSteps) !== undefined && (
        <Suspense>
          <WaitingBanner execution={execution} steps={shownSteps} nameOf={nameOf} />
        </Suspense>
      )}
      <div className="flex min-h-0 flex-1">
        {isPanelOnly ? (
          panel
        ) : (
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {isWide && (
              <>
                <section aria-label={t.graph} className="min-h-32 flex-1 basis-2/5">
                  <RegionBoundary region={t.graph}>
                    {hasNoGraph ? (
                      <p className="grid h-full place-items-center bg-canvas text-[13px] text-muted">
                        {t.graphFailed}
                      </p>
                    ) : (
                      <Suspense fallback={<div className="h-full bg-canvas" />}>
                        {isPainted ? (
                          <RunGraph
                            document={document}
                            overlay={overlayThen ?? run.overlay}
                            selectedNode={selected?.node_id}
                            onSelect={selectNode}
                            viewKey={`run-${execution.version_id}`}
                          />
                        ) : (
                          <div className="h-full bg-canvas" />
                        )}
                      </Suspense>
                    )}
                  </RegionBoundary>
                </section>
                <div className="h-10 shrink-0 border-t border-line bg-surface">
                  {isPainted && (
                    <Suspense>
                      <RunScrubber
                        scrubber={scrubber}
                        steps={shownSteps}
                        range={range}
                        at={at}
                        isLive={isLive}
                      />
                    </Suspense>
                  )}
                </div>
              </>
            )}
            <Tabs
              label={t.view}
              value={search.tab ?? 'timeline'}
              onChange={(tab) => onChange({ tab: tab === 'log' ? 'log' : undefined })}
              className="min-h-0 flex-1 basis-3/5 border-t border-line bg-surface"
              contentClassName="flex flex-col"
              tabs={[
                {
                  value: 'timeline',
                  label: timelineTexts.timeline,
                  count: shownSteps.length,
                  content: (
                    <>
                      {isPainted && tree.loops.length > 0 && (
                        <Suspense>
                          <LoopSection
                            tree={treeThen ?? tree}
                            selected={selected}
                            nameOf={nameOf}
                            onSelect={select}
                          />
                        </Suspense>
                      )}
                      <RunTimeline
                        timeline={timeline}
                        steps={shownSteps}
                        tree={tree}
                        document={document}
                        selected={selected?.key}
                        onSelect={select}
                        at={at}
                        commandsFor={(step) =>
                          stepCommands({
                            step,
                            execution,
                            canControl,
                            open: (href) => void navigate({ href }),
                            onRetry: (from) => setDialog({ kind: 'retry', from }),
                          })
                        }
                      />
                    </>
                  ),
                },
                {
                  value: 'log',
                  label: logTexts.log,
                  ...(run.hasAllLogs && { count: run.logs.length }),
                  content: (
                    <Suspense>
                      <RunLog run={run} document={document} />
                    </Suspense>
                  ),
                },
              ]}
            />
          </div>
        )}
        {isWide && (
          <ResizablePanel
            label={t.data}
            side="right"
            storageKey="run-panel"
            defaultSize={440}
            min={320}
            max={900}
            className="flex flex-col border-l border-line bg-surface"
          >
            <RegionBoundary region={t.data} resetKey={selectedKey}>
              {panel}
            </RegionBoundary>
          </ResizablePanel>
        )}
      </div>
      {dialog?.kind === 'cancel' && (
        <Suspense>
          <ConfirmDialog
            open
            title={t.cancelTitle}
            confirmLabel={t.cancelRun}
            tone="danger"
            busy={cancelling.isBusy}
            error={cancelling.error}
            errorTitle={t.cancelFailed}
            onConfirm={cancel}
            onCancel={() => setDialog(undefined)}
          >
            <p>{t.cancelNote}</p>
          </ConfirmDialog>
        </Suspense>
      )}
      {dialog?.kind === 'compare' && (
        <Suspense>
          <ChooseRunDialog
            execution={execution}
            onClose={() => setDialog(undefined)}
            onChoose={(id) => {
              // The older one is what the newer one is compared with.
              const [a = id, b] = [id, execution.id].toSorted()
              void navigate({ href: compareHref(a, b) })
            }}
          />
        </Suspense>
      )}
      {dialog?.kind === 'retry' && (
        <Suspense>
          <ResumeDialog
            execution={execution}
            initialFrom={dialog.from}
            nameOf={nameOf}
            editorHref={editor}
            onClose={() => setDialog(undefined)}
            onStarted={(id) => {
              setDialog(undefined)
              void navigate({ href: `/executions/${id}` })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Says that the page is not live, once it has been so for a moment. */
function ConnectionNote({ run: { connection } }: { run: Run }) {
  // Where nothing of the server responds, the notice above the page says so.
  const isServerLost = useConnection() === 'lost'
  const isLost = !isServerLost && (connection === 'reconnecting' || connection === 'polling')
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isLost) return undefined
    const timer = setTimeout(() => setIsSlow(true), 1_500)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isLost])
  if (!isLost || !isSlow) return null
  return (
    <p role="status" className="border-b border-line bg-warning-soft px-4 py-1.5 text-xs text-warning-ink">
      {connection === 'polling' ? t.polling : t.reconnecting}
    </p>
  )
}

function firstWaiting(steps: readonly StepOutline[]): StepOutline | undefined {
  return steps.find(({ waiting }) => waiting !== null)
}

function rangeOf({ execution }: Timeline, steps: readonly StepOutline[]): { from: number; to: number } {
  const from = Date.parse(execution.started_at)
  let to = execution.completed_at === null ? from : Date.parse(execution.completed_at)
  for (const step of steps) {
    if (!step.reused) to = Math.max(to, endOf(step) ?? startOf(step))
  }
  return { from, to: Math.max(to, from + 1) }
}
