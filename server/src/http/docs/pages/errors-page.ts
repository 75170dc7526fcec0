import { html, prose } from '../../public/html.ts'
import { ERROR_CATALOGUE } from '@millrace/contract/errors.ts'
import type { OpenApiDocument } from '../../openapi/open-api-document.ts'
import { renderPage } from '../markup/page-layout.ts'
import { jsonBlock, section } from '../markup/page-parts.ts'

export function renderErrors(document: OpenApiDocument): string {
  const codes = Object.entries(ERROR_CATALOGUE)
  const examples = Object.values(document.components.responses).map(
    (response) => response.content['application/json']?.example as { error?: { code?: string } } | undefined,
  )
  return renderPage({
    path: '/docs/errors',
    title: 'Errors',
    contents: codes.map(([code]) => ({ href: `#${code}`, title: code, entries: [] })),
    main: html`<h1>Errors</h1>
      <p class="lead">
        An error is <code>{"success": false, "error": {"code", "message", "details"}}</code>. The six codes
        are a closed set: programs can rely on the code and the status. The <code>message</code> is for people
        and may change.
      </p>
      ${codes.map(([code, { status, meaning, remedy, alsoUsedFor }]) => {
        const example = examples.find((answer) => answer?.error?.code === code)
        return section(
          2,
          code,
          html`${code} <span class="status bad">${status}</span>`,
          html`<p>${prose(meaning)}</p>
            <p><b>What to do:</b> ${prose(remedy)}</p>
            ${
              alsoUsedFor.length > 0 &&
              html`<p>Also used for:</p>
                <ul>
                  ${alsoUsedFor.map((use) => html`<li>${prose(use)}</li>`)}
                </ul>`
            }${example !== undefined && jsonBlock('Example', example)}`,
        )
      })}`,
  })
}
