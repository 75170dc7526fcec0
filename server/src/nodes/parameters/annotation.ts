import type { NodeKind } from '#ports/index.ts'

type Described = Pick<
  NodeKind,
  'type' | 'title' | 'summary' | 'icon' | 'keywords' | 'line' | 'parameters' | 'literals' | 'example'
>

/** A kind of node that is only on the canvas: it has no handles, the engine leaves it out, and edges to it are a problem. */
export function annotation(kind: Described): NodeKind {
  return {
    ...kind,
    family: 'annotation',
    output: 'None (it never runs).',
    handles: [],
    hasEffect: false,
    run() {
      throw new Error(`A node of type "${kind.type}" never runs.`)
    },
  }
}
