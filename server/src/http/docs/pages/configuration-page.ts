import { breakable, html, type Html, prose } from '../html.ts'
import { renderPage } from './page-layout.ts'
import { namesTable } from './page-parts.ts'

export interface DocumentedSetting {
  readonly env: string
  readonly flag: string
  readonly default: string | undefined
  readonly help: string
}

export function renderConfiguration(settings: readonly DocumentedSetting[]): string {
  const entries = settings.map(({ env }) => ({ id: env, label: html`<code>${env}</code>` }))
  return renderPage({
    path: '/docs/configuration',
    title: 'Settings',
    contents: [{ id: 'settings', title: 'Settings', entries }],
    main: html`<h1 id="settings">Settings</h1>
      <p class="lead">
        Each setting can be given in the environment or as an option of the command line, which wins. A value
        that cannot be used stops the start with a sentence that names it.
        <code>npm run millrace -- --help</code> shows these and every command.
      </p>
      ${namesTable('Names in the environment and on the command line', settings.map(settingRow))}`,
  })
}

function settingRow(setting: DocumentedSetting): Html {
  const { env, flag, help, default: fallback } = setting
  return html`<tr id="${env}">
    <th scope="row"><code class="name">${breakable(env)}</code><span class="type">--${flag}</span></th>
    <td>
      <p>${prose(help)}</p>
      ${fallback !== undefined && html`<p class="notes">default <code>${fallback}</code></p>`}
    </td>
  </tr> `
}
