import type { NodeCatalogue, NodeKind } from '#ports/node-kind.ts'
import { failNode } from './fail/fail.node.ts'
import { ifNode } from './if/if.node.ts'
import { logNode } from './log/log.node.ts'
import { returnNode } from './return/return.node.ts'
import { setNode } from './set/set.node.ts'
import { startNode } from './start/start.node.ts'

export const NODE_KINDS: readonly NodeKind[] = [startNode, setNode, ifNode, logNode, failNode, returnNode]

export function nodeCatalogue(kinds: readonly NodeKind[] = NODE_KINDS): NodeCatalogue {
  const byType = new Map(kinds.map((kind) => [kind.type, kind]))
  return { find: (type) => byType.get(type), types: kinds.map((kind) => kind.type) }
}
