import { CARD_HEIGHT, CARD_WIDTH } from './scene/geometry.ts'
import { routeEdge, toPath } from './scene/route-edge.ts'
import type { NodeFamily } from '@millrace/contract/node-type.ts'
import type { GraphEdge, GraphNode } from './types.ts'

interface GraphPictureProps {
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
  /** The families of the types of nodes. */
  families: ReadonlyMap<string, NodeFamily>
  label: string
  className?: string
}

const margin = 24

const fills: Readonly<Record<string, string>> = {
  trigger: 'fill-family-trigger',
  flow: 'fill-family-flow',
  data: 'fill-family-data',
  action: 'fill-family-action',
  people: 'fill-family-people',
  code: 'fill-family-code',
}

/** A small picture of a graph: positions, families and connections, without any interaction. */
export function GraphPicture({ nodes, edges, families, label, className }: GraphPictureProps) {
  const at = new Map(nodes.map((node) => [node.id, node.position ?? { x: 0, y: 0 }]))
  const xs = [...at.values()].map(({ x }) => x)
  const ys = [...at.values()].map(({ y }) => y)
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin]
  const width = Math.max(...xs) + CARD_WIDTH + margin - left
  const height = Math.max(...ys) + CARD_HEIGHT + margin - top
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${left} ${top} ${width} ${height}`}
      preserveAspectRatio="xMidYMid meet"
      className={className}
    >
      {edges.map(({ source, target, sourceHandle }) => {
        const [from, to] = [at.get(source), at.get(target)]
        if (from === undefined || to === undefined) return null
        const route = routeEdge({
          source: { x: from.x + CARD_WIDTH, y: from.y + CARD_HEIGHT / 2 },
          sourceSide: 'right',
          target: { x: to.x, y: to.y + CARD_HEIGHT / 2 },
        })
        return (
          <path
            key={`${source} ${sourceHandle ?? ''} ${target}`}
            d={toPath(route)}
            className="fill-none stroke-line-strong"
            strokeWidth={4}
          />
        )
      })}
      {nodes.map(({ id, type }) => {
        const position = at.get(id) ?? { x: 0, y: 0 }
        const family = families.get(type) ?? 'flow'
        return (
          <g key={id}>
            <rect
              {...position}
              width={CARD_WIDTH}
              height={CARD_HEIGHT}
              rx={14}
              className="fill-raised stroke-line-strong"
              strokeWidth={3}
            />
            <rect
              x={position.x + 14}
              y={position.y + 14}
              width={36}
              height={36}
              rx={9}
              className={fills[family] ?? fills['flow']}
            />
            <rect
              x={position.x + 64}
              y={position.y + 22}
              width={110}
              height={10}
              rx={5}
              className="fill-muted"
            />
            <rect
              x={position.x + 64}
              y={position.y + 39}
              width={140}
              height={7}
              rx={3.5}
              className="fill-line"
            />
          </g>
        )
      })}
    </svg>
  )
}
