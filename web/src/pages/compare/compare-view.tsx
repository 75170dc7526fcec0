import { ArrowLeftRight, ChevronsDown } from 'lucide-react'
import { Suspense, useMemo } from 'react'
import type { Timeline } from '@millrace/contract/execution-timeline.ts'
import { MAX_TIMELINE_STEPS } from '@millrace/contract/limits.ts'
import { CommandButton } from '../../app/commands/command-button.tsx'
import type { Command } from '../../app/commands/command.ts'
import { useCommands } from '../../app/commands/use-commands.ts'
import { CheckBox } from '../../components/check-box.tsx'
import { RegionBoundary } from '../../components/panel/region-boundary.tsx'
import { ResizablePanel } from '../../components/panel/resizable-panel.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { hasEnded } from '../../run/follow-run.ts'
import * as t from '../../texts/compare.ts'
import { compareRuns, isDifferent } from './align-steps.ts'
import { type CompareSearch, RUN_INPUT } from './compare-search.ts'
import { RunCard } from './run-card.tsx'
import { StepRows } from './step-rows.tsx'
import { useStepNames } from './use-step-names.ts'
import { lazyPart } from '../../app/lazy-part.ts'

const StepDetail = lazyPart(async () => ({ default: (await import('./step-detail.tsx')).StepDetail }))

interface CompareViewProps {
  a: Timeline
  b: Timeline
  search: CompareSearch
  onChange: (search: CompareSearch) => void
  onChoose: (side: 'a' | 'b') => void
  onSwap: () => void
}

export function CompareView({ a, b, search, onChange, onChoose, onSwap }: CompareViewProps) {
  const isWide = useMediaQuery('(min-width: 64rem)')
  const nameOf = useStepNames(a.execution, b.execution)
  const { rows, different, first } = useMemo(() => compareRuns(a, b), [a, b])
  const onlyDifferences = search.only === 'differences'
  const shown = useMemo(() => (onlyDifferences ? rows.filter(isDifferent) : rows), [rows, onlyDifferences])
  const index = shown.findIndex(({ key }) => key === search.step)
  const selected = shown[index]
  const select = (key: string | undefined) => onChange({ step: key })
  const move = (by: 1 | -1) => {
    const next = shown[Math.max(0, Math.min(shown.length - 1, index + by))]
    if (next !== undefined) select(next.key)
  }
  const moveToDifference = (by: 1 | -1) => {
    const candidates = by === 1 ? shown.slice(index + 1) : shown.slice(0, Math.max(0, index)).toReversed()
    const next = candidates.find(isDifferent)
    if (next !== undefined) select(next.key)
  }
  const { group } = t
  const goToFirst: Command = {
    id: 'compare.first',
    title: t.goToFirst,
    group,
    icon: ChevronsDown,
    keys: ['f'],
    enabled: first !== undefined,
    run: () => select(first?.key),
  }
  const swap: Command = {
    id: 'compare.swap',
    title: t.swap,
    group,
    icon: ArrowLeftRight,
    keys: ['s'],
    run: onSwap,
  }
  const hasDifferences = rows.some(isDifferent)
  useCommands([
    goToFirst,
    {
      id: 'compare.next-difference',
      title: t.nextDifference,
      group,
      keys: ['n'],
      enabled: hasDifferences,
      run: () => moveToDifference(1),
    },
    {
      id: 'compare.previous-difference',
      title: t.previousDifference,
      group,
      keys: ['p'],
      enabled: hasDifferences,
      run: () => moveToDifference(-1),
    },
    {
      id: 'compare.next',
      title: t.nextStep,
      group,
      keys: ['j', 'arrowdown'],
      hidden: true,
      run: () => move(1),
    },
    {
      id: 'compare.previous',
      title: t.previousStep,
      group,
      keys: ['k', 'arrowup'],
      hidden: true,
      run: () => move(-1),
    },
    {
      id: 'compare.only-differences',
      title: t.onlyDifferences,
      group,
      keys: ['d'],
      run: () => onChange({ only: onlyDifferences ? undefined : 'differences' }),
    },
    {
      id: 'compare.close',
      title: t.closeStep,
      group,
      keys: ['escape'],
      enabled: selected !== undefined,
      run: () => select(undefined),
    },
    swap,
  ])

  const ids = { a: a.execution.id, b: b.execution.id }
  const step = selected?.a ?? selected?.b
  const panel = selected !== undefined && (
    <Suspense>
      <StepDetail
        key={selected.key}
        row={selected}
        name={step === undefined ? t.runInput : nameOf(step.node_id)}
        ids={ids}
        part={selected.key === RUN_INPUT ? 'input' : (search.part ?? 'output')}
        onPart={(part) => onChange({ part: part === 'input' ? part : undefined })}
        onMove={move}
        onClose={() => select(undefined)}
      />
    </Suspense>
  )
  const isPanelOnly = !isWide && selected !== undefined
  const total = rows.length - 1
  return (
    <>
      {!isPanelOnly && (
        <>
          <div className="flex shrink-0 flex-col gap-2 px-4 pb-3 lg:flex-row lg:items-center">
            <div className="min-w-0 flex-1">
              <RunCard side="a" execution={a.execution} onChange={() => onChoose('a')} />
            </div>
            <span className="max-lg:hidden">
              <CommandButton command={swap} iconOnly />
            </span>
            <div className="min-w-0 flex-1">
              <RunCard side="b" execution={b.execution} onChange={() => onChoose('b')} />
            </div>
          </div>
          <Notes a={a} b={b} />
          <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-y border-line px-4 py-2">
            <output className="text-[0.8125rem] font-medium">
              {total === 0 ? t.noSteps : t.summary(different, total)}
            </output>
            <span className="ml-auto flex flex-wrap items-center gap-3">
              <CheckBox
                label={t.onlyDifferences}
                checked={onlyDifferences}
                onChange={(isOn) => onChange({ only: isOn ? 'differences' : undefined })}
              />
              <CommandButton command={goToFirst} showKeys />
            </span>
          </div>
        </>
      )}
      <div className="flex min-h-0 flex-1">
        {isPanelOnly ? (
          panel
        ) : (
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {shown.length === 0 ? (
              <p className="p-4 text-[0.8125rem] text-muted">{t.noDifferences}</p>
            ) : (
              <StepRows
                rows={shown}
                first={first}
                selected={selected?.key}
                nameOf={nameOf}
                onSelect={select}
              />
            )}
          </div>
        )}
        {isWide && selected !== undefined && (
          <ResizablePanel
            label={t.step}
            side="right"
            storageKey="compare-panel"
            defaultSize={520}
            min={360}
            max={1_000}
            className="flex flex-col border-l border-line bg-surface"
          >
            <RegionBoundary region={t.step} resetKey={selected.key}>
              {panel}
            </RegionBoundary>
          </ResizablePanel>
        )}
      </div>
    </>
  )
}

/** What one should know before reading the differences. */
function Notes({ a, b }: { a: Timeline; b: Timeline }) {
  const notes = [
    a.execution.workflow_id !== b.execution.workflow_id
      ? t.workflowsDiffer
      : a.execution.version_id !== b.execution.version_id && t.versionsDiffer,
    !(hasEnded(a.execution) && hasEnded(b.execution)) && t.stillRunning,
    !(a.complete && b.complete) && t.incomplete(MAX_TIMELINE_STEPS),
  ].filter((note) => note !== false)
  if (notes.length === 0) return null
  return <p className="shrink-0 px-4 pb-2 text-xs text-muted">{notes.join(' ')}</p>
}
