import type { Definition } from './workflow.ts'

/** The definition as live runs use it. */
export function withoutPins({ nodes, edges, variables }: Definition): Definition {
  return {
    nodes: nodes.map(({ pinned_output: _output, pinned_handle: _handle, ...node }) => node),
    edges,
    variables,
  }
}
