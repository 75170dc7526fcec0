import { breakable, type Html, html, prose } from '../../public/html.ts'
import { renderPage } from '../markup/page-layout.ts'
import { namesTable } from '../markup/page-parts.ts'

export interface DocumentedSetting {
  readonly env: string
  readonly flag: string
  readonly default: string | undefined
  readonly help: string
}

export function renderConfiguration(settings: readonly DocumentedSetting[]): string {
  const entries = settings.map(({ env }) => ({ href: `#${env}`, label: html`<code>${env}</code>` }))
  return renderPage({
    path: '/docs/configuration',
    title: 'Settings',
    contents: [{ href: '#settings', title: 'Settings', entries }],
    main: html`<h1 id="settings">Settings</h1>
      <p class="lead">
        Set each setting in the environment or as a command-line option; the option takes precedence. An
        invalid value stops the start with a message that names the setting.
        <code>npm run millrace -- --help</code> lists all settings and commands.
      </p>
      ${namesTable('Environment variables and command-line options', settings.map(settingRow))}`,
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
