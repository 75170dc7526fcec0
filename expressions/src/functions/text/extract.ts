/** Searches without patterns: each takes time in proportion to the text, whatever is in it. */

const beforeAt = /[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]/
const afterAt = /[A-Za-z0-9.-]/
const longestLocal = 64
const longestDomain = 255

/** The first e-mail address in a text. */
export function findEmail(text: string): string | undefined {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > 0 && at - start < longestLocal && beforeAt.test(text.charAt(start - 1))) start -= 1
    let end = at + 1
    while (end < text.length && end - at <= longestDomain && afterAt.test(text.charAt(end))) end += 1
    const local = text.slice(start, at).replace(/^[.'`]+/, '')
    const domain = text.slice(at + 1, end).replace(/[.-]+$/, '')
    const isDomain = domain.includes('.') && !domain.includes('..') && /^[A-Za-z0-9]/.test(domain)
    if (local !== '' && !local.endsWith('.') && isDomain) return `${local}@${domain}`
  }
  return undefined
}

/** The first web address in a text, without the punctuation of the sentence around it. */
export function findUrl(text: string): string | undefined {
  const lower = text.toLowerCase()
  for (let from = 0; ;) {
    const found = ['http://', 'https://']
      .map((scheme) => lower.indexOf(scheme, from))
      .filter((index) => index !== -1)
    if (found.length === 0) return undefined
    const start = Math.min(...found)
    const rest = text.slice(start, start + 8_192)
    const stop = rest.search(/[\s<>"'`{}|\\^]/)
    const url = trimPunctuation(stop === -1 ? rest : rest.slice(0, stop))
    if (/^https?:\/\/[^/?#]/i.test(url)) return url
    from = start + 7
  }
}

function trimPunctuation(url: string): string {
  let end = url.length
  while (end > 0) {
    const last = url.charAt(end - 1)
    const isOpen = last === ')' && url.slice(0, end).split('(').length >= url.slice(0, end).split(')').length
    if (!/[.,;:!?)\]*_~]/.test(last) || isOpen) break
    end -= 1
  }
  return url.slice(0, end)
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
  let text = ''
  let from = 0
  for (let open = html.indexOf('<'); open !== -1; open = html.indexOf('<', from)) {
    const name = /^<(?:\/?[A-Za-z][A-Za-z0-9]*|[!?])/.exec(html.slice(open, open + 20))?.[0].toLowerCase()
    if (name === undefined) {
      text += html.slice(from, open + 1)
      from = open + 1
      continue
    }
    const close = endOfTag(html, open, name)
    if (close === -1) break
    text += html.slice(from, open)
    from = close
  }
  return (text + html.slice(from)).replaceAll(
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
