import { Parser, tokTypes, type TokenType } from 'acorn'

/** What an editor distinguishes by colour. */
export type TokenKind =
  | 'delimiter'
  | 'name'
  | 'property'
  | 'function'
  | 'keyword'
  | 'string'
  | 'number'
  | 'regex'
  | 'operator'
  | 'punctuation'
  | 'comment'
  | 'invalid'

export interface ExpressionToken {
  readonly from: number
  readonly to: number
  readonly kind: TokenKind
}

/** One `{{ … }}` of a text, or a whole condition. Offsets are those of the text. */
export interface ExpressionRegion {
  readonly from: number
  readonly to: number
  /** The range between the delimiters. */
  readonly innerFrom: number
  readonly innerTo: number
  readonly isClosed: boolean
  /** In order, without white space. The delimiters are not included. */
  readonly tokens: readonly ExpressionToken[]
}

const opening = '{{'
const closing = '}}'

/** The expressions of a template, also of an unfinished one. Unlike the compiler, it never gives up. */
export function tokenizeTemplate(text: string): readonly ExpressionRegion[] {
  const regions: ExpressionRegion[] = []
  let from = 0
  for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, from)) {
    const innerFrom = at + opening.length
    const { tokens, end } = tokenize(text, innerFrom, true)
    const isClosed = text.startsWith(closing, end)
    const to = isClosed ? end + closing.length : end
    regions.push({ from: at, to, innerFrom, innerTo: end, isClosed, tokens })
    from = to
  }
  return regions
}

/** The tokens of an expression that is written without `{{ }}`. */
export function tokenizeExpression(text: string): ExpressionRegion {
  const { tokens } = tokenize(text, 0, false)
  return { from: 0, to: text.length, innerFrom: 0, innerTo: text.length, isClosed: true, tokens }
}

interface Tokenized {
  readonly tokens: readonly ExpressionToken[]
  readonly end: number
}

/** Reads tokens from `start` until the closing brackets of the template, or until the end of the text. */
function tokenize(text: string, start: number, isTemplate: boolean): Tokenized {
  const tokens: ExpressionToken[] = []
  let at = start
  let depth = 0
  // Every round consumes at least one character.
  while (at < text.length) {
    const base = at
    const tokenizer = Parser.tokenizer(text.slice(base), {
      ecmaVersion: 2025,
      sourceType: 'module',
      onComment: (_isBlock, _text, from, to) => {
        tokens.push({ from: base + from, to: base + to, kind: 'comment' })
      },
    })
    try {
      for (let token = tokenizer.getToken(); token.type !== tokTypes.eof; token = tokenizer.getToken()) {
        const from = base + token.start
        const to = base + token.end
        if (token.type === tokTypes.braceL || token.type === tokTypes.dollarBraceL) depth += 1
        if (token.type === tokTypes.braceR) {
          if (depth === 0 && isTemplate && text.startsWith(closing, from)) return { tokens, end: from }
          depth = Math.max(0, depth - 1)
        }
        if (to > from) tokens.push({ from, to, kind: kindOf(token.type, text, to, tokens.at(-1)) })
        at = to
      }
      return { tokens, end: text.length }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      // An unfinished text, or a character that no expression contains: continue after it.
      const from = at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0)
      const isText = /^["'`]/.test(text.slice(from, from + 1))
      const close = isTemplate ? text.indexOf(closing, from) : -1
      const limit = close === -1 ? text.length : close
      at = Math.max(from + 1, isText ? limit : Math.min(limit, from + 1))
      if (from >= text.length) return { tokens, end: text.length }
      if (close === from) return { tokens, end: close }
      tokens.push({ from, to: at, kind: isText ? 'string' : 'invalid' })
    }
  }
  return { tokens, end: text.length }
}

const punctuation: ReadonlySet<unknown> = new Set([
  tokTypes.braceL,
  tokTypes.braceR,
  tokTypes.bracketL,
  tokTypes.bracketR,
  tokTypes.parenL,
  tokTypes.parenR,
  tokTypes.comma,
  tokTypes.colon,
  tokTypes.dot,
  tokTypes.questionDot,
  tokTypes.semi,
  tokTypes.dollarBraceL,
])

function kindOf(type: TokenType, text: string, to: number, before: ExpressionToken | undefined): TokenKind {
  if (type === tokTypes.name) {
    if (/^\s*\(/.test(text.slice(to, to + 20))) return 'function'
    const end = before === undefined ? '' : text.slice(before.from, before.to)
    return end === '.' || end === '?.' ? 'property' : 'name'
  }
  if (type === tokTypes.string || type === tokTypes.template || type === tokTypes.backQuote) return 'string'
  if (type === tokTypes.num) return 'number'
  if (type === tokTypes.regexp) return 'regex'
  if (type.keyword !== undefined) return 'keyword'
  return punctuation.has(type) ? 'punctuation' : 'operator'
}
