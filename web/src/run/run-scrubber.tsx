import { startOf } from './step-times.ts'
import './run-scrubber.css'
import { Pause, Play, SkipForward } from 'lucide-react'
import { useMemo, type KeyboardEvent } from 'react'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { IconButton } from '../components/icon-button.tsx'
import { formatDuration } from '../texts/duration.ts'
import * as t from '../texts/run/scrubber.ts'
import type { useScrubber } from './use-scrubber.ts'

interface RunScrubberProps {
  scrubber: ReturnType<typeof useScrubber>
  steps: readonly StepOutline[]
  range: { from: number; to: number }
  at: number | undefined
  isLive: boolean
}

/** Moves through the run. The arrow keys step from one moment to the next. */
export function RunScrubber({ scrubber, steps, range, at, isLive }: RunScrubberProps) {
  const starts = useMemo(() => steps.map(startOf), [steps])
  const time = Math.min(range.to, Math.max(range.from, at ?? range.to))
  const started = at === undefined ? starts.length : starts.filter((start) => start <= at).length
  const span = Math.max(1, range.to - range.from)
  const handleKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined
    if (by !== undefined) scrubber.step(by)
    else if (event.key === ' ') scrubber.toggle()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const label = `${t.position(formatDuration(time - range.from), formatDuration(span))} · ${t.stepOf(started, steps.length)}`
  return (
    <div className="flex h-full items-center gap-3 px-3">
      <IconButton
        icon={scrubber.isPlaying ? Pause : Play}
        label={scrubber.isPlaying ? t.pause : t.play}
        keys="space"
        tooltipSide="top"
        onClick={scrubber.toggle}
      />
      <input
        type="range"
        aria-label={t.scrubber}
        aria-valuetext={label}
        min={0}
        max={span}
        step="any"
        value={time - range.from}
        onChange={(event) => scrubber.seek(range.from + Number(event.target.value))}
        onKeyDown={handleKeyDown}
        style={{ '--part': `${((time - range.from) / span) * 100}%` } as React.CSSProperties}
        className="run-scrubber h-4 min-w-0 flex-1"
      />
      <span className="hidden shrink-0 font-mono text-xs text-muted tabular-nums sm:inline">{label}</span>
      {at !== undefined && (
        <IconButton
          icon={SkipForward}
          label={isLive ? t.live : t.backToEnd}
          tooltipSide="top"
          onClick={scrubber.toEnd}
        />
      )}
    </div>
  )
}
