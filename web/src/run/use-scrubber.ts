import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { momentAt, momentsOf } from './moments.ts'

/** Playing any run takes about this long. */
const PLAY_MS = 6_000
const MIN_TICK_MS = 40
const MAX_TICK_MS = 500

interface ScrubberOptions {
  readonly steps: readonly StepOutline[]
  /** The time in view; undefined is the end of the run. */
  readonly at: number | undefined
  readonly onChange: (at: number | undefined) => void
}

/** Moves through the moments of a run, by step or by playing. */
export function useScrubber({ steps, at, onChange }: ScrubberOptions) {
  const moments = useMemo(() => momentsOf(steps), [steps])
  const [isPlaying, setIsPlaying] = useState(false)
  const index = at === undefined ? moments.length - 1 : momentAt(moments, at)

  const goTo = (next: number) => {
    const moment = moments[Math.max(0, next)]
    onChange(next >= moments.length - 1 ? undefined : moment)
  }
  const tickMs = Math.min(MAX_TICK_MS, Math.max(MIN_TICK_MS, PLAY_MS / Math.max(1, moments.length)))
  const advance = useEffectEvent(() => {
    const perTick = Math.max(1, Math.ceil(moments.length / (PLAY_MS / tickMs)))
    const next = index + perTick
    goTo(next)
    if (next >= moments.length - 1) setIsPlaying(false)
  })
  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setInterval(() => advance(), tickMs)
    return () => clearInterval(timer)
  }, [isPlaying, tickMs])

  return {
    moments,
    index,
    isPlaying,
    step: (by: number) => {
      setIsPlaying(false)
      goTo(index + by)
    },
    seek: (time: number) => {
      setIsPlaying(false)
      const last = moments.at(-1)
      onChange(last !== undefined && time >= last ? undefined : time)
    },
    toggle: () => {
      // From the end, playing begins at the start.
      if (!isPlaying && index >= moments.length - 1) onChange(moments[0])
      setIsPlaying(!isPlaying)
    },
    toEnd: () => {
      setIsPlaying(false)
      onChange(undefined)
    },
  }
}
