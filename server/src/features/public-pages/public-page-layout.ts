import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FormSettings } from '@millrace/contract/form-settings.ts'
import { type Fragment, html, Html, PAGE_HEADERS, type PageAnswer } from '#http/index.ts'
import { accentStyle } from './accent.ts'

export interface FormPage {
  readonly title: string
  readonly main: Fragment
  readonly status: number
  /** Of the form the page belongs to. */
  readonly settings: FormSettings | null
  readonly headers?: Readonly<Record<string, string>>
}

/** A whole page in one answer: no script, and no style but the two sheets it carries. */
export function answerWithPage({ title, main, status, settings, headers }: FormPage): PageAnswer {
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
      </body>
    </html> `.text
  return { status, headers: { ...pageHeaders(settings, styles), ...headers }, body }
}

export function pageHeaders(settings: FormSettings | null, styles: readonly string[] = []) {
  const { embed_origins: origins = [], redirect_url: redirect } = settings ?? {}
  const policy = [
    "default-src 'none'",
    styles.length > 0 && `style-src ${styles.map(hashSource).join(' ')}`,
    "img-src 'self'",
    "base-uri 'none'",
    `form-action 'self'${redirect === undefined ? '' : redirectSources(redirect)}`,
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`,
  ]
  const { 'x-frame-options': noFrames = '', ...always } = PAGE_HEADERS
  return {
    ...always,
    // The older header knows no list of origins: where some may, only the policy can say who.
    ...(origins.length === 0
      ? { 'x-frame-options': noFrames }
      : { 'cross-origin-resource-policy': 'cross-origin' }),
    'x-robots-tag': 'noindex',
    'content-security-policy': policy.filter((part) => part !== false).join('; '),
  }
}

/**
 * Browsers hold `form-action` against every redirect that follows. Where the owner's address leads in the end (another
 * host of theirs, say) is not known here, and blocking that would look as if nothing had been sent: so the scheme it is.
 */
function redirectSources(redirect: string): string {
  return redirect.toLowerCase().startsWith('https:') ? ' https:' : ' http: https:'
}

function hashSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}

let sheet: string | undefined

/** Read when somebody first opens a page, so that a start does not pay for it. */
function baseStyle(): string {
  sheet ??= readFileSync(new URL('public-page.css', import.meta.url), 'utf8')
  return sheet
}
