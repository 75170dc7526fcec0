import { type Html, html, prose } from '../../public/html.ts'
import { WorkflowEdgeSchema, WorkflowNodeSchema } from '@millrace/contract/graph.ts'
import type { NodeKind } from '#ports/index.ts'
import { plainSchema } from '../../openapi/plain-schema.ts'
import { describeFields } from '../markup/describe-fields.ts'
import { renderPage } from '../markup/page-layout.ts'
import { fieldsTable, jsonBlock, section } from '../markup/page-parts.ts'
import { groupNodeKinds } from './node-groups.ts'
import { describeHandles, sampleNode } from './sample-node.ts'

export function renderNodes(kinds: readonly NodeKind[]): string {
  const groups = groupNodeKinds(kinds)
  return renderPage({
    path: '/docs/nodes',
    title: 'Nodes',
    contents: [
      {
        href: '#graph',
        title: 'Nodes and edges',
        entries: [
          { href: '#node', label: 'Fields of a node' },
          { href: '#edge', label: 'Fields of an edge' },
        ],
      },
      ...groups.map(({ id, title, kinds: members }) => ({
        href: `#${id}`,
        title,
        entries: members.map(({ type }) => ({ href: `#${type}`, label: html`<code>${type}</code>` })),
      })),
    ],
    main: html`<h1>Nodes</h1>
      <p class="lead">
        The types of nodes, with their parameters, handles and outputs. The guide
        <a href="/docs/guides/workflows">Workflows</a> explains how to connect them.
      </p>
      ${section(2, 'graph', 'Nodes and edges', graphSections())}
      ${groups.map(({ id, title, kinds: members }) => section(2, id, title, members.map(nodeSection)))}`,
  })
}

function graphSections(): Html[] {
  const node = plainSchema(WorkflowNodeSchema)
  const edge = plainSchema(WorkflowEdgeSchema)
  return [
    section(
      3,
      'node',
      'Fields of a node',
      html`<div class="operation">
        <div class="description">
          <p>
            Every node has these fields, whatever its type; the parameters of the type go in
            <code>data</code>.
          </p>
          ${fieldsTable('Fields', describeFields(node))}
        </div>
        <div class="samples">${jsonBlock('Example', node.examples?.[0])}</div>
      </div>`,
    ),
    section(
      3,
      'edge',
      'Fields of an edge',
      html`<div class="operation">
        <div class="description">
          <p>An edge connects a handle of one node with another node.</p>
          ${fieldsTable('Fields', describeFields(edge))}
        </div>
        <div class="samples">${jsonBlock('Example', edge.examples?.[0])}</div>
      </div>`,
    ),
  ]
}

function nodeSection(kind: NodeKind): Html {
  const rows = describeFields(plainSchema(kind.parameters))
  const { output, notes = [] } = kind
  return section(
    3,
    kind.type,
    html`${kind.title} <code class="kind">${kind.type}</code>`,
    html`<div class="operation">
      <div class="description">
        <p>${prose(kind.summary)}</p>
        <p class="notes">${prose(describeHandles(kind))}${kind.hasEffect && ` ${HAS_EFFECT}`}</p>
        ${output !== undefined && html`<p><b>Output:</b> ${prose(output)}</p>`}
        ${
          notes.length > 0 &&
          html`<ul>
            ${notes.map((note) => html`<li>${prose(note)}</li>`)}
          </ul>`
        }
        ${rows.length === 0 ? html`<p>No parameters.</p>` : fieldsTable('Parameters', rows)}
      </div>
      <div class="samples">${jsonBlock('Example', sampleNode(kind))}</div>
    </div>`,
  )
}

export const HAS_EFFECT = 'The node has an effect outside the run.'
