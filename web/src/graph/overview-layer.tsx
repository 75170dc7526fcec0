import { useStoreApi } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import type { NodeFamily } from '@millrace/contract/node-type.ts'
import type { NodeTypes } from './node-types.ts'
import type { GraphOverlay } from './overlay.ts'
import type { Scene } from './scene/build-scene.ts'

interface OverviewProps {
  scene: Scene
  nodeTypes: NodeTypes
  overlay: GraphOverlay | undefined
  problems: ReadonlyMap<string, number>
  selected: ReadonlySet<string>
}

const NAMES = [
  'line',
  'line-strong',
  'raised',
  'ink',
  'accent',
  'danger',
  'success',
  'warning',
  'family-trigger',
  'family-flow',
  'family-data',
  'family-action',
  'family-people',
  'family-code',
  'family-annotation',
  'family-annotation-soft',
] as const
type ColorName = (typeof NAMES)[number]
type Palette = Record<ColorName, string>

/**
 * The graph as a picture, for more nodes than cards can be read. One canvas is redrawn per movement, which stays fast
 * for thousands of nodes.
 */
export function OverviewLayer(props: OverviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const store = useStoreApi()
  const latest = useRef(props)
  const redraw = useRef<() => void>(undefined)

  useEffect(() => {
    latest.current = props
    redraw.current?.()
  })

  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (element === null || context === null || context === undefined) return undefined
    let palette = readPalette(element)
    let request = 0
    const draw = () => {
      request = 0
      const { width, height, transform } = store.getState()
      const ratio = globalThis.devicePixelRatio
      if (element.width !== Math.round(width * ratio)) element.width = Math.round(width * ratio)
      if (element.height !== Math.round(height * ratio)) element.height = Math.round(height * ratio)
      paint(context, latest.current, { palette, ratio, transform, width, height })
    }
    const schedule = () => {
      if (request === 0) request = requestAnimationFrame(draw)
    }
    redraw.current = schedule
    draw()
    const unsubscribe = store.subscribe(schedule)
    const onTheme = () => {
      palette = readPalette(element)
      schedule()
    }
    const observer = new MutationObserver(onTheme)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', onTheme)
    return () => {
      cancelAnimationFrame(request)
      unsubscribe()
      observer.disconnect()
      scheme.removeEventListener('change', onTheme)
    }
  }, [store])

  return <canvas ref={canvas} aria-hidden="true" className="pointer-events-none absolute inset-0 size-full" />
}

interface View {
  palette: Palette
  ratio: number
  transform: readonly [number, number, number]
  width: number
  height: number
}

function paint(context: CanvasRenderingContext2D, props: OverviewProps, view: View): void {
  const { palette, ratio, width, height } = view
  const [x, y, zoom] = view.transform
  const left = -x / zoom
  const top = -y / zoom
  const right = left + width / zoom
  const bottom = top + height / zoom
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, width * ratio, height * ratio)
  context.setTransform(ratio * zoom, 0, 0, ratio * zoom, x * ratio, y * ratio)

  for (const { box } of props.scene.notes) {
    context.fillStyle = palette['family-annotation-soft']
    context.fillRect(box.x, box.y, box.width, box.height)
  }
  const thin = Math.max(1.5, 1 / zoom)
  context.lineWidth = thin
  const lines = new Map<string, Path2D>()
  for (const { id, points } of props.scene.edges) {
    const first = points[0]
    const last = points.at(-1)
    if (first === undefined || last === undefined) continue
    if (Math.max(first.x, last.x) < left || Math.min(first.x, last.x) > right) continue
    if (Math.max(first.y, last.y) < top || Math.min(first.y, last.y) > bottom) continue
    const color = (props.overlay?.edges.get(id)?.taken ?? 0) > 0 ? palette.success : palette['line-strong']
    let path = lines.get(color)
    if (path === undefined) lines.set(color, (path = new Path2D()))
    path.moveTo(first.x, first.y)
    for (const point of points) path.lineTo(point.x, point.y)
  }
  for (const [color, path] of lines) {
    context.strokeStyle = color
    context.stroke(path)
  }

  const isReadable = zoom > 0.22
  for (const { node, box } of props.scene.cards) {
    if (box.x > right || box.x + box.width < left || box.y > bottom || box.y + box.height < top) continue
    const family = props.nodeTypes.familyOf(node.type) satisfies NodeFamily
    context.fillStyle = palette.raised
    context.fillRect(box.x, box.y, box.width, box.height)
    context.fillStyle = palette[`family-${family}`]
    if (isReadable) context.fillRect(box.x, box.y, 14, box.height)
    else {
      // Too small for a border and a name: the colour of the family alone.
      context.globalAlpha = 0.5
      context.fillRect(box.x, box.y, box.width, box.height)
      context.globalAlpha = 1
    }
    const run = props.overlay?.nodes.get(node.id)
    const isFaulty = run?.status === 'failed' || (props.problems.get(node.id) ?? 0) > 0
    const isSelected = props.selected.has(node.id)
    context.lineWidth = isSelected || isFaulty ? thin * 2.5 : thin
    context.strokeStyle = isSelected
      ? palette.accent
      : isFaulty
        ? palette.danger
        : run?.status === 'completed'
          ? palette.success
          : run?.status === 'waiting'
            ? palette.warning
            : isReadable
              ? palette.line
              : palette[`family-${family}`]
    context.strokeRect(box.x, box.y, box.width, box.height)
    if (isReadable) {
      context.fillStyle = palette.ink
      context.font = '600 24px "Inter Variable", sans-serif'
      context.textBaseline = 'middle'
      context.fillText(clip(props.nodeTypes.nameOf(node)), box.x + 26, box.y + box.height / 2, box.width - 36)
    }
  }
}

function clip(name: string): string {
  return name.length > 18 ? `${name.slice(0, 17)}…` : name
}

/** Canvas needs resolved colours: a custom property holds both values of a theme. */
function readPalette(host: HTMLElement): Palette {
  const probe = document.createElement('span')
  // A transition would report the colour before instead of the new one.
  probe.style.transitionProperty = 'none'
  host.parentElement?.append(probe)
  const entries = NAMES.map((name) => {
    probe.style.color = `var(--color-${name})`
    return [name, getComputedStyle(probe).color] as const
  })
  probe.remove()
  return Object.fromEntries(entries) as Palette
}
