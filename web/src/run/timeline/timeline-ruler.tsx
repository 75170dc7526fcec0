import { useRef, useState, type PointerEvent } from 'react'
import { formatTick } from '../../texts/duration.ts'
import * as t from '../../texts/run/timeline.ts'
import { positionOf, ticksOf, type TimeRange } from './time-scale.ts'

interface TimelineRulerProps {
  range: TimeRange
  /** The start of the run: the zero of the scale. */
  start: number
  onZoom: (range: TimeRange) => void
  onReset: () => void
}

/** A label further right would be cut off. */
const LAST_LABEL = 0.93

/** The time scale. Dragging over it zooms in, a double click shows the whole run. */
export function TimelineRuler({ range, start, onZoom, onReset }: TimelineRulerProps) {
  const element = useRef<HTMLDivElement>(null)
  const [brush, setBrush] = useState<{ from: number; to: number }>()

  const timeAt = (event: PointerEvent) => {
    const box = element.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return range.from
    const part = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width))
    return range.from + part * (range.to - range.from)
  }
  const begin = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = timeAt(event)
    setBrush({ from: at, to: at })
  }
  const move = (event: PointerEvent) => {
    if (brush !== undefined) setBrush({ ...brush, to: timeAt(event) })
  }
  const finish = () => {
    setBrush(undefined)
    if (brush === undefined) return
    const chosen = { from: Math.min(brush.from, brush.to), to: Math.max(brush.from, brush.to) }
    if (positionOf(chosen.to, range) - positionOf(chosen.from, range) > 0.01) onZoom(chosen)
  }
  return (
    <div
      ref={element}
      title={t.zoomHint}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={finish}
      onPointerCancel={() => setBrush(undefined)}
      onDoubleClick={onReset}
      className="relative h-full touch-none cursor-crosshair overflow-hidden select-none"
    >
      {ticksOf(range, start, 6).map((tick) => (
        <span
          key={tick}
          className="absolute inset-y-0 border-l border-line pl-1 text-[11px] leading-7 text-muted"
          style={{ left: `${positionOf(start + tick, range) * 100}%` }}
        >
          {positionOf(start + tick, range) <= LAST_LABEL && formatTick(tick)}
        </span>
      ))}
      {brush !== undefined && (
        <span
          className="absolute inset-y-0 bg-accent/25"
          style={{
            left: `${positionOf(Math.min(brush.from, brush.to), range) * 100}%`,
            width: `${Math.abs(positionOf(brush.to, range) - positionOf(brush.from, range)) * 100}%`,
          }}
        />
      )}
    </div>
  )
}
