import { useMemo } from 'react'
import { GraphCanvas } from '../../graph/graph-canvas.tsx'
import type { NodeTypes } from '../../graph/node-types.ts'
import type { GraphMark } from '../../graph/overlay.ts'
import type { GraphDocument } from '../../graph/types.ts'
import * as t from '../../texts/editor/diff.ts'
import type { DocumentDiff } from '../model/diff-documents.ts'
import { findFreePosition } from '../model/edits/geometry.ts'

interface DiffGraphProps {
  diff: DocumentDiff
  after: GraphDocument
  nodeTypes: NodeTypes
  selected: string | undefined
  onSelect: (nodeId: string | undefined) => void
}

/** The newer graph, with what was removed from the older one still in it. */
export function DiffGraph({ diff, after, nodeTypes, selected, onSelect }: DiffGraphProps) {
  const document = useMemo(() => withRemoved(diff, after), [diff, after])
  const marks = useMemo(
    () =>
      new Map<string, GraphMark>(
        diff.nodes.flatMap(({ id, kind }) => (kind === 'moved' ? [] : [[id, kind] as const])),
      ),
    [diff],
  )
  const chosen = useMemo(() => new Set(selected === undefined ? [] : [selected]), [selected])
  return (
    <GraphCanvas
      document={document}
      nodeTypes={nodeTypes}
      marks={marks}
      selected={chosen}
      onSelect={([first]) => onSelect(first)}
      showsMinimap={false}
      label={t.graphLabel}
    />
  )
}

/** A removed node that would cover another one is shown below it. */
function withRemoved(diff: DocumentDiff, after: GraphDocument): GraphDocument {
  const nodes = [...after.nodes]
  for (const { kind, before } of diff.nodes) {
    if (kind !== 'removed' || before === undefined) continue
    const { position } = before
    nodes.push(position === undefined ? before : { ...before, position: findFreePosition(nodes, position) })
  }
  return { ...after, nodes, edges: [...after.edges, ...diff.edgesRemoved] }
}
