import { endOf, startOf } from './step-times.ts'
import { clsx } from 'clsx'
import { Maximize2, Search, ZoomIn, ZoomOut } from 'lucide-react'
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import type { StepOutline, Timeline } from '@millrace/contract/execution-timeline.ts'
import { ContextMenu, type ContextMenuCommand } from '../components/overlay/context-menu.tsx'
import { useNow } from '../components/use-now.ts'
import { useVirtualRows } from '../data-view/use-virtual-rows.ts'
import type { GraphDocument } from '../graph/types.ts'
import * as t from '../texts/run/timeline.ts'
import { hasEnded } from './follow-run.ts'
import { useNodeNames } from './use-node-names.ts'
import { ReadyTimes } from './timeline/ready-times.ts'
import { segmentClass } from './timeline/timeline-bar.tsx'
import { useMediaQuery } from '../components/use-media-query.ts'
import { rowHeights, TimelineRow } from './timeline/timeline-row.tsx'
import { TimelineRuler } from './timeline/timeline-ruler.tsx'
import {
  ancestorsOf,
  buildTree,
  rowsOf,
  type TimelineRow as Row,
  type TimelineTree,
} from './timeline/timeline-tree.ts'
import { clampRange, positionOf, type TimeRange, zoom } from './timeline/time-scale.ts'

interface RunTimelineProps {
  timeline: Timeline
  steps: readonly StepOutline[]
  /** The same steps as a tree, if the caller has it. */
  tree?: TimelineTree | undefined
  /** The version that ran: names of nodes, and who waited for whom. */
  document?: GraphDocument | undefined
  /** The key of the selected step. */
  selected?: string | undefined
  onSelect: (stepKey: string) => void
  /** What can be done with a step, for its context menu. */
  commandsFor?: ((step: StepOutline) => readonly ContextMenuCommand[]) | undefined
  /** A time to mark, of the scrubber. */
  at?: number | undefined
  className?: string
  /** Shown before the search. */
  children?: ReactNode
}

const HEADER_HEIGHT = 28

