/** Searches without patterns: each takes time in proportion to the text, whatever is in it. */

const longestLocal = 64
const longestDomain = 255
const longestUrl = 8_192

const isBeforeAt = (code: number): boolean => isLetterOrDigit(code) || beforeAt.has(code)
const isAfterAt = (code: number): boolean => isLetterOrDigit(code) || isDotOrHyphen(code)
const beforeAt: ReadonlySet<number> = new Set(
  Array.from(".!#$%&'*+/=?^_`{|}~-", (character) => character.charCodeAt(0)),
)
const isDotOrHyphen = (code: number): boolean => code === 46 || code === 45

function isLetterOrDigit(code: number): boolean {
  const lower = code | 32
  return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57)
}

/** The first email address in a text. */
export function findEmail(text: string): string | undefined {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > 0 && at - start < longestLocal && isBeforeAt(text.charCodeAt(start - 1))) start -= 1
    if (start === at) continue
    let end = at + 1
    while (end < text.length && end - at <= longestDomain && isAfterAt(text.charCodeAt(end))) end += 1
    while (end > at + 1 && isDotOrHyphen(text.charCodeAt(end - 1))) end -= 1
    const local = text.slice(start, at).replace(/^[.'`]+/, '')
    const domain = text.slice(at + 1, end)
    const isDomain = domain.includes('.') && !domain.includes('..') && /^[A-Za-z0-9]/.test(domain)
    if (local !== '' && !local.endsWith('.') && isDomain) return `${local}@${domain}`
  }
  return undefined
}

/** The first web address in a text, without the punctuation of the sentence around it. */
export function findUrl(text: string): string | undefined {
  const scheme = /https?:\/\//gi
  const end = /[\s<>"'`{}|\\^]|$/g
  let stop = -1
  for (let found = scheme.exec(text); found !== null; found = scheme.exec(text)) {
    const start = found.index
    const host = scheme.lastIndex
    // Until it is passed, it is the end of later addresses too.
    if (stop < host) {
      end.lastIndex = host
      stop = end.exec(text)?.index ?? text.length
    }
    const longest = Math.min(stop, start + longestUrl)
    if (host >= longest || /[/?#]/.test(text.charAt(host))) continue
    // If nothing is left of it, no other address starts in what is trimmed.
    const last = trimPunctuation(text, host, longest)
    if (last > host) return text.slice(start, last)
  }
  return undefined
}

/** The end of an address that starts with its host at `from`, without the punctuation that follows it. */
function trimPunctuation(text: string, from: number, to: number): number {
  let open = 0
  for (let at = from; at < to; at += 1) {
    const character = text.charAt(at)
    if (character === '(') open += 1
    else if (character === ')') open -= 1
  }
  let end = to
  while (end > from) {
    const last = text.charAt(end - 1)
    const isOpen = last === ')' && open >= 0
    if (!/[.,;:!?)\]*_~]/.test(last) || isOpen) break
    if (last === ')') open += 1
    end -= 1
  }
  return end
}

const references: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** The text without tags, comments, scripts and styles, and with its character references decoded. */
export function removeTags(html: string): string {
  const parts: string[] = []
  let from = 0
  for (let open = html.indexOf('<'); open !== -1;) {
    const name = /^<(?:\/?[A-Za-z][A-Za-z0-9]*|[!?])/.exec(html.slice(open, open + 20))?.[0].toLowerCase()
    if (name === undefined) {
      open = html.indexOf('<', open + 1)
      continue
    }
    const close = endOfTag(html, open, name)
    if (close === -1) break
    parts.push(html.slice(from, open))
    from = close
    open = html.indexOf('<', from)
  }
  parts.push(html.slice(from))
  return parts
    .join('')
    .replaceAll(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
      (all: string, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return references[name.toLowerCase()] ?? all
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
        return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
          ? String.fromCodePoint(code)
          : all
      },
    )
}

/** The position after a tag, or after all that belongs to it; -1 if it does not end. */
function endOfTag(html: string, open: number, name: string): number {
  if (name === '<!' && html.startsWith('<!--', open)) return after(html, '-->', open + 4)
  if (name !== '<script' && name !== '<style') return after(html, '>', open)
  const end = html.slice(open).search(name === '<script' ? /<\/script/i : /<\/style/i)
  return end === -1 ? html.length : after(html, '>', open + end)
}

function after(text: string, part: string, from: number): number {
  const found = text.indexOf(part, from)
  return found === -1 ? -1 : found + part.length
}
