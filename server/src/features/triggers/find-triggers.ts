import { type Definition, type GraphNode, readGraph, type TriggerKind } from '#domain/index.ts'

const KINDS: readonly TriggerKind[] = ['schedule', 'webhook', 'form', 'event']

/** A node of a drawing that can start runs. */
export interface DefinedTrigger {
  readonly node: GraphNode
  readonly kind: TriggerKind
  /** An edge leads to it: a run could never begin there. */
  readonly hasIncoming: boolean
}

export function findTriggers(definition: Definition): readonly DefinedTrigger[] {
  // Loops make no difference here: what matters is whether any edge leads to a node.
  const { nodes, edges } = readGraph(definition, () => false)
  const targets = new Set(edges.map(({ target }) => target))
  return nodes.flatMap((node) => {
    const kind = KINDS.find((known) => known === node.type)
    return kind === undefined ? [] : [{ node, kind, hasIncoming: targets.has(node.id) }]
  })
}
