import { useEffect, useMemo, useState } from 'react'
import type { NodeTypes } from '../node-types.ts'
import type { Point } from '../scene/geometry.ts'
import type { GraphDocument } from '../types.ts'
import { arrangeDocument } from './layout.ts'

const NONE: ReadonlyMap<string, Point> = new Map()

/** Positions for nodes that have none, such as those of a workflow that was created through the API. */
export function useMissingPositions(
  document: GraphDocument,
  nodeTypes: NodeTypes,
): ReadonlyMap<string, Point> {
  const missing = useMemo(
    () => new Set(document.nodes.filter((node) => node.position === undefined).map(({ id }) => id)),
    [document.nodes],
  )
  const [arranged, setArranged] = useState(NONE)
  const isNeeded = missing.size > 0 && [...missing].some((id) => !arranged.has(id))
  useEffect(() => {
    if (!isNeeded) return undefined
    let isCurrent = true
    void arrangeDocument(document, nodeTypes).then((positions) => {
      if (isCurrent) setArranged(positions)
      return undefined
    })
    return () => {
      isCurrent = false
    }
  }, [document, isNeeded, nodeTypes])
  return useMemo(
    () => (missing.size === 0 ? NONE : new Map([...arranged].filter(([id]) => missing.has(id)))),
    [arranged, missing],
  )
}
