export type OutgoingUrlResult =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly problem: string }

/**
 * Reads the address of an outgoing request. Only http and https, and no user info: `http://good.example@evil.example`
 * reads as one host and reaches another, and a password in a URL ends up in logs.
 *
 * No problem text repeats the URL: it may hold a secret.
 */
export function readOutgoingUrl(text: string, base?: URL): OutgoingUrlResult {
  const url = URL.parse(text, base?.href)
  if (url === null) return { ok: false, problem: 'is not a complete URL such as https://example.com/path' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { ok: false, problem: `must start with http:// or https://, not ${url.protocol}` }
  }
  if (url.username !== '' || url.password !== '') {
    return { ok: false, problem: 'must not hold a user name or password; use a credential instead' }
  }
  if (url.port === '0') return { ok: false, problem: 'must not name port 0' }
  return { ok: true, url }
}

/** The host without the brackets of an IPv6 literal. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
}

/** The port, with the scheme's own where none is written. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}
