import { useMemo } from 'react'
import { GraphCanvas } from '../../graph/graph-canvas.tsx'
import { useNodeTypes } from '../../graph/node-types.ts'
import type { GraphDocument } from '../../graph/types.ts'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import type { RunOverlay } from '../../run/run-overlay.ts'
import * as t from '../../texts/run/page.ts'

interface RunGraphProps {
  document: GraphDocument | undefined
  overlay: RunOverlay | undefined
  selectedNode: string | undefined
  onSelect: (nodeId: string) => void
  viewKey: string
}

/** The version that ran, coloured by outcome. A click on a node selects its step. */
export function RunGraph({ document, overlay, selectedNode, onSelect, viewKey }: RunGraphProps) {
  const nodeTypes = useNodeTypes()
  const selected = useMemo(() => new Set(selectedNode === undefined ? [] : [selectedNode]), [selectedNode])
  if (document === undefined || nodeTypes === undefined) {
    return (
      <Loading label={t.loading} className="grid h-full place-items-center bg-canvas">
        <Skeleton className="h-16 w-56 rounded-xl" />
      </Loading>
    )
  }
  return (
    <GraphCanvas
      document={document}
      nodeTypes={nodeTypes}
      overlay={overlay}
      selected={selected}
      onSelect={([nodeId]) => nodeId !== undefined && nodeId !== selectedNode && onSelect(nodeId)}
      onOpen={onSelect}
      viewKey={viewKey}
      label={t.graph}
    />
  )
}
