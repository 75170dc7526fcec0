const anywhere = 'http://millrace.invalid'

/**
 * Where to go after signing in: only a path of this app.
 * The parser is the browser's own, so that what it would take for another host ("//x", "/\x", "/<tab>/x") is seen
 * the way it sees it; a path that becomes "//x" only after its dots are resolved is refused as well.
 */
export function safeNext(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  let url: URL
  try {
    url = new URL(value, anywhere)
  } catch {
    return undefined
  }
  if (url.origin !== anywhere || url.pathname.startsWith('//')) return undefined
  if (/^\/(sign-in|setup)\/?$/.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}
