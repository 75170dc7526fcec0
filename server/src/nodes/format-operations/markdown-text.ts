import { Marked } from 'marked'
import TurndownService from 'turndown'
import type { FormatResult } from './format-result.ts'
import { parseHtml, TOO_DEEP } from './parse-html.ts'

interface ToHtmlInput {
  readonly text: string
  /** Whether tags in the text stay tags. */
  readonly allowHtml: boolean
}

export function markdownToHtml({ text, allowHtml }: ToHtmlInput): FormatResult {
  const marked = new Marked({ gfm: true, async: false })
  if (!allowHtml)
    marked.use({
      renderer: {
        html: ({ text: tag }) => escapeHtml(tag),
        link({ href, tokens }) {
          const content = this.parser.parseInline(tokens)
          return isSafe(href) ? false : content
        },
        image: ({ href, text: alternative }) => (isSafe(href) ? false : escapeHtml(alternative)),
      },
    })
  return { ok: true, value: marked.parse(text) as string }
}

/** Everything but a scheme that runs code or hides a page. */
function isSafe(href: string): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers ignore them before a scheme
  const scheme = /^[\s\u0000-\u001f]*([a-z][a-z0-9+.-]*):/i.exec(decodeReferences(href))?.[1]
  return scheme === undefined || ['http', 'https', 'mailto', 'tel'].includes(scheme.toLowerCase())
}

/** Character references hide a scheme from us, but not from a browser. */
function decodeReferences(href: string): string {
  return href
    .replaceAll(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi, (_all, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replaceAll(/&colon;/gi, ':')
    .replaceAll(/&(?:tab|newline);/gi, '')
    .replaceAll(/[\t\r\n]/g, '')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

export function htmlToMarkdown({ html }: { readonly html: string }): FormatResult {
  // Turndown recurses into every element.
  if (parseHtml(html) === undefined) return TOO_DEEP
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  })
  service.remove(['script', 'style', 'noscript', 'title'])
  const { escape } = service
  service.escape = (text) => correctEscapes(escape.call(service, text))
  return { ok: true, value: service.turndown(html) }
}

/**
 * A text that shows a tag or a character reference would become one: Turndown leaves them as they are. It also escapes
 * underscores within words, which mean nothing there and would become part of an address.
 */
function correctEscapes(text: string): string {
  return text
    .replaceAll(/<(?=[a-z/!?])|&(?=#?[a-z0-9]+;)/gi, String.raw`\$&`)
    .replaceAll(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_')
}
