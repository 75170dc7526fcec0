import type { GraphNode } from '#domain/graph/graph.ts'
import { readGraph } from '#domain/graph/read-graph.ts'
import type { TriggerKind } from '#domain/trigger.ts'
import type { Definition } from '#domain/workflow.ts'

const KINDS: readonly TriggerKind[] = ['schedule', 'webhook', 'form', 'event']

/** A node of a drawing that can start runs. */
export interface DrawnTrigger {
  readonly node: GraphNode
  readonly kind: TriggerKind
  /** An edge leads to it: a run could never begin there. */
  readonly hasIncoming: boolean
}

export function findTriggers(definition: Definition): readonly DrawnTrigger[] {
  // Loops make no difference here: what matters is whether any edge leads to a node.
  const { nodes, edges } = readGraph(definition, () => false)
  const targets = new Set(edges.map(({ target }) => target))
  return nodes.flatMap((node) => {
    const kind = KINDS.find((known) => known === node.type)
    return kind === undefined ? [] : [{ node, kind, hasIncoming: targets.has(node.id) }]
  })
}
