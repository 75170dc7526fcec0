import type { NodeKind } from '#ports/index.ts'

const TITLES: Readonly<Record<NodeKind['group'], string>> = {
  trigger: 'Triggers',
  core: 'Core',
  action: 'Actions',
}

export interface NodeGroup {
  readonly id: string
  readonly title: string
  readonly kinds: readonly NodeKind[]
}

/** The node kinds by group, in the order of the reference. */
export function groupNodeKinds(kinds: readonly NodeKind[]): NodeGroup[] {
  return Object.entries(TITLES)
    .map(([id, title]) => ({ id, title, kinds: kinds.filter(({ group }) => group === id) }))
    .filter((group) => group.kinds.length > 0)
}
