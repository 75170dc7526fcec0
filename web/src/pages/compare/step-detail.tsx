import { ArrowDown, ArrowUp, ExternalLink, X } from 'lucide-react'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { buttonClass } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { type DataSource, DataView } from '../../data-view/data-view.tsx'
import { AppLink } from '../../run/app-link.tsx'
import { StepIcon } from '../../run/step-icon.tsx'
import * as t from '../../texts/compare.ts'
import { formatDuration } from '../../texts/duration.ts'
import { statusNames } from '../../texts/run/timeline.ts'
import type { AlignedStep } from './align-steps.ts'
import { RUN_INPUT } from './compare-search.ts'
import { SideMark } from './run-card.tsx'
import { MessageText } from '../../components/message-text.tsx'

interface StepDetailProps {
  row: AlignedStep
  name: string
  ids: { readonly a: string; readonly b: string }
  part: 'input' | 'output'
  onPart: (part: 'input' | 'output') => void
  onMove: (by: 1 | -1) => void
  onClose: () => void
}

/** One step in both runs: outcome, error and data. Large data is read in parts. */
export function StepDetail({ row, name, ids, part, onPart, onMove, onClose }: StepDetailProps) {
  const isInput = row.key === RUN_INPUT
  const sources = { a: sourceOf(row, 'a', ids.a, part), b: sourceOf(row, 'b', ids.b, part) }
  const isSame =
    part === 'output' && !isInput && row.a?.output_hash != null && row.a.output_hash === row.b?.output_hash
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex items-center gap-2 py-1 pr-2.5 pl-4">
        <h2 className="min-w-0 flex-1 truncate text-[15px] font-semibold">{name}</h2>
        <IconButton icon={ArrowUp} label={t.previousStep} keys="k" onClick={() => onMove(-1)} />
        <IconButton icon={ArrowDown} label={t.nextStep} keys="j" onClick={() => onMove(1)} />
        <IconButton icon={X} label={t.closeStep} keys="escape" onClick={onClose} />
      </div>
      {!isInput && (
        <div className="grid shrink-0 grid-cols-2 gap-px border-y border-line bg-line">
          {(['a', 'b'] as const).map((side) => (
            <SideFacts key={side} side={side} row={row} executionId={ids[side]} />
          ))}
        </div>
      )}
      {!isInput && (
        <div className="flex px-4 py-2">
          <Segmented
            label={t.part}
            value={part}
            onChange={onPart}
            options={[
              { value: 'output', label: t.output },
              { value: 'input', label: t.input },
            ]}
          />
        </div>
      )}
      {isSame ? (
        <section className="flex min-h-0 flex-1 flex-col">
          <p className="px-4 pb-1 text-xs text-muted">{t.sameOutput}</p>
          <SideData source={sources.b} other={undefined} />
        </section>
      ) : (
        (['a', 'b'] as const).map((side) => (
          <section
            key={side}
            aria-label={t.dataOf[side]}
            className="flex min-h-0 flex-1 flex-col border-line not-last:border-b"
          >
            <p className="flex items-center gap-2 px-4 pt-2 text-xs font-medium text-muted">
              <SideMark side={side} />
              {t.sides[side]}
            </p>
            <SideData source={sources[side]} other={sources[side === 'a' ? 'b' : 'a']} />
          </section>
        ))
      )}
    </div>
  )
}

function SideData({ source, other }: { source: DataSource | undefined; other: DataSource | undefined }) {
  if (source === undefined) return <p className="p-4 text-[0.8125rem] text-muted">{t.noOutput}</p>
  return <DataView source={source} compareTo={other} marksChanges />
}

function SideFacts({ row, side, executionId }: { row: AlignedStep; side: 'a' | 'b'; executionId: string }) {
  const step = row[side]
  return (
    <div className="min-w-0 space-y-1 bg-surface px-4 py-2 text-[0.8125rem]">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <SideMark side={side} />
        {step === undefined ? (
          <span className="text-muted">{row.isOpen ? t.notYet : t.missing}</span>
        ) : (
          <>
            <StepIcon status={step.status} />
            <span aria-hidden="true">{statusNames[step.status]}</span>
            {step.duration_ms !== null && (
              <span className="text-muted tabular-nums">{formatDuration(step.duration_ms)}</span>
            )}
            <AppLink
              href={stepHref(executionId, step)}
              aria-label={t.openStep[side]}
              title={t.openStep[side]}
              className={buttonClass('ghost', 'sm', 'ml-auto px-2 text-muted')}
            >
              <ExternalLink aria-hidden="true" className="size-4" />
            </AppLink>
          </>
        )}
      </p>
      {step?.handle != null && row.differences.includes('handle') && (
        <p className="text-xs text-muted">{t.continuedAt(step.handle)}</p>
      )}
      {step?.error != null && (
        <p className="line-clamp-3 text-xs text-danger-ink" title={step.error.message}>
          <MessageText>{step.error.message}</MessageText>
        </p>
      )}
    </div>
  )
}

function sourceOf(
  row: AlignedStep,
  side: 'a' | 'b',
  executionId: string,
  part: 'input' | 'output',
): DataSource | undefined {
  if (row.key === RUN_INPUT) return { kind: 'execution', executionId, part: 'input' }
  const step = row[side]
  if (step === undefined || (part === 'output' && step.output_size === null)) return undefined
  return { kind: 'execution', executionId, step: step.key, part, revision: step.ended_at ?? '' }
}

function stepHref(executionId: string, { key }: StepOutline): string {
  return `/executions/${executionId}?${new URLSearchParams({ step: key }).toString()}`
}
