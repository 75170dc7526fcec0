import { MiniMap } from '@xyflow/react'
import * as t from '../texts/graph.ts'
import type { FlowNode } from './scene/to-flow.ts'

const SIZE = { width: 176, height: 116 }

export function GraphMinimap() {
  return (
    <MiniMap
      ariaLabel={t.minimap}
      position="bottom-right"
      pannable
      zoomable
      nodeColor={colorOf}
      nodeBorderRadius={8}
      style={SIZE}
    />
  )
}

function colorOf(node: FlowNode): string {
  if (node.type !== 'card') return 'transparent'
  if (node.data.problems > 0 || node.data.run?.status === 'failed') return 'var(--color-danger)'
  return `var(--color-family-${node.data.icon.family})`
}
