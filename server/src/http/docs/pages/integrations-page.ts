import type { Action, CatalogueEntry } from '@millrace/contract/integration.ts'
import { html, type Html, prose } from '../html.ts'
import { describeFields } from './describe-fields.ts'
import { renderPage } from './page-layout.ts'
import { fieldsTable, jsonBlock, section } from './page-parts.ts'

export function renderIntegrations(entries: readonly CatalogueEntry[]): string {
  return renderPage({
    path: '/docs/integrations',
    title: 'Integrations',
    contents: entries.map(({ type, name, actions }) => ({
      id: type,
      title: name,
      entries: actions.map((action) => ({
        id: idOf(type, action),
        label: html`<code>${action.name}</code>`,
      })),
    })),
    main: html`<h1>Integrations</h1>
      <p class="lead">
        What the node <code>integration</code> can do, by the <code>type</code> of the service. Any service
        with an OpenAPI document can be added with <code>POST /integrations/import</code>.
      </p>
      ${entries.map((entry) => section(2, entry.type, entry.name, entryBody(entry)))}`,
  })
}

function entryBody(entry: CatalogueEntry): Html {
  const { type, summary, credential, actions } = entry
  return html`<p>${prose(summary)}</p>
    ${
      credential !== null &&
      html`<p>Credential of the type <code>${credential.type}</code>: ${prose(credential.help)}</p>`
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
    <div class="told">
      <p>${prose(action.help)}</p>
      <p class="notes">
        ${action.idempotent ? 'Doing it twice is the same as doing it once.' : 'Done twice, it happens twice.'}
      </p>
      ${rows.length === 0 ? html`<p>It takes no parameters.</p>` : fieldsTable('Parameters', rows)}
    </div>
    <div class="shown">${jsonBlock('Data of the node', data)}</div>
  </div>`
}

function idOf(type: string, { name }: Action): string {
  return `${type}-${name}`
}
