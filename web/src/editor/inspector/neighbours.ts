import { type GraphDocument, isAnnotation } from '../../graph/types.ts'

interface Neighbours {
  readonly previous: string | undefined
  readonly next: string | undefined
}

/** The nodes before and after a node: along its first edges, so that "next" follows the flow. */
export function neighbours({ nodes, edges }: GraphDocument, nodeId: string): Neighbours {
  const known = new Set(nodes.filter((node) => !isAnnotation(node)).map(({ id }) => id))
  return {
    previous: edges.find(({ source, target }) => target === nodeId && known.has(source))?.source,
    next: edges.find(({ source, target }) => source === nodeId && known.has(target))?.target,
  }
}
