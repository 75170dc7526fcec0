import type { GraphNode } from '../graph.ts'

/** A node with default values. */
export function graphNode(id: string, type = 'set'): GraphNode {
  return {
    id,
    type,
    name: undefined,
    data: {},
    disabled: false,
    onError: 'fail',
    retry: undefined,
    timeoutMs: undefined,
    onUnknown: 'retry',
    join: 'all',
    credentialId: undefined,
    pinned: undefined,
  }
}
