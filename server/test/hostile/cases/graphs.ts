import type { Graph } from '../service/attack.ts'

interface ChainNode {
  readonly id: string
  readonly type: string
  readonly data: object
}

/** A start node, then one node after the other. */
export function chain(...nodes: readonly ChainNode[]): Graph {
  const all = [{ id: 'start', type: 'start' }, ...nodes]
  return {
    nodes: all,
    edges: nodes.map(({ id }, index) => ({ source: all[index]?.id, target: id })),
  }
}

/** Evaluates one expression. */
export function evaluating(expression: string): Graph {
  return chain({ id: 'compute', type: 'set', data: { values: { value: `{{ ${expression} }}` } } })
}

/** Runs the node for each item of the input, or of an expression. */
export function forEach(body: object, items = 'input.items'): Graph {
  return {
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'loop', type: 'for_each', data: { items: `{{ ${items} }}` } },
      { id: 'body', ...body },
    ],
    edges: [
      { source: 'start', target: 'loop' },
      { source: 'loop', target: 'body', sourceHandle: 'each' },
    ],
  }
}

/** Words with spaces between them. */
export function prose(characters: number): string {
  return 'lorem  ipsum\t\tdolor sit   amet '.repeat(Math.ceil(characters / 31)).slice(0, characters)
}

export function numbered<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
