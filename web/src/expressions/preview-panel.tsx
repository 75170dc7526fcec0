import { clsx } from 'clsx'
import { ChevronDown, ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Menu, MenuItem } from '../components/menu.tsx'
import { useNow } from '../components/use-now.ts'
import * as t from '../texts/editor/expressions.ts'
import type { AcrossRuns, Finding } from './across-runs.ts'
import { BarStrip } from './bar-strip.tsx'
import { describeValue } from './describe-value.ts'
import type { Outcome } from './evaluate.ts'
import type { ExpressionScope } from './expression-scope.tsx'
import { MessageText } from '../components/message-text.tsx'

interface PreviewPanelProps {
  label: string
  scope: ExpressionScope
  outcome: Outcome | undefined
  across: AcrossRuns | undefined
  /** The field has the focus: shows the controls and what is missing. */
  isActive: boolean
  className?: string
}

/** The value of an expression below its field. It does not render with every key. */
export const PreviewPanel = memo(function PreviewPanel({
  label,
  scope,
  outcome,
  across,
  isActive,
  className,
}: PreviewPanelProps) {
  const isKnown = outcome !== undefined
  if (!isKnown && !isActive) return null
  return (
    <div className={clsx('min-w-0 space-y-1 text-xs leading-5 text-muted', className)}>
      <div className="flex min-w-0 items-center gap-1.5">
        {scope.run !== undefined && (
          <span className="hidden shrink-0 group-focus-within/field:inline-flex">
            <RunChoice scope={scope} />
          </span>
        )}
        {isKnown && outcome.kind !== 'missing' && outcome.index !== undefined && (
          <ItemChoice index={outcome.index} of={outcome.of ?? 0} onChoose={scope.setItemIndex} />
        )}
        <output aria-label={t.previewLabel(label)} className="min-w-0 flex-1 truncate">
          {isKnown ? <Shown outcome={outcome} /> : isActive && <Waiting scope={scope} />}
        </output>
      </div>
      {across !== undefined && <Across across={across} scope={scope} />}
    </div>
  )
})

function Shown({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'missing') return t.missingData(outcome.names)
  if (outcome.kind === 'error') {
    const { message, suggestion } = outcome.problem
    const text = suggestion === undefined ? message : `${message} ${suggestion}`
    return (
      <span className="whitespace-normal text-danger-ink" title={text}>
        <MessageText>{text}</MessageText>
      </span>
    )
  }
  const text = describeValue(outcome.value, 400)
  return (
    <span className="font-mono font-medium text-ink" title={text}>
      {text}
    </span>
  )
}

function Waiting({ scope }: { scope: ExpressionScope }) {
  if (scope.status === 'loading') return t.loadingData
  if (scope.status === 'error') return t.dataFailed
  return scope.run === undefined ? t.noRunYet : null
}

/** Names the run in view; opens the list of the latest runs. */
function RunChoice({ scope }: { scope: ExpressionScope }) {
  const now = useNow(60_000)
  const { run, runs } = scope
  if (run === undefined) return null
  if (run.executionId === '') return <span className="shrink-0">{t.pinnedData}</span>
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          title={t.chooseRun}
          className="-mx-1 inline-flex shrink-0 items-center gap-0.5 rounded px-1 whitespace-nowrap hover:bg-hover hover:text-ink"
        >
          {t.runName(run.executionId)}
          <ChevronDown aria-hidden="true" className="size-3" />
        </button>
      }
    >
      {runs.slice(0, 12).map(({ executionId, startedAt }) => (
        <MenuItem key={executionId} onSelect={() => scope.chooseRun(executionId)}>
          <span className="flex-1 font-mono text-xs">{t.runName(executionId)}</span>
          <span className="text-xs text-muted">{t.runAt(startedAt, now)}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}

function ItemChoice({
  index,
  of,
  onChoose,
}: {
  index: number
  of: number
  onChoose: (index: number) => void
}) {
  return (
    <span className="hidden shrink-0 items-center whitespace-nowrap group-focus-within/field:inline-flex">
      <ItemButton label={t.previousItem} inactive={index <= 0} onClick={() => onChoose(index - 1)}>
        <ChevronLeft aria-hidden="true" className="size-3" />
      </ItemButton>
      {t.itemOf(index, of)}
      <ItemButton label={t.nextItem} inactive={index >= of - 1} onClick={() => onChoose(index + 1)}>
        <ChevronRight aria-hidden="true" className="size-3" />
      </ItemButton>
    </span>
  )
}

interface ItemButtonProps {
  label: string
  inactive: boolean
  onClick: () => void
  children: ReactNode
}

function ItemButton({ label, inactive, onClick, children }: ItemButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={inactive || undefined}
      onClick={inactive ? undefined : onClick}
      className="grid size-6 shrink-0 place-items-center rounded hover:bg-hover hover:text-ink aria-disabled:opacity-40"
    >
      {children}
    </button>
  )
}

function Across({ across, scope }: { across: AcrossRuns; scope: ExpressionScope }) {
  const { runs, values, notReached, findings, isComplete } = across
  return (
    <div
      role="group"
      aria-label={t.acrossRunsLabel}
      className="flex flex-wrap items-center gap-x-2 gap-y-0.5"
    >
      <BarStrip runs={runs} />
      <span>
        {t.lastRuns(runs.length)} {t.values(values)}
      </span>
      {findings.slice(0, 3).map((finding) => (
        <FindingMenu key={`${finding.kind}:${finding.detail}`} finding={finding} scope={scope} />
      ))}
      {notReached > 0 && <span>{t.notReached(notReached)}</span>}
      {!isComplete && <span>{t.incomplete}</span>}
    </div>
  )
}

function nameOf({ kind, detail, count }: Finding): string {
  switch (kind) {
    case 'error':
      return t.errors(count)
    case 'empty':
      return t.empty(count)
    case 'without':
      return t.without(count, detail)
    default:
      return t.ofOtherType(count, t.kinds[detail as keyof typeof t.kinds])
  }
}

/** What differs from the rest, with the runs where it does. */
function FindingMenu({ finding, scope }: { finding: Finding; scope: ExpressionScope }) {
  const name = nameOf(finding)
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={t.showRuns(name)}
          title={finding.kind === 'error' ? finding.detail : undefined}
          className={
            finding.kind === 'error'
              ? 'rounded text-danger-ink underline decoration-dotted underline-offset-3 hover:decoration-solid'
              : 'rounded text-warning-ink underline decoration-dotted underline-offset-3 hover:decoration-solid'
          }
        >
          {name}
        </button>
      }
    >
      {finding.executionIds.map((id) => (
        <MenuItem key={id} onSelect={() => scope.chooseRun(id)}>
          <span className="flex-1 font-mono text-xs">{t.runName(id)}</span>
          <a
            href={scope.linkToRun(id)}
            aria-label={t.openRun(id)}
            onClick={(event) => event.stopPropagation()}
            className="text-muted hover:text-ink"
          >
            <ExternalLink aria-hidden="true" className="size-3.5" />
          </a>
        </MenuItem>
      ))}
    </Menu>
  )
}
