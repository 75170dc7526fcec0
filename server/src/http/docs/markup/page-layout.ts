import { type Fragment, type Html, html } from '../../public/html.ts'

export interface Page {
  readonly path: string
  readonly title: string
  /** The sections of the page, for the navigation beside it. */
  readonly contents: readonly ContentsGroup[]
  readonly main: Fragment
}

export interface ContentsGroup {
  /** A fragment of the page, or another page. */
  readonly href: string
  readonly title: Fragment
  readonly entries: readonly {
    readonly href: string
    readonly label: Fragment
    readonly isCurrent?: boolean
  }[]
}

const PAGES = [
  ['/docs', 'API'],
  ['/docs/guides', 'Guides'],
  ['/docs/nodes', 'Nodes'],
  ['/docs/integrations', 'Integrations'],
  ['/docs/errors', 'Errors'],
  ['/docs/configuration', 'Settings'],
] as const

export function renderPage({ path, title, contents, main }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Millrace</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/docs/docs.css" />
        <script src="/docs/docs.js"></script>
        <script src="/docs/search.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <a class="brand" href="/docs">${MARK}<span>Millrace</span> <span class="brand-part">docs</span></a>
          <nav class="pages" aria-label="Pages">
            ${PAGES.map(([address, label]) => pageLink(address, label, path))}<a href="/openapi.json"
              >OpenAPI</a
            >
          </nav>
        </header>
        <div class="columns">
          <nav class="contents" aria-label="On this page">${contents.map(renderGroup)}</nav>
          <main id="main" tabindex="-1">${main}</main>
        </div>
      </body>
    </html> `.text
}

function pageLink(address: string, label: string, current: string): Html {
  if (address === current) return html`<a href="${address}" aria-current="page">${label}</a>`
  const isWithin = address !== '/docs' && current.startsWith(`${address}/`)
  return isWithin
    ? html`<a href="${address}" aria-current="true">${label}</a>`
    : html`<a href="${address}">${label}</a>`
}

function renderGroup({ href, title, entries }: ContentsGroup): Html {
  return html`<div class="group">
    <a class="group-title" href="${href}">${title}</a>${
      entries.length > 0 &&
      html`<ul>
        ${entries.map((entry) => html`<li>${contentsLink(entry)}</li>`)}
      </ul>`
    }
  </div>`
}

function contentsLink({ href, label, isCurrent }: ContentsGroup['entries'][number]): Html {
  return isCurrent === true
    ? html`<a href="${href}" aria-current="page">${label}</a>`
    : html`<a href="${href}">${label}</a>`
}

/** A mill wheel over the race. */
const MARK = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  <g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="2">
    <circle cx="16" cy="13" r="7.6" />
    <path
      d="M23.6 13L27.15 16.2M21.37 18.37L21.62 23.15M16 20.6L12.8 24.15M10.63 18.37L5.85 18.62M8.4 13L4.85 9.8M10.63 7.63L10.38 2.85M16 5.4L19.2 1.85M21.37 7.63L26.15 7.38"
    />
    <path
      stroke-width="1.4"
      d="M17.48 13.61L22.47 15.68M15.39 14.48L13.32 19.47M14.52 12.39L9.53 10.32M16.61 11.52L18.68 6.53"
    />
    <circle cx="16" cy="13" r="1.9" fill="currentColor" stroke="none" />
    <path class="water" d="M3 28.4c2.2-2 4.3-2 6.5 0s4.3 2 6.5 0 4.3-2 6.5 0 4.3 2 6.5 0" />
  </g>
</svg>`
