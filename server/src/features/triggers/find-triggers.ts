import { type Definition, type GraphNode, readGraph, type TriggerKind } from '#domain/index.ts'

const KINDS: readonly TriggerKind[] = ['schedule', 'poll', 'webhook', 'form', 'event']

/** A node of a definition that can start executions. */
export interface DefinedTrigger {
  readonly node: GraphNode
  readonly kind: TriggerKind
  /** Whether an edge leads to it: then a run cannot begin there. */
  readonly hasIncoming: boolean
}

export function findTriggers(definition: Definition): readonly DefinedTrigger[] {
  // Loop edges need no special treatment: any incoming edge counts.
  const { nodes, edges } = readGraph(definition, () => false)
  const targets = new Set(edges.map(({ target }) => target))
  return nodes.flatMap((node) => {
    const kind = KINDS.find((known) => known === node.type)
    return kind === undefined ? [] : [{ node, kind, hasIncoming: targets.has(node.id) }]
  })
}
