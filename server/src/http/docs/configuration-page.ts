import { html, type Html, prose } from './html.ts'
import { renderPage } from './page-layout.ts'
import { section } from './page-parts.ts'

export interface DocumentedSetting {
  readonly env: string
  readonly flag: string
  readonly default: string | undefined
  readonly help: string
}

export function renderConfiguration(settings: readonly DocumentedSetting[]): string {
  return renderPage({
    path: '/docs/configuration',
    title: 'Configuration',
    contents: [
      {
        id: 'settings',
        title: 'Settings',
        entries: settings.map(({ env }) => ({ id: env, label: html`<code>${env}</code>` })),
      },
    ],
    main: html`<h1>Configuration</h1>
      <p class="lead">
        Each setting can be given in the environment or as an option of the command line, which wins. A value
        that cannot be used stops the start with a sentence that names it.
        <code>npm run millrace -- --help</code> shows these and every command.
      </p>
      ${section(
        2,
        'settings',
        'Settings',
        html`<table class="fields">
          <caption>
            Settings
          </caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            ${settings.map(settingRow)}
          </tbody>
        </table>`,
      )}`,
  })
}

function settingRow(setting: DocumentedSetting): Html {
  return html`<tr id="${setting.env}">
    <th scope="row"><code class="name">${setting.env}</code><span class="type">--${setting.flag}</span></th>
    <td>
      <p>${prose(setting.help)}</p>
      ${setting.default !== undefined && html`<p class="notes">default <code>${setting.default}</code></p>`}
    </td>
  </tr> `
}
