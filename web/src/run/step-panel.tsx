import { ArrowLeft, ArrowRight, ExternalLink, PencilRuler, RotateCcw, X } from 'lucide-react'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import type { ExecutionOverview } from '@millrace/contract/execution-list.ts'
import { Badge, type BadgeTone } from '../components/badge.tsx'
import { buttonClass, Button } from '../components/button.tsx'
import { IconButton } from '../components/icon-button.tsx'
import { Tabs } from '../components/panel/tabs.tsx'
import { DataView } from '../data-view/data-view.tsx'
import type { GraphDocument } from '../graph/types.ts'
import { formatDuration } from '../texts/duration.ts'
import * as t from '../texts/run/step.ts'
import { statusNames } from '../texts/run/timeline.ts'
import { AppLink } from './app-link.tsx'
import { editorHref, parameterIn } from './failed-step.ts'
import { iterationOf, iterationsAround } from './iteration-path.ts'
import { ResumeSummary } from './resume-summary.tsx'
import { RunLog } from './run-log.tsx'
import { StepAttempts } from './step-attempts.tsx'
import type { Run } from './use-run.ts'
import { WaitingCard } from './waiting-card.tsx'

export type StepTab = 'input' | 'output' | 'error' | 'log'

const tones: Record<StepOutline['status'], BadgeTone> = {
  running: 'accent',
  waiting: 'warning',
  retrying: 'warning',
  completed: 'success',
  failed: 'danger',
  aborted: 'neutral',
}

interface StepPanelProps {
  run: Run
  execution: ExecutionOverview
  /** As it stands now. */
  step: StepOutline
  /** As it stood at the time in view; undefined if it had not started. */
  shown: StepOutline | undefined
  document: GraphDocument | undefined
  nameOf: (nodeId: string) => string
  tab: StepTab
  onTab: (tab: StepTab) => void
  onMove: (by: 1 | -1) => void
  onClose: () => void
  /** Absent while the run is live, and for readers. */
  onRetryFrom: ((nodeId: string) => void) | undefined
  /** Absent unless the run failed. */
  onResume: (() => void) | undefined
}

/** The selected step: its data, its errors, its log, and what can be done about it. */
export function StepPanel(props: StepPanelProps) {
  const { run, execution, step, shown, document, nameOf, tab, onTab, onRetryFrom } = props
  const name = nameOf(step.node_id)
  const errors = (shown?.retries.length ?? 0) + (shown?.error ? 1 : 0)
  const logs = run.logs.filter(({ node_id: id }) => id === step.node_id).length
  const href = editorHref(execution, {
    id: step.node_id,
    parameter: step.error === null ? undefined : parameterIn(step.error.message),
  })
  const source = { kind: 'execution' as const, executionId: execution.id, step: step.key }
  const input = { ...source, part: 'input' as const }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-start gap-2 py-1 pr-2.5 pl-4">
        <div className="flex min-h-10 min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1.5">
          <h2 className="min-w-0 truncate text-[15px] font-semibold">{name}</h2>
          {iterationsAround(iterationOf(step)).map(({ path, index }) => (
            <Badge key={path}>{t.item(index)}</Badge>
          ))}
          {shown !== undefined && <Badge tone={tones[shown.status]}>{statusNames[shown.status]}</Badge>}
          {step.pinned && <Badge tone="accent">{t.pinned}</Badge>}
          {step.reused && <Badge>{t.kept}</Badge>}
          {shown?.duration_ms != null && !step.reused && (
            <span className="text-xs text-muted">{formatDuration(shown.duration_ms)}</span>
          )}
        </div>
        <div className="flex h-10 shrink-0 items-center">
          <IconButton icon={ArrowLeft} label={t.previousStep} onClick={() => props.onMove(-1)} />
          <IconButton icon={ArrowRight} label={t.nextStep} onClick={() => props.onMove(1)} />
          <IconButton icon={X} label={t.close} onClick={props.onClose} />
        </div>
      </div>
      {shown?.waiting != null && (
        <div className="mx-4 my-2 max-h-[65%] shrink-0 overflow-y-auto rounded-control border border-warning/40 bg-warning-soft p-3">
          <WaitingCard executionId={execution.id} step={shown} name={name} />
        </div>
      )}
      {shown === undefined ? (
        <p className="p-4 text-[13px] text-muted">{t.notStartedThen}</p>
      ) : (
        <Tabs
          label={t.step}
          value={tab}
          onChange={onTab}
          className="min-h-0 flex-1"
          contentClassName="flex flex-col"
          tabs={[
            {
              value: 'input',
              label: t.input,
              content: <DataView source={input} rootPath="previous" fileName={`${name} ${t.input}`} />,
            },
            {
              value: 'output',
              label: t.output,
              content:
                shown.output_size === null ? (
                  <p className="p-4 text-[13px] text-muted">{outputNote(step, shown)}</p>
                ) : (
                  <DataView
                    source={{ ...source, part: 'output', revision: shown.ended_at ?? '' }}
                    compareTo={input}
                    rootPath={`nodes[${JSON.stringify(name)}].output`}
                    fileName={`${name} ${t.output}`}
                  />
                ),
            },
            {
              value: 'error',
              label: errors > 0 && shown.status === 'failed' ? t.error : t.attempts,
              count: Math.max(shown.attempts, errors),
              tone: errors > 0 ? 'danger' : 'neutral',
              content: <StepAttempts step={shown} />,
            },
            {
              value: 'log',
              label: t.log,
              ...(run.hasAllLogs && { count: logs }),
              content: <RunLog run={run} document={document} nodeId={step.node_id} />,
            },
          ]}
        />
      )}
      {props.onResume !== undefined && step.status === 'failed' && (
        <ResumeSummary executionId={execution.id} nameOf={nameOf} onResume={props.onResume} />
      )}
      <div className="flex flex-wrap gap-2 border-t border-line px-4 py-2.5 empty:hidden">
        {onRetryFrom !== undefined && (
          <Button variant="secondary" size="sm" onClick={() => onRetryFrom(step.node_id)}>
            <RotateCcw aria-hidden="true" className="size-4" />
            {t.retryFromHere}
          </Button>
        )}
        {href !== undefined && (
          <AppLink href={href} className={buttonClass('secondary', 'sm')}>
            <PencilRuler aria-hidden="true" className="size-4" />
            {t.openInEditor}
          </AppLink>
        )}
        {step.child_execution_id !== null && (
          <AppLink href={`/executions/${step.child_execution_id}`} className={buttonClass('secondary', 'sm')}>
            <ExternalLink aria-hidden="true" className="size-4" />
            {t.openChild}
          </AppLink>
        )}
      </div>
    </div>
  )
}

function outputNote(step: StepOutline, shown: StepOutline): string {
  if (shown !== step && step.output_size !== null) return t.notEndedThen
  return shown.ended_at === null && shown.status !== 'aborted' ? t.noOutputYet : t.noOutput
}
