import { useNodeTypes } from '../../graph/node-types.ts'
import type { GraphNode } from '../../graph/types.ts'

/** What a schedule says about itself, as its card in the editor does. Loaded behind the page: it evaluates expressions. */
export function ScheduleLine({ node }: { node: GraphNode }) {
  return useNodeTypes()?.lineOf(node)
}
