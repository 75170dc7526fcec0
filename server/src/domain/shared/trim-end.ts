/**
 * Without the characters at the end that match. A pattern such as `/\/+$/` would try each run of them in the middle, too, and
 * take quadratic time.
 */
export function trimEnd(text: string, character: RegExp): string {
  let end = text.length
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

export function withoutTrailingSlashes(url: string): string {
  return trimEnd(url, /\//)
}
