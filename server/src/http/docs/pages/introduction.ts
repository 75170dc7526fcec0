import { html, type Html, prose } from '../../public/html.ts'
import { PLANS } from '@millrace/contract/plans.ts'
import { SCOPE_PRESETS, SCOPES } from '@millrace/contract/scopes.ts'
import type { ContentsGroup } from '../markup/page-layout.ts'
import { codeBlock, jsonBlock, section } from '../markup/page-parts.ts'

interface Chapter {
  readonly id: string
  readonly title: string
  readonly body: (base: string) => Html
}

const PRESET_NAMES = {
  full_access: 'Full access',
  read_only: 'Read only',
  execute_only: 'Execute only',
} as const

const CHAPTERS: readonly Chapter[] = [
  {
    id: 'authentication',
    title: 'Authentication',
    body: (base) =>
      html`<p>
          Every request carries an API key. Create one in the web app under
          <b>Settings → API Keys → Create Key</b>, or on the command line with
          <code>npm run millrace -- keys create "My key"</code>. The key is shown only once.
        </p>
        ${codeBlock('A first request', `curl "${base}/workflows" \\\n  -H "Authorization: Bearer $MILLRACE_API_KEY"`)}
        <p>
          A key has scopes, and each operation requires one of them. If the key lacks it, the error is
          <code>FORBIDDEN</code> with <code>details.required_scope</code>. There are ${SCOPES.length} scopes;
          three presets cover the common cases:
        </p>
        <table>
          <caption>
            Presets
          </caption>
          <thead>
            <tr>
              <th scope="col">Preset</th>
              <th scope="col">Scopes</th>
            </tr>
          </thead>
          <tbody>
            ${presetRows()}
          </tbody>
        </table>`,
  },
  {
    id: 'envelope',
    title: 'Envelope',
    body: () =>
      html`<p>
          Every response is JSON in one of two forms. <code>data</code> is the result; <code>meta</code> is
          the position in a list.
        </p>
        <div class="pair">
          ${jsonBlock('Success', { success: true, data: {}, meta: {} })}${jsonBlock('Error', {
            success: false,
            error: { code: 'NOT_FOUND', message: 'There is no such workflow in this account.', details: {} },
          })}
        </div>
        <p>
          Times are ISO 8601 in UTC with milliseconds. Ids are UUIDs. Unknown and read-only members of a
          request body are ignored, so you can change the result of a GET and send it back. Unknown ones are
          named in <code>meta.warnings</code>, with the name you probably meant. A body has at most 1 MiB, 64
          levels and 100,000 lists and objects.
        </p>`,
  },
  {
    id: 'errors',
    title: 'Errors',
    body: () =>
      html`<p>
        The <code>code</code> is one of six values; the page <a href="/docs/errors">Errors</a> explains each.
        For <code>VALIDATION_ERROR</code>, <code>details.issues</code> lists every problem with its
        <code>path</code> and a <code>message</code>. The header <code>X-Request-Id</code> identifies the
        request in the log of the service.
      </p>`,
  },
  {
    id: 'paging',
    title: 'Paging',
    body: () =>
      html`<p>
          Lists start with the newest item. A page has 20 items by default and at most 100; set
          <code>limit</code> to change it.
        </p>
        <ul>
          <li>
            Page-numbered lists take <code>page</code> and return <code>meta.page</code>,
            <code>meta.limit</code> and <code>meta.total</code>.
          </li>
          <li>
            Lists that grow with use, executions and submissions, take <code>cursor</code>. While
            <code>meta.has_more</code> is true, send <code>meta.next_cursor</code> to get the next page. Items
            added in between do not shift the pages.
          </li>
        </ul>`,
  },
  {
    id: 'idempotency',
    title: 'Safe retries',
    body: () =>
      html`<p>
        Every <code>POST</code> accepts an <code>Idempotency-Key</code> of your choice. If you repeat a
        request with the same key within 24 hours, the service returns the first response with
        <code>Idempotent-Replayed: true</code> and does nothing twice. The same key with a different request
        is refused with 409.
      </p>`,
  },
  {
    id: 'concurrency',
    title: 'Concurrent updates',
    body: () =>
      html`<p>
        The response to a workflow request carries an <code>ETag</code>. Send it as <code>If-Match</code> with
        an update or a delete: the request is refused with 412 if the workflow has changed since. Without
        <code>If-Match</code> the last write wins.
      </p>`,
  },
  {
    id: 'rate-limits',
    title: 'Rate limits',
    body: () =>
      html`<p>
          The plan of the account limits the requests per UTC minute and per UTC day. Every response describes
          the window with fewer requests left: <code>X-RateLimit-Limit</code>,
          <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> in seconds since 1970. Above
          the limit, the response is 429 <code>RATE_LIMITED</code> with <code>Retry-After</code> in seconds.
        </p>
        <table>
          <caption>
            Plans
          </caption>
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <th scope="col">Per minute</th>
              <th scope="col">Per day</th>
            </tr>
          </thead>
          <tbody>
            ${planRows()}
          </tbody>
        </table>`,
  },
  {
    id: 'versioning',
    title: 'Versions',
    body: () =>
      html`<p>
        The version is the first segment of the path, <code>/v1</code>. A version is deprecated at least 12
        months before it is removed: its responses then carry <code>Deprecation</code>,
        <code>Sunset</code> and a <code>Link</code> to the migration guide. Operations marked
        <span class="extension">extension</span> are additions to the core specification.
      </p>`,
  },
]

export function introductionContents(): ContentsGroup {
  return {
    href: '#introduction',
    title: 'Introduction',
    entries: CHAPTERS.map(({ id, title }) => ({ href: `#${id}`, label: title })),
  }
}

export function introduction(base: string): Html {
  return html`<section id="introduction" class="introduction" aria-labelledby="introduction-title">
    <h1 id="introduction-title">Millrace API</h1>
    <p class="lead">
      Create and run workflows, collect form submissions, store credentials, connect integrations and receive
      webhook events. JSON over HTTP, at <code>${base}</code>. New here? Start with the guide
      <a href="/docs/guides/workflows">Workflows</a>.
    </p>
    ${CHAPTERS.map(({ id, title, body }) => section(2, id, title, body(base)))}
  </section> `
}

function presetRows(): Html[] {
  return Object.entries(SCOPE_PRESETS).map(([preset, scopes]) => {
    const name = PRESET_NAMES[preset as keyof typeof PRESET_NAMES]
    return html`<tr>
      <th scope="row">${name}</th>
      <td>${prose(scopes.map((scope) => `\`${scope}\``).join(', '))}</td>
    </tr>`
  })
}

function planRows(): Html[] {
  return Object.values(PLANS).map(
    ({ name, perMinute, perDay }) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>${perMinute.toLocaleString('en')}</td>
        <td>${perDay.toLocaleString('en')}</td>
      </tr>`,
  )
}
