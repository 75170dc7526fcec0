import { clsx } from 'clsx'
import { type RefObject, useEffect, useRef } from 'react'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { Badge } from '../../components/badge.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { useVirtualRows } from '../../data-view/use-virtual-rows.ts'
import { iterationsAround } from '../../run/iteration-path.ts'
import { StepIcon } from '../../run/step-icon.tsx'
import * as t from '../../texts/compare.ts'
import { formatDuration } from '../../texts/duration.ts'
import { type AlignedStep, isDifferent } from './align-steps.ts'
import { RUN_INPUT } from './compare-search.ts'
import { SideMark } from './run-card.tsx'

interface StepRowsProps {
  rows: readonly AlignedStep[]
  first: AlignedStep | undefined
  selected: string | undefined
  nameOf: (nodeId: string) => string
  onSelect: (key: string) => void
}

const ROW_HEIGHT = 40
const CARD_HEIGHT = 68
const COLUMNS = 'grid-cols-[minmax(9rem,1.4fr)_7rem_7rem_5rem_minmax(0,1.6fr)]'

/** The steps of both runs side by side. Only visible rows are rendered. */
export function StepRows({ rows, first, selected, nameOf, onSelect }: StepRowsProps) {
  const isWide = useMediaQuery('(min-width: 64rem)')
  const container = useRef<HTMLDivElement>(null)
  const height = isWide ? ROW_HEIGHT : CARD_HEIGHT
  const view = useVirtualRows(container, { count: rows.length, rowHeight: height })
  useReveal(
    container,
    rows.findIndex(({ key }) => key === selected),
    view.scrollTo,
  )
  return (
    <div
      role="table"
      aria-label={t.steps}
      aria-rowcount={rows.length + 1}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div role="rowgroup" className={clsx('shrink-0', !isWide && 'sr-only')}>
        <div
          role="row"
          aria-rowindex={1}
          className={clsx(
            'grid h-9 items-center gap-3 border-b border-line px-4 text-xs font-medium text-muted',
            COLUMNS,
          )}
        >
          <span role="columnheader">{t.step}</span>
          <span role="columnheader" className="flex items-center gap-1.5">
            <SideMark side="a" />
            <span className="sr-only">{t.sides.a}</span>
          </span>
          <span role="columnheader" className="flex items-center gap-1.5">
            <SideMark side="b" />
            <span className="sr-only">{t.sides.b}</span>
          </span>
          <span role="columnheader" className="text-right">
            {t.durationColumn}
          </span>
          <span role="columnheader">{t.difference}</span>
        </div>
      </div>
      <div ref={container} role="rowgroup" className="min-h-0 flex-1 overflow-y-auto">
        <div role="none" className="relative" style={{ height: view.height }}>
          <div role="none" className="absolute inset-x-0" style={{ top: view.top }}>
            {rows.slice(view.first, view.last + 1).map((row, offset) => (
              <div
                key={row.key}
                role="row"
                aria-rowindex={view.first + offset + 2}
                style={{ height }}
                className={clsx(
                  'relative grid items-center gap-x-3 border-b border-line px-4 text-[0.8125rem]',
                  isWide ? COLUMNS : 'grid-cols-[minmax(0,1fr)_auto_auto] content-center gap-y-1',
                  row.key === selected ? 'bg-accent-soft' : 'hover:bg-hover',
                  row === first && 'shadow-[inset_3px_0_0_var(--color-warning)]',
                )}
              >
                <StepName row={row} nameOf={nameOf} isSelected={row.key === selected} onSelect={onSelect} />
                {row.key !== RUN_INPUT && (
                  <>
                    <SideCell row={row} side="a" />
                    <SideCell row={row} side="b" />
                  </>
                )}
                {row.key === RUN_INPUT && isWide && (
                  <>
                    <span role="cell" />
                    <span role="cell" />
                  </>
                )}
                {isWide && (
                  <span role="cell" className="text-right text-xs text-muted tabular-nums">
                    <DurationChange row={row} />
                  </span>
                )}
                <span
                  role="cell"
                  className="flex min-w-0 items-center gap-1.5 overflow-hidden max-lg:col-span-3"
                >
                  <Differences row={row} isFirst={row === first} />
                </span>
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

/** Scrolls to the selected row when another one is selected. */
function useReveal(
  container: RefObject<HTMLElement | null>,
  index: number,
  scrollTo: (row: number) => void,
): void {
  useEffect(() => {
    if (index >= 0 && container.current !== null) scrollTo(index)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- scrolling by hand must not be undone
  }, [index])
}

interface StepNameProps {
  row: AlignedStep
  nameOf: (nodeId: string) => string
  isSelected: boolean
  onSelect: (key: string) => void
}

function StepName({ row, nameOf, isSelected, onSelect }: StepNameProps) {
  const step = row.a ?? row.b
  const iterations = iterationsAround(step?.['frame'] ?? '')
  return (
    <span role="rowheader" className="flex min-w-0 items-center gap-2">
      <button
        type="button"
        aria-current={isSelected || undefined}
        onClick={() => onSelect(row.key)}
        style={{ paddingLeft: iterations.length * 12 }}
        className="min-w-0 truncate text-left font-medium outline-none after:absolute after:inset-0 after:focus-visible:outline-2 after:focus-visible:-outline-offset-2 after:focus-visible:outline-focus"
      >
        {step === undefined ? t.runInput : nameOf(step.node_id)}
      </button>
      {iterations.length > 0 && (
        <span className="shrink-0 text-xs text-muted">
          {iterations.map(({ index }) => t.item(index)).join(', ')}
        </span>
      )}
    </span>
  )
}

function SideCell({ row, side }: { row: AlignedStep; side: 'a' | 'b' }) {
  const step = row[side]
  return (
    <span role="cell" className="flex items-center gap-1.5 text-xs whitespace-nowrap tabular-nums">
      {step === undefined ? (
        <span className="text-muted">{row.isOpen ? t.notYet : t.missing}</span>
      ) : (
        <>
          <StepIcon status={step.status} />
          {step.duration_ms !== null && formatDuration(step.duration_ms)}
        </>
      )}
    </span>
  )
}

function DurationChange({ row: { a, b } }: { row: AlignedStep }) {
  const change = durationChange(a, b)
  if (change === undefined) return null
  return <span title={t.durationDifference(change)}>{change}</span>
}

function durationChange(a: StepOutline | undefined, b: StepOutline | undefined): string | undefined {
  if (a?.duration_ms == null || b?.duration_ms == null || a.reused || b.reused) return undefined
  const change = b.duration_ms - a.duration_ms
  if (change === 0) return undefined
  return change > 0 ? t.longer(formatDuration(change)) : t.shorter(formatDuration(-change))
}

function Differences({ row, isFirst }: { row: AlignedStep; isFirst: boolean }) {
  if (!isDifferent(row)) {
    return <span className="text-xs text-muted">{row.isOpen ? t.notYet : t.equal}</span>
  }
  return (
    <>
      {isFirst && <Badge tone="warning">{t.first}</Badge>}
      <span className="truncate text-xs text-warning-ink">
        {row.differences.map((kind) => t.kinds[kind]).join(', ')}
      </span>
    </>
  )
}
