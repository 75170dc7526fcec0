import { type Fragment, html, type Html, type PageAnswer } from '#http/index.ts'
import { answerWithPage } from './public-page-layout.ts'

/** A page with a heading and one paragraph. */
export function answerWithMessage(
  status: number,
  title: string,
  text: Fragment,
  headers: Readonly<Record<string, string>> = {},
): PageAnswer {
  const main = html`<h1>${title}</h1>
    <p>${text}</p>`
  return answerWithPage({ title, main, status, settings: null, headers })
}

/** Tick mark of pages that confirm an answer. */
export const DONE: Html = html`<svg class="done" viewBox="0 0 48 48" aria-hidden="true">
  <circle cx="24" cy="24" r="22" />
  <path d="m14.5 24.5 6.5 6.5 12.5-13" />
</svg>`
