import { useNodeTypes } from './node-types.ts'
import type { GraphNode } from './types.ts'

/** What a node says about itself, as its card in the editor does. Load it behind the page: it evaluates expressions. */
export function NodeLine({ node }: { node: GraphNode }) {
  return useNodeTypes()?.lineOf(node)
}
