import type { AnyNode } from 'acorn'

/** The children of a syntax tree node, in the order of the source. */
export function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode)
    .sort((a, b) => a.start - b.start)
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** Whether a parameter, a variable or a pattern declares the name. */
export function declares(pattern: AnyNode | null, name: string): boolean {
  switch (pattern?.type) {
    case 'Identifier':
      return pattern.name === name
    case 'AssignmentPattern':
      return declares(pattern.left, name)
    case 'RestElement':
      return declares(pattern.argument, name)
    case 'ArrayPattern':
      return pattern.elements.some((element) => declares(element, name))
    case 'ObjectPattern':
      return pattern.properties.some((property) =>
        declares(property.type === 'RestElement' ? property : property.value, name),
      )
    default:
      return false
  }
}
