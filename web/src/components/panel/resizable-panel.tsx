import { clsx } from 'clsx'
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import * as t from '../../texts/components.ts'
import { readStored, writeStored } from '../stored-value.ts'

interface ResizablePanelProps {
  /** Names the panel for screen readers: "Inspector". */
  label: string
  /** The edge of the page at which the panel is. The separator is on the opposite edge of the panel. */
  side: 'left' | 'right' | 'bottom'
  /** Where this browser remembers the size. */
  storageKey: string
  /** In pixels. */
  defaultSize: number
  min: number
  max: number
  className?: string
  children: ReactNode
}

const keyStep = 16

/** A panel whose size the user can change, with the mouse or with the arrow keys on its separator. */
export function ResizablePanel({
  label,
  side,
  storageKey,
  defaultSize,
  min,
  max,
  className,
  children,
}: ResizablePanelProps) {
  const clamp = (size: number) => Math.round(Math.min(max, Math.max(min, size)))
  const [size, setSize] = useState(() => clamp(readStored<number>(storageKey, isNumber) ?? defaultSize))
  const drag = useRef<{ from: number; size: number }>(null)
  const isHorizontal = side === 'bottom'
  const resize = (next: number) => {
    setSize(clamp(next))
    writeStored(storageKey, clamp(next))
  }
  const growKey = { left: 'ArrowRight', right: 'ArrowLeft', bottom: 'ArrowUp' }[side]
  const shrinkKey = { left: 'ArrowLeft', right: 'ArrowRight', bottom: 'ArrowDown' }[side]
  const handleKey = (event: KeyboardEvent) => {
    const step = event.shiftKey ? keyStep * 4 : keyStep
    const next: Record<string, number> = {
      [growKey]: size + step,
      [shrinkKey]: size - step,
      Home: min,
      End: max,
    }
    const wanted = next[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    event.stopPropagation()
    resize(wanted)
  }
  const position = (event: PointerEvent) => (isHorizontal ? event.clientY : event.clientX)
  const handleMove = (event: PointerEvent) => {
    if (drag.current === null) return
    const moved = position(event) - drag.current.from
    setSize(clamp(drag.current.size + (side === 'left' ? moved : -moved)))
  }
  const endDrag = () => {
    if (drag.current !== null) writeStored(storageKey, size)
    drag.current = null
  }
  return (
    <section
      aria-label={label}
      style={isHorizontal ? { height: size } : { width: size }}
      className={clsx('relative min-h-0 min-w-0 shrink-0', className)}
    >
      <div
        role="separator"
        tabIndex={0}
        aria-label={t.resize(label)}
        aria-orientation={isHorizontal ? 'horizontal' : 'vertical'}
        aria-valuenow={size}
        aria-valuemin={min}
        aria-valuemax={max}
        onKeyDown={handleKey}
        onDoubleClick={() => resize(defaultSize)}
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          event.currentTarget.focus()
          drag.current = { from: position(event), size }
        }}
        onPointerMove={handleMove}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
        className={clsx(
          'absolute z-20 touch-none transition-colors hover:bg-accent/60 focus-visible:bg-focus focus-visible:outline-none active:bg-accent',
          isHorizontal
            ? 'inset-x-0 -top-0.5 h-1 cursor-row-resize'
            : clsx('inset-y-0 w-1 cursor-col-resize', side === 'left' ? '-right-0.5' : '-left-0.5'),
        )}
      />
      {children}
    </section>
  )
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
