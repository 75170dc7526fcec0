import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import { textContent } from 'domutils'
import type { FormatResult } from './format-result.ts'
import { parseHtml, TOO_DEEP } from './parse-html.ts'

/** Elements that start on a line of their own. */
const BLOCKS = new Set(
  'address article aside blockquote dd div dl dt fieldset figcaption figure footer form header hr li main nav ol section table tr ul'.split(
    ' ',
  ),
)
/** Elements with an empty line around them. */
const PARAGRAPHS = new Set('h1 h2 h3 h4 h5 h6 p pre table ul ol blockquote'.split(' '))
/** Elements whose content a browser does not show as text. */
const INVISIBLE = new Set('script style template noscript head title svg iframe object select'.split(' '))

/** The text that a person sees, with line breaks where a browser shows them. */
export function htmlToText({ html }: { readonly html: string }): FormatResult {
  const document = parseHtml(html)
  return document === undefined ? TOO_DEEP : { ok: true, value: readableText(document.children) }
}

/** The text of an element that somebody asked for: also of one that a browser does not show, such as `title` and `script`. */
export function textOfElement(element: Element): string {
  return INVISIBLE.has(element.name)
    ? textContent(element).trim()
    : readableText(element.children, element.name)
}

function readableText(nodes: readonly ChildNode[], within = ''): string {
  const lines = new Lines()
  let preformatted = within === 'pre' ? 1 : 0
  const waiting: (ChildNode | (() => void))[] = nodes.toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'function') next()
    else if (isText(next)) {
      if (preformatted > 0) lines.addAsIs(next.data)
      else lines.add(next.data)
    } else if (isTag(next) && !INVISIBLE.has(next.name)) {
      const breaks = PARAGRAPHS.has(next.name) ? 2 : BLOCKS.has(next.name) ? 1 : 0
      lines.break(breaks)
      if (next.name === 'br') lines.breakAgain()
      else if (next.name === 'li') lines.add('- ')
      else if (next.name === 'td' || next.name === 'th') lines.separate()
      if (next.name === 'pre') {
        preformatted += 1
        waiting.push(() => (preformatted -= 1))
      }
      waiting.push(() => lines.break(breaks))
      for (let index = next.children.length - 1; index >= 0; index -= 1) {
        const child = next.children[index]
        if (child !== undefined) waiting.push(child)
      }
    }
  }
  return lines.end()
}

/** A text in the making. White space is collapsed, and line breaks are added before the next word. */
class Lines {
  #text = ''
  #breaks = 0
  #needsSpace = false
  #needsTab = false
  /** At the end of what was added of a preformatted text: shown if more of it follows. */
  #lineBreaks = ''

  add(text: string): void {
    const words = text.replaceAll(/[\s\u00a0]+/g, ' ')
    if (words === '') return
    if (words === ' ') {
      this.#needsSpace = true
      return
    }
    this.#catchUp(words.startsWith(' '))
    this.#lineBreaks = ''
    this.#text += words.trim()
    this.#needsSpace = words.endsWith(' ')
  }

  /** Keeps the lines of a preformatted text, except line breaks at its start and at its end. */
  addAsIs(text: string): void {
    const lines = text.replaceAll(/\r\n?/g, '\n')
    let end = lines.length
    while (end > 0 && lines[end - 1] === '\n') end -= 1
    const isFirst = this.#text === '' || this.#breaks > 0
    const start = isFirst && lines.startsWith('\n') ? 1 : 0
    if (end > start) {
      const between = this.#lineBreaks
      this.#catchUp(false)
      this.#text += between + lines.slice(start, end)
      this.#lineBreaks = ''
    }
    this.#lineBreaks += lines.slice(Math.max(start, end))
  }

  /** Adds what separates the text so far from the next one. */
  #catchUp(startsWithSpace: boolean): void {
    if (this.#text !== '') {
      if (this.#breaks > 0) this.#text += '\n'.repeat(this.#breaks)
      else if (this.#needsTab) this.#text += '\t'
      else if (this.#needsSpace || startsWithSpace) this.#text += ' '
    }
    this.#breaks = 0
    this.#needsTab = false
  }

  break(count: number): void {
    if (count === 0) return
    this.#lineBreaks = ''
    this.#breaks = Math.max(this.#breaks, count)
  }

  breakAgain(): void {
    this.#breaks = Math.min(this.#breaks + 1, 2)
  }

  separate(): void {
    this.#needsTab = true
  }

  end(): string {
    return this.#text
  }
}
