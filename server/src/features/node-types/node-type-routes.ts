import { listNodeTypes } from '@millrace/contract/node-type.ts'
import { type Binding, reads } from '#http/index.ts'
import type { NodeKind } from '#ports/index.ts'
import { presentNodeType } from './node-type-presenter.ts'

/** The kinds of nodes, for editors. They are the same for every account and never change while the service runs. */
export function nodeTypeRoutes(kinds: readonly NodeKind[]): Binding[] {
  const answer = { data: kinds.map(presentNodeType) }
  return [reads(listNodeTypes, async () => answer)]
}
