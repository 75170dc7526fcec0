import type { NodeTypes } from '../graph/node-types.ts'
import type { GraphDocument } from '../graph/types.ts'
import * as t from '../texts/editor/drawer.ts'
import type { Problem } from './editor-session.ts'
import { titleOf } from './inspector/form/schema-fields.ts'

/** Problems in the words of the editor: it shows names of nodes and titles of parameters where the API has ids. */
export function wordProblems(
  problems: readonly Problem[],
  { nodes }: GraphDocument,
  nodeTypes: NodeTypes,
): readonly Problem[] {
  const nameOf = (id: string) => {
    const node = nodes.find((one) => one.id === id)
    return node && nodeTypes.nameOf(node)
  }
  return problems.map((problem) => {
    const { node_id: id, message } = problem
    const node = nodes.find((one) => one.id === id)
    const named = { ...problem, message: t.nameNodes(message, nameOf) }
    if (node === undefined) return named
    const start = t.nodeStart(node.id)
    const missing = message.startsWith(start)
      ? /^needs the parameter `([^`]+)`\.$/.exec(message.slice(start.length))?.[1]
      : undefined
    if (missing === undefined) return named
    const schema = nodeTypes.find(node.type)?.parameters['properties']
    const title = (schema as Record<string, { title?: string }> | undefined)?.[missing]?.title
    return { ...problem, message: t.isRequired(title ?? titleOf(missing)) }
  })
}