/** The steps of a run as a tree beside a chart of their times, in one scroll. */
export function RunTimeline(props: RunTimelineProps) {
  const { timeline, selected, onSelect, document, at, className, children, commandsFor } = props
  const steps = useDeferredValue(props.steps)
  const [errorsOnly, setErrorsOnly] = useState(false)
  const [query, setQuery] = useState('')
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [activeId, setActiveId] = useState<string>()
  const [chosenRange, setChosenRange] = useState<TimeRange>()
  const container = useRef<HTMLDivElement>(null)
  const baseId = useId()

  const nameOf = useNodeNames(document)
  const known = useDeferredValue(props.tree)
  const tree = useMemo(() => known ?? buildTree(steps), [known, steps])

  // A step that is selected elsewhere becomes visible.
  const [shownSelection, setShownSelection] = useState<string>()
  if (selected !== shownSelection) {
    setShownSelection(selected)
    if (selected !== undefined) {
      setActiveId(selected)
      const closed = ancestorsOf(tree, selected)
      if (closed.length > 0) setToggled(new Map([...toggled, ...closed.map((id) => [id, true] as const)]))
    }
  }

  const rows = useMemo(() => {
    const wanted = query.trim().toLowerCase()
    const hasFilter = errorsOnly || wanted !== ''
    const filter = (step: StepOutline) =>
      (!errorsOnly || step.status === 'failed' || step.retries.length > 0) &&
      (wanted === '' || isMatch(step, nameOf(step.node_id), wanted))
    return rowsOf(tree, { toggled, filter: hasFilter ? filter : undefined })
  }, [tree, toggled, errorsOnly, query, nameOf])
  const failed = useMemo(() => steps.filter(({ status }) => status === 'failed').length, [steps])

  const labelSpace = useMemo(() => labelSpaceOf(steps), [steps])

  const isLive = !hasEnded(timeline.execution)
  const clock = useNow(isLive ? 250 : 3_600_000)
  const whole = useMemo(() => wholeRange(timeline, steps), [timeline, steps])
  const now = isLive ? Math.max(clock, whole.to) : whole.to
  const full = { from: whole.from, to: isLive ? now : whole.to }
  const range = chosenRange === undefined ? full : clampRange(chosenRange, full)
  const ready = useMemo(() => new ReadyTimes(tree, document, whole.from), [tree, document, whole.from])
  const context = { range, now, ready, nameOf, runStart: whole.from }

  const rowHeight = useMediaQuery('(width < 48rem)') ? rowHeights.touch : rowHeights.usual
  const virtual = useVirtualRows(container, {
    count: rows.length,
    rowHeight,
    headerHeight: HEADER_HEIGHT,
  })
  const activeIndex = Math.max(
    0,
    rows.findIndex((row) => row.id === activeId || (row.step !== undefined && row.step.key === activeId)),
  )
  const showActive = useEffectEvent(() => virtual.scrollTo(activeIndex))
  useEffect(() => {
    if (activeId !== undefined) showActive()
  }, [activeId])

  const activeStep = rows[activeIndex]?.step
  const toggle = (row: Row) => setToggled(new Map(toggled).set(row.id, !row.isOpen))
  const choose = (row: Row | undefined) => {
    if (row === undefined) return
    setActiveId(row.id)
    if (row.step !== undefined) onSelect(row.step.key)
  }
  const zoomBy = (factor: number) => setChosenRange(clampRange(zoom(range, factor), full))
  const panBy = (part: number) => {
    const by = (range.to - range.from) * part
    setChosenRange(clampRange({ from: range.from + by, to: range.to + by }, full))
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[activeIndex]
    if (event.shiftKey && event.key === 'ArrowLeft') panBy(-0.2)
    else if (event.shiftKey && event.key === 'ArrowRight') panBy(0.2)
    else if (event.key === '+') zoomBy(0.5)
    else if (event.key === '-') zoomBy(2)
    else if (event.key === '0') setChosenRange(undefined)
    else if (event.key === 'ArrowDown') choose(rows[activeIndex + 1])
    else if (event.key === 'ArrowUp') choose(rows[activeIndex - 1])
    else if (event.key === 'Home') choose(rows[0])
    else if (event.key === 'End') choose(rows.at(-1))
    else if (event.key === 'PageDown') choose(rows[Math.min(rows.length - 1, activeIndex + 12)])
    else if (event.key === 'PageUp') choose(rows[Math.max(0, activeIndex - 12)])
    else if (event.key === 'ArrowRight') {
      if (row?.isOpen === true) choose(rows[activeIndex + 1])
      else if (row?.canOpen === true) toggle(row)
    } else if (event.key === 'ArrowLeft') {
      if (row?.isOpen === true) toggle(row)
      else choose(rows.slice(0, activeIndex).findLast(({ depth }) => depth < (row?.depth ?? 0)))
    } else if (event.key === 'Enter') choose(row)
    else return
    event.preventDefault()
  }

  return (
    <div
      className={clsx('@container flex min-h-0 flex-1 flex-col', className)}
      style={{ '--labels': `${labelSpace}rem` } as CSSProperties}
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-1.5">
        {children}
        <label className="flex h-10 min-w-36 md:h-8 flex-1 items-center gap-1.5 rounded-control border border-line bg-surface px-2 focus-within:outline-2 focus-within:outline-focus @2xl:max-w-56">
          <Search aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
          <input
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            aria-label={t.search}
            placeholder={t.search}
            className="h-full w-full min-w-0 bg-transparent text-base md:text-[13px] outline-none placeholder:text-muted"
          />
        </label>
        <button
          type="button"
          aria-pressed={errorsOnly}
          onClick={() => setErrorsOnly(!errorsOnly)}
          className={clsx(
            'h-10 rounded-control px-2.5 text-[13px] font-medium whitespace-nowrap md:h-8',
            errorsOnly ? 'bg-danger-soft text-danger-ink' : 'text-muted hover:bg-hover hover:text-ink',
          )}
        >
          {failed > 0 ? t.errorsOnlyCount(failed) : t.errorsOnly}
        </button>
        <Legend />
        <div className="hidden @2xl:flex">
          <ToolButton label={t.zoomOut} onClick={() => zoomBy(2)}>
            <ZoomOut aria-hidden="true" className="size-4" />
          </ToolButton>
          <ToolButton label={t.wholeRun} onClick={() => setChosenRange(undefined)}>
            <Maximize2 aria-hidden="true" className="size-4" />
          </ToolButton>
          <ToolButton label={t.zoomIn} onClick={() => zoomBy(0.5)}>
            <ZoomIn aria-hidden="true" className="size-4" />
          </ToolButton>
        </div>
      </div>
      {!timeline.complete && (
        <p className="border-b border-line bg-warning-soft px-4 py-1.5 text-xs text-warning-ink">
          {t.incomplete(timeline.steps.length)}
        </p>
      )}
      <div ref={container} className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto">
        <div
          style={{ height: HEADER_HEIGHT }}
          className="sticky top-0 z-10 hidden grid-cols-[18rem_minmax(0,1fr)] border-b border-line bg-surface pr-[calc(var(--labels)+0.75rem)] @2xl:grid"
        >
          <span className="px-4 text-[11px] leading-7 font-medium text-muted">{t.steps}</span>
          <TimelineRuler
            range={range}
            start={whole.from}
            onZoom={(next) => setChosenRange(clampRange(next, full))}
            onReset={() => setChosenRange(undefined)}
          />
        </div>
        {rows.length === 0 && (
          <p className="px-4 py-6 text-[13px] text-muted">
            {steps.length > 0 ? t.noMatches : whyNoSteps(timeline.execution)}
          </p>
        )}
        <ContextMenu groups={[activeStep === undefined ? [] : (commandsFor?.(activeStep) ?? [])]}>
          <div
            role="tree"
            aria-label={t.timeline}
            onContextMenuCapture={(event) => {
              const number = Number(
                (event.target as Element).closest('[data-row]')?.getAttribute('data-row') ?? activeIndex,
              )
              const step = rows[number]?.step
              if (commandsFor === undefined || step === undefined) event.stopPropagation()
              else choose(rows[number])
            }}
            tabIndex={0}
            aria-activedescendant={rows.length === 0 ? undefined : `${baseId}-${activeIndex}`}
            onKeyDown={handleKeyDown}
            className="relative outline-offset-[-2px]"
            style={{ height: virtual.height }}
          >
            <div role="none" className="absolute inset-x-0" style={{ top: virtual.top }}>
              {rows.slice(virtual.first, virtual.last + 1).map((row, offset) => (
                <TimelineRow
                  key={row.id}
                  row={row}
                  id={`${baseId}-${virtual.first + offset}`}
                  number={virtual.first + offset}
                  rowHeight={rowHeight}
                  isSelected={row.step !== undefined && row.step.key === selected}
                  isActive={virtual.first + offset === activeIndex && activeId !== undefined}
                  context={context}
                  onSelect={(onChevron) => {
                    if (onChevron || row.step === undefined) toggle(row)
                    if (!onChevron) choose(row)
                  }}
                />
              ))}
            </div>
          </div>
        </ContextMenu>
        {at !== undefined && positionOf(at, range) >= 0 && positionOf(at, range) <= 1 && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute top-0 right-[calc(var(--labels)+0.75rem)] left-[18rem] hidden @2xl:block"
            style={{ height: virtual.height + HEADER_HEIGHT }}
          >
            <span
              className="absolute inset-y-0 right-[calc(var(--labels)*-1-0.75rem)] border-l border-accent bg-surface/60"
              style={{ left: `${positionOf(at, range) * 100}%` }}
            />
          </div>
        )}
      </div>
    </div>
  )
}

