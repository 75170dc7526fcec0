import { type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { memo, useState } from 'react'
import { useMediaQuery } from '../../components/use-media-query.ts'
import * as t from '../../texts/graph.ts'
import type { Point } from '../scene/geometry.ts'
import { middleOf, shortOfEnd, toPath } from '../scene/route-edge.ts'
import { MAIN_HANDLE } from '../types.ts'
import { useGraphActions } from './graph-actions.ts'

export type EdgeState = 'idle' | 'taken' | 'skipped' | 'running'

export interface FlowEdgeData extends Record<string, unknown> {
  readonly points: readonly Point[]
  readonly state: EdgeState
  readonly taken: number
  readonly isError: boolean
  readonly isEditable: boolean
  readonly sourceName: string
  readonly targetName: string
}

export type FlowEdgeType = Edge<FlowEdgeData, 'flow'>

const strokes: Record<EdgeState, string> = {
  idle: 'stroke-line-strong',
  taken: 'stroke-success',
  skipped: 'stroke-line-strong/40 [stroke-dasharray:5_5]',
  running: 'stroke-accent',
}

export const FlowEdge = memo(function FlowEdge({
  id,
  data,
  selected,
  sourceHandleId,
}: EdgeProps<FlowEdgeType>) {
  const [isHovered, setHovered] = useState(false)
  const { onAddOnEdge } = useGraphActions()
  if (data === undefined) return null
  const path = toPath(data.points)
  const hasLabel = data.taken > 1
  // The label of the output may reach beyond the middle.
  const isCount = hasLabel && !(isHovered && data.isEditable)
  const at = isCount && sourceHandleId !== MAIN_HANDLE ? shortOfEnd(data.points) : middleOf(data.points)
  return (
    <g onMouseEnter={() => setHovered(true)} onMouseLeave={() => setHovered(false)}>
      <path d={path} className="react-flow__edge-interaction fill-none" strokeWidth={20} strokeOpacity={0} />
      <path
        d={path}
        className={clsx(
          'fill-none',
          selected || isHovered
            ? 'stroke-accent'
            : data.isError && data.state === 'idle'
              ? 'stroke-danger/60'
              : strokes[data.state],
        )}
        strokeWidth={selected ? 2.5 : data.state === 'idle' ? 1.75 : 2}
      />
      {data.state === 'running' && <MovingDot path={path} />}
      {(hasLabel || (isHovered && data.isEditable)) && (
        <EdgeLabelRenderer>
          <div
            style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y - 1}px)` }}
            className="absolute"
            onMouseEnter={() => setHovered(true)}
            onMouseLeave={() => setHovered(false)}
          >
            {isHovered && data.isEditable && onAddOnEdge !== undefined ? (
              <button
                type="button"
                tabIndex={-1}
                aria-label={t.addBetween(data.sourceName, data.targetName)}
                title={t.addBetween(data.sourceName, data.targetName)}
                onClick={(event) => {
                  event.stopPropagation()
                  onAddOnEdge(id)
                }}
                className="pointer-events-auto grid size-5 place-items-center rounded-md border border-accent bg-surface text-accent-ink"
              >
                <Plus aria-hidden="true" className="size-3.5" />
              </button>
            ) : (
              hasLabel && (
                <span className="rounded-full bg-canvas px-1 text-[11px] leading-4 whitespace-nowrap font-medium text-muted tabular-nums">
                  {t.passes(data.taken)}
                </span>
              )
            )}
          </div>
        </EdgeLabelRenderer>
      )}
    </g>
  )
})

function MovingDot({ path }: { path: string }) {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  if (isStill) return null
  return (
    <circle r={3.5} className="fill-accent">
      <animateMotion dur="1.1s" repeatCount="indefinite" path={path} />
    </circle>
  )
}
