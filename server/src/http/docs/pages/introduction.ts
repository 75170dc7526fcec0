import { PLANS } from '@millrace/contract/plans.ts'
import { SCOPE_PRESETS, SCOPES } from '@millrace/contract/scopes.ts'
import { html, type Html, prose } from '../html.ts'
import type { ContentsGroup } from './page-layout.ts'
import { codeBlock, jsonBlock, section } from './page-parts.ts'

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
          Every request carries an API key. Make one in the web app under
          <b>Settings → API Keys → Create Key</b>, or on the command line with
          <code>npm run millrace -- keys create "My key"</code>. It is shown once.
        </p>
        ${codeBlock('A first request', `curl "${base}/workflows" \\\n  -H "Authorization: Bearer $MILLRACE_API_KEY"`)}
        <p>
          A key has scopes, and each operation names the one it asks for. A key without it is answered with
          <code>FORBIDDEN</code> and <code>details.required_scope</code>. There are ${SCOPES.length} scopes;
          three sets cover the usual cases:
        </p>
        <table>
          <caption>
            Sets of scopes
          </caption>
          <thead>
            <tr>
              <th scope="col">Set</th>
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
          Every answer is JSON in one of two forms. <code>data</code> is what was asked for,
          <code>meta</code> tells about a list.
        </p>
        <div class="pair">
          ${jsonBlock('Success', { success: true, data: {}, meta: {} })}${jsonBlock('Error', {
            success: false,
            error: { code: 'NOT_FOUND', message: 'There is no such workflow in this account.', details: {} },
          })}
        </div>
        <p>
          Times are ISO 8601 in UTC with milliseconds. Identifiers are UUIDs. Members of a body that are not
          known, and those that are read-only, are ignored: what was read can be changed and sent back. Bodies
          have at most 1 MiB and 64 levels.
        </p>`,
  },
  {
    id: 'errors',
    title: 'Errors',
    body: () =>
      html`<p>
        The <code>code</code> is one of six words, a closed set; the
        <a href="/docs/errors">page about errors</a> explains each. For <code>VALIDATION_ERROR</code>,
        <code>details.issues</code> lists every problem at once, each with its <code>path</code> and a
        <code>message</code> in words. <code>X-Request-Id</code> on every answer names the request in the log
        of the service.
      </p>`,
  },
  {
    id: 'paging',
    title: 'Paging',
    body: () =>
      html`<p>
          Lists show the newest first, 20 at a time unless <code>limit</code> says otherwise; at most 100.
        </p>
        <ul>
          <li>
            Page-numbered lists take <code>page</code> and answer with <code>meta.page</code>,
            <code>meta.limit</code> and <code>meta.total</code>.
          </li>
          <li>
            Lists that grow with use, executions and submissions, take <code>cursor</code>. While
            <code>meta.has_more</code> is true, send <code>meta.next_cursor</code> to read on; new entries do
            not disturb it.
          </li>
        </ul>`,
  },
  {
    id: 'idempotency',
    title: 'Safe retries',
    body: () =>
      html`<p>
        Every <code>POST</code> takes an <code>Idempotency-Key</code> of your choice. The same request sent
        again within 24 hours gets the first answer, marked <code>Idempotent-Replayed: true</code>, and
        nothing happens twice. The same key with another request is refused with 409.
      </p>`,
  },
  {
    id: 'concurrency',
    title: 'Lost updates',
    body: () =>
      html`<p>
        A workflow is answered with an <code>ETag</code>. Sent back as <code>If-Match</code> with a change or
        a delete, the request is refused with 412 when somebody else was faster. Without it the last writer
        wins.
      </p>`,
  },
  {
    id: 'rate-limits',
    title: 'Rate limits',
    body: () =>
      html`<p>
          The plan of the account limits the requests per minute and per day, on the UTC clock. Every answer
          tells of the window that is nearer to its limit: <code>X-RateLimit-Limit</code>,
          <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> in seconds since 1970. Beyond
          it, the answer is 429 <code>RATE_LIMITED</code> with <code>Retry-After</code> in seconds.
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
        The version is the first segment of the path, <code>/v1</code>. A version is announced as deprecated
        at least 12 months before it ends: its answers then carry <code>Deprecation</code>,
        <code>Sunset</code> and a <code>Link</code> to the guide for moving on. Operations marked
        <span class="extension">extension</span> go beyond the specification of the interface.
      </p>`,
  },
]

export function introductionContents(): ContentsGroup {
  return {
    id: 'introduction',
    title: 'Introduction',
    entries: CHAPTERS.map(({ id, title }) => ({ id, label: title })),
  }
}

export function introduction(base: string): Html {
  return html`<section id="introduction" class="introduction" aria-labelledby="introduction-title">
    <h1 id="introduction-title">Millrace API</h1>
    <p class="lead">
      Create and run workflows, collect form submissions, keep credentials, connect integrations and be told
      by webhook what happened. JSON over HTTP, under <code>${base}</code>.
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