/** The width that the labels behind the bars need, in rem: a duration, and the longest error code. */
function labelSpaceOf(steps: readonly StepOutline[]): number {
  const longest = steps.reduce((length, { error }) => Math.max(length, error?.code.length ?? 0), 0)
  return longest === 0 ? 7 : Math.min(15, 5 + longest * 0.45)
}

function Legend() {
  const entries = [
    { name: t.legendNames.work, className: segmentClass({ kind: 'work', status: 'completed' }) },
    { name: t.legendNames.failed, className: segmentClass({ kind: 'work', status: 'failed' }) },
    { name: t.legendNames.waiting, className: segmentClass({ kind: 'waiting', status: 'completed' }) },
    { name: t.legendNames.queued, className: segmentClass({ kind: 'queued', status: 'completed' }) },
  ]
  return (
    <ul aria-label={t.legend} className="ml-auto hidden items-center gap-3 text-xs text-muted @3xl:flex">
      {entries.map(({ name, className }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span className={clsx('w-4 rounded-[3px]', className)} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function ToolButton({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-8 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink"
    >
      {children}
    </button>
  )
}

function isMatch(step: StepOutline, name: string, wanted: string): boolean {
  const texts = [name, step.node_id, step.type, step.error?.code, step.error?.message]
  if (texts.some((text) => text?.toLowerCase().includes(wanted) === true)) return true
  return step.index !== null && t.item(step.index).toLowerCase() === wanted
}

/** From the start of the run to its end; to the last known moment while it runs. */
function wholeRange({ execution }: Timeline, steps: readonly StepOutline[]): TimeRange {
  // Steps of a retry can be older than the retry: a loop that goes on, and results that were taken over.
  const from = Date.parse(execution.started_at)
  let to = execution.completed_at === null ? from : Date.parse(execution.completed_at)
  for (const step of steps) {
    if (step.reused) continue
    to = Math.max(to, endOf(step) ?? startOf(step))
  }
  return { from, to: Math.max(to, from + 1) }
}

function whyNoSteps(execution: Timeline['execution']): string {
  if (!hasEnded(execution)) return t.noSteps
  return execution.status === 'failed' ? t.failedBeforeSteps : t.hadNoSteps
}
