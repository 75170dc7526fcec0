export type OutgoingUrlResult =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly problem: string }

/**
 * Parses the URL of an outgoing request. Accepts only http and https and no user info: `http://good.example@evil.example`
 * looks like one host and reaches another, and a password in a URL ends up in logs.
 *
 * Problems never contain the URL, because it can contain a secret.
 */
export function readOutgoingUrl(text: string, base?: URL): OutgoingUrlResult {
  const url = URL.parse(text, base?.href)
  if (url === null) return { ok: false, problem: 'must be a complete URL such as https://example.com/path' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { ok: false, problem: `must start with http:// or https://, not ${url.protocol}` }
  }
  if (url.username !== '' || url.password !== '') {
    return { ok: false, problem: 'must not contain a user name or password; use a credential instead' }
  }
  if (url.port === '0') return { ok: false, problem: 'must not use port 0' }
  return { ok: true, url }
}

/** The host without the brackets of an IPv6 literal. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
}

/** The port, or the default port of the scheme. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}
