import { type Html, html, prose } from '../../public/html.ts'
import type { Action, CatalogueEntry } from '@millrace/contract/integration-action.ts'
import { describeFields } from '../markup/describe-fields.ts'
import { renderPage } from '../markup/page-layout.ts'
import { fieldsTable, jsonBlock, section } from '../markup/page-parts.ts'

export function renderIntegrations(entries: readonly CatalogueEntry[]): string {
  return renderPage({
    path: '/docs/integrations',
    title: 'Integrations',
    contents: entries.map(({ type, name, actions }) => ({
      href: `#${type}`,
      title: name,
      entries: actions.map((action) => ({
        href: `#${idOf(type, action)}`,
        label: html`<code>${action.name}</code>`,
      })),
    })),
    main: html`<h1>Integrations</h1>
      <p class="lead">
        The actions of the node <code>integration</code>, by the <code>type</code> of the service.
        <code>POST /integrations/import</code> adds any service with an OpenAPI document. The guide
        <a href="/docs/guides/integrations">Integrations</a> explains how to connect one.
      </p>
      ${entries.map((entry) => section(2, entry.type, entry.name, entryBody(entry)))}`,
  })
}

function entryBody(entry: CatalogueEntry): Html {
  const { type, summary, credential, actions } = entry
  return html`<p>${prose(summary)}</p>
    ${
      credential !== null &&
      html`<p>Credential type <code>${credential.type}</code>: ${prose(credential.help)}</p>`
    }
    ${actions.map((action) =>
      section(
        3,
        idOf(type, action),
        html`${action.title} <code class="kind">${action.name}</code>`,
        actionBody(type, action),
      ),
    )}`
}

function actionBody(type: string, action: Action): Html {
  const rows = describeFields(action.parameters ?? {})
  const data = { type, action: action.name, parameters: action.example }
  return html`<div class="operation">
    <div class="description">
      <p>${prose(action.help)}</p>
      <p class="notes">${describeRepetition(action)}</p>
      ${rows.length === 0 ? html`<p>No parameters.</p>` : fieldsTable('Parameters', rows)}
    </div>
    <div class="samples">${jsonBlock(html`<code>data</code> of the node`, data)}</div>
  </div>`
}

export function describeRepetition({ idempotent }: Action): string {
  return idempotent
    ? 'Idempotent: repeating it has no further effect.'
    : 'Not idempotent: each call takes effect.'
}

function idOf(type: string, { name }: Action): string {
  return `${type}-${name}`
}
