const base = 'http://millrace.invalid'

/**
 * Returns the address to open after sign-in, or undefined unless it is a path of this app.
 * The browser's own URL parser decides, so that every spelling it reads as another host ("//x", "/\x", "/<tab>/x") is
 * rejected, and so is a path that becomes "//x" only when its dots are resolved.
 */
export function safeNext(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  let url: URL
  try {
    url = new URL(value, base)
  } catch {
    return undefined
  }
  if (url.origin !== base || url.pathname.startsWith('//')) return undefined
  if (/^\/(sign-in|setup)\/?$/.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}
