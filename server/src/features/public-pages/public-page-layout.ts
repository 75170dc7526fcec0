import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FormSettings } from '@millrace/contract/form-settings.ts'
import { type Fragment, html, Html, PAGE_HEADERS, type PageAnswer } from '#http/index.ts'
import { accentStyle } from './accent.ts'

export interface PublicPage {
  readonly title: string
  readonly main: Fragment
  readonly status: number
  /** Settings of the form that the page belongs to; null if it belongs to none. */
  readonly settings: FormSettings | null
  /** A script of ours, without values of others. The policy of the page allows exactly this one, and requests to this site. */
  readonly script?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** A complete page: no styles but its own one or two sheets, and no script but the one that it names. */
export function answerWithPage({ title, main, status, settings, script, headers }: PublicPage): PageAnswer {
  const styles = [baseStyle(), ...(settings?.color === undefined ? [] : [accentStyle(settings.color)])]
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${styles.map((style) => new Html(`<style>${style}</style>`))}
      </head>
      <body>
        <main>${main}</main>
        ${script !== undefined && new Html(`<script>${script}</script>`)}
      </body>
    </html> `.text
  return { status, headers: { ...pageHeaders(settings, styles, script), ...headers }, body }
}

export function pageHeaders(settings: FormSettings | null, styles: readonly string[] = [], script?: string) {
  const { embed_origins: origins = [], redirect_url: redirect } = settings ?? {}
  const policy = [
    "default-src 'none'",
    styles.length > 0 && `style-src ${styles.map(hashSource).join(' ')}`,
    script !== undefined && `script-src ${hashSource(script)}`,
    script !== undefined && "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    `form-action 'self'${redirect === undefined ? '' : redirectSources(redirect)}`,
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`,
  ]
  const { 'x-frame-options': noFrames = '', ...always } = PAGE_HEADERS
  return {
    ...always,
    // X-Frame-Options has no list of origins: if some may embed the page, only the policy can name them.
    ...(origins.length === 0
      ? { 'x-frame-options': noFrames }
      : { 'cross-origin-resource-policy': 'cross-origin' }),
    'x-robots-tag': 'noindex',
    'content-security-policy': policy.filter((part) => part !== false).join('; '),
  }
}

/**
 * Browsers apply `form-action` to every redirect that follows a submission. The target of the form may redirect again, to a
 * host that is unknown here, and blocking that would look as if nothing had been sent. So the policy names only the scheme.
 */
function redirectSources(redirect: string): string {
  return redirect.toLowerCase().startsWith('https:') ? ' https:' : ' http: https:'
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

let sheet: string | undefined

/** Read when a page is first opened, so that startup does not pay for it. */
function baseStyle(): string {
  sheet ??= readFileSync(new URL('public-page.css', import.meta.url), 'utf8')
  return sheet
}
