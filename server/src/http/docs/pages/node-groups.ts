import type { NodeFamily } from '@millrace/contract/node-type.ts'
import type { NodeKind } from '#ports/index.ts'

const TITLES: Readonly<Record<NodeFamily, string>> = {
  trigger: 'Triggers',
  flow: 'Flow',
  data: 'Data',
  action: 'Actions',
  people: 'People',
  code: 'Custom code',
  annotation: 'Annotations',
}

export interface NodeGroup {
  readonly id: string
  readonly title: string
  readonly kinds: readonly NodeKind[]
}

/** The node kinds by family, in the order of the reference. */
export function groupNodeKinds(kinds: readonly NodeKind[]): NodeGroup[] {
  return Object.entries(TITLES)
    .map(([id, title]) => ({
      // The same as the anchor of the heading in Markdown.
      id: title.toLowerCase().replaceAll(' ', '-'),
      title,
      kinds: kinds.filter(({ family }) => family === id),
    }))
    .filter((group) => group.kinds.length > 0)
}
