/**
 * Searches of the host compare a long part again and again in a text that repeats itself, such as many `a`: half a minute for some
 * hundred thousand characters. Up to this length, they read a character a bounded number of times.
 */
const maxNativePart = 64
/** The same for a search from the end, which the host does in the plainest way. */
const maxNativeLastPart = 8

/** What a search costs for each character of both texts, at worst. */
export function searchPrice(part: string): number {
  if (part.length <= 1) return 1
  return part.length <= maxNativePart ? 2 : 8
}

/** The length of what the host looks for instead of a longer part. */
const sampleLength = 16

/** As `text.indexOf(part, from)`, in a time that grows with the length of both texts only. */
export function findText(text: string, part: string, from = 0): number {
  if (part.length <= maxNativePart) return text.indexOf(part, from)
  const sample = part.slice(0, sampleLength)
  let comparisons = maxComparisons(text, part)
  for (let at = text.indexOf(sample, from); at !== -1; at = text.indexOf(sample, at + 1)) {
    if (text.startsWith(part, at)) return at
    comparisons -= 1
    if (comparisons < 0) return scan(text, part, at + 1)
  }
  return -1
}

/** As `text.lastIndexOf(part, from)`, in a time that grows with the length of both texts only. */
export function findLastText(text: string, part: string, from = Infinity): number {
  if (part.length <= maxNativeLastPart) return text.lastIndexOf(part, from)
  const last = Math.min(Math.max(0, from), text.length - part.length)
  if (last < 0) return -1
  const sample = part.slice(0, maxNativeLastPart)
  let comparisons = maxComparisons(text, part)
  for (let at = text.lastIndexOf(sample, last); at !== -1; at = text.lastIndexOf(sample, at - 1)) {
    if (text.startsWith(part, at)) return at
    comparisons -= 1
    if (comparisons < 0) return scanBack(text, part, at - 1)
    // A negative position would count as the first one.
    if (at === 0) return -1
  }
  return -1
}

/** As `text.split(separator, maxParts)`, in the same way. */
export function splitAt(text: string, separator: string, maxParts: number): string[] {
  if (separator.length <= maxNativePart) return text.split(separator, maxParts)
  const parts: string[] = []
  let from = 0
  while (parts.length < maxParts) {
    const found = findText(text, separator, from)
    parts.push(text.slice(from, found === -1 ? text.length : found))
    if (found === -1) break
    from = found + separator.length
  }
  return parts
}

/** So many comparisons of the whole part read each character of the text a few times. */
function maxComparisons(text: string, part: string): number {
  return 4 + (4 * text.length) / part.length
}

/** The algorithm of Knuth, Morris and Pratt: no character of the text is read twice. */
function scan(text: string, part: string, from: number): number {
  const borders = bordersOf(part.length, (index) => part.charCodeAt(index))
  let matched = 0
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0
    if (part.charCodeAt(matched) === code) matched += 1
    if (matched === part.length) return at - matched + 1
  }
  return -1
}

/** The last occurrence that starts at `last` or before it. */
function scanBack(text: string, part: string, last: number): number {
  const end = part.length - 1
  const borders = bordersOf(part.length, (index) => part.charCodeAt(end - index))
  let matched = 0
  for (let at = last + end; at >= 0; at -= 1) {
    const code = text.charCodeAt(at)
    while (matched > 0 && part.charCodeAt(end - matched) !== code) matched = borders[matched - 1] ?? 0
    if (part.charCodeAt(end - matched) === code) matched += 1
    if (matched === part.length) return at
  }
  return -1
}

/** For each beginning of a text, how much of it is at its end as well. */
function bordersOf(length: number, codeAt: (index: number) => number): Int32Array {
  const borders = new Int32Array(length)
  let matched = 0
  for (let index = 1; index < length; index += 1) {
    const code = codeAt(index)
    while (matched > 0 && codeAt(matched) !== code) matched = borders[matched - 1] ?? 0
    if (codeAt(matched) === code) matched += 1
    borders[index] = matched
  }
  return borders
}
