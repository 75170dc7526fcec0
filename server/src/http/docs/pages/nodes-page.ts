import type { NodeKind } from '#ports/node-kind.ts'
import { plainSchema } from '../openapi/plain-schema.ts'
import { describeFields } from './describe-fields.ts'
import { html, type Html, prose } from '../html.ts'
import { renderPage } from './page-layout.ts'
import { fieldsTable, jsonBlock, section } from './page-parts.ts'
import { describeHandles, sampleNode } from './sample-node.ts'

/** The groups of node kinds, in the order in which people read of them. */
const NODE_GROUPS: Readonly<Record<NodeKind['group'], string>> = {
  trigger: 'Triggers',
  core: 'Core',
  action: 'Actions',
}

export function groupNodeKinds(
  kinds: readonly NodeKind[],
): { readonly id: string; readonly title: string; readonly kinds: readonly NodeKind[] }[] {
  return Object.entries(NODE_GROUPS)
    .map(([id, title]) => ({ id, title, kinds: kinds.filter(({ group }) => group === id) }))
    .filter((group) => group.kinds.length > 0)
}

export function renderNodes(kinds: readonly NodeKind[]): string {
  const groups = groupNodeKinds(kinds)
  return renderPage({
    path: '/docs/nodes',
    title: 'Nodes',
    contents: groups.map(({ id, title, kinds: members }) => ({
      id,
      title,
      entries: members.map(({ type }) => ({ id: type, label: html`<code>${type}</code>` })),
    })),
    main: html`<h1>Nodes</h1>
      <p class="lead">
        What a workflow can do. A node is an object with an <code>id</code>, a <code>type</code> from this
        page and its parameters as <code>data</code>; an edge leads from the <code>source</code> to the
        <code>target</code>, from one of the handles of the source if it has several. Texts in
        <code>data</code> may hold expressions in <code>{{ }}</code>.
      </p>
      ${groups.map(({ id, title, kinds: members }) => section(2, id, title, members.map(nodeSection)))}`,
  })
}

function nodeSection(kind: NodeKind): Html {
  const rows = describeFields(plainSchema(kind.parameters))
  return section(
    3,
    kind.type,
    html`${kind.title} <code class="kind">${kind.type}</code>`,
    html`<div class="operation">
      <div class="told">
        <p>${prose(kind.summary)}</p>
        <p class="notes">
          ${prose(describeHandles(kind))}${kind.hasEffect && ' It has an effect outside of the run.'}
        </p>
        ${rows.length === 0 ? html`<p>It takes no parameters.</p>` : fieldsTable('Parameters', rows)}
      </div>
      <div class="shown">${jsonBlock('Example', sampleNode(kind))}</div>
    </div>`,
  )
}
