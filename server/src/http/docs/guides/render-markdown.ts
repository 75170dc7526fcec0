import { html, Html } from '../../public/html.ts'
import { Marked, type Token, type Tokens } from 'marked'
import { codeBlock, section } from '../markup/page-parts.ts'
import { HeadingIds } from './heading-ids.ts'
import { resolveImage, resolveLink } from './resolve-link.ts'

export interface GuideSection {
  readonly id: string
  readonly title: Html
  readonly body: Html
  readonly sections: readonly GuideSection[]
}

export interface RenderedGuide {
  readonly title: string
  /** The text of the first paragraph. */
  readonly summary: Html
  /** Everything between the title and the first section. */
  readonly introduction: Html
  readonly sections: readonly GuideSection[]
}

const CODE_TITLES: Readonly<Record<string, string>> = { sh: 'Shell', json: 'JSON', ts: 'TypeScript' }

const markdown = new Marked({
  renderer: {
    code({ text, lang }) {
      return codeBlock(CODE_TITLES[lang ?? ''] ?? 'Example', text).text
    },
    /** A wide table scrolls by itself, also with the keyboard, so that the page does not. */
    table(token) {
      const head = token.header.map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`)
      const rows = token.rows.map((cells) => {
        return `<tr>${cells.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}</td>`).join('')}</tr>`
      })
      return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
    },
    link({ href, tokens }) {
      const label = new Html(this.parser.parseInline(tokens))
      const target = resolveLink(href)
      return target === undefined ? label.text : html`<a href="${target}">${label}</a>`.text
    },
    html: ({ text }) => html`${text}`.text,
    image({ href, text }) {
      const source = resolveImage(href)
      return source === undefined
        ? html`${text}`.text
        : html`<a href="${source}"><img src="${source}" alt="${text}" loading="lazy" /></a>`.text
    },
  },
})

export function renderGuide(text: string): RenderedGuide {
  const [first, ...tokens] = markdown.lexer(text)
  if (first?.type !== 'heading' || first['depth'] !== 1) throw new Error('A guide starts with its title.')
  const ids = new HeadingIds()
  ids.next(first['text'] as string)
  const [introduction, ...chapters] = splitAt(tokens, 2)
  const summary = introduction?.find((token): token is Tokens.Paragraph => token.type === 'paragraph')
  return {
    title: first['text'] as string,
    summary: renderInline(summary?.tokens ?? []),
    introduction: renderBlocks(introduction ?? []),
    sections: chapters.map((chapter) => readSection(chapter, 2, ids)),
  }
}

export function renderSections(sections: readonly GuideSection[], level: 2 | 3 = 2): Html {
  return html`${sections.map(({ id, title, body, sections: inner }) =>
    section(level, id, title, [body, renderSections(inner, 3)]),
  )}`
}

/** `tokens` starts with the heading. */
function readSection([heading, ...tokens]: readonly Token[], level: 2 | 3, ids: HeadingIds): GuideSection {
  const { text, tokens: title } = heading as Tokens.Heading
  const id = ids.next(text)
  const [own, ...inner] = level === 2 ? splitAt(tokens, 3) : [tokens]
  return {
    id,
    title: renderInline(title),
    body: renderBlocks(own ?? []),
    sections: inner.map((part) => readSection(part, 3, ids)),
  }
}

/** The tokens before the first heading of the level, then each heading with the tokens that follow it. */
function splitAt(tokens: readonly Token[], level: number): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (token.type === 'heading' && token['depth'] === level) parts.push([token])
    else parts.at(-1)?.push(token)
  }
  return parts
}

function renderBlocks(tokens: Token[]): Html {
  return new Html(markdown.parser(tokens))
}

function renderInline(tokens: Token[]): Html {
  return renderBlocks([{ type: 'text', raw: '', text: '', tokens }])
}
