import type { StreamedBody } from '#ports/index.ts'

/** A request without the credential. Header names are in lower case. */
export interface RequestPlan {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | StreamedBody | undefined
}

/** Appends query parameters to a URL; the existing ones are not changed. */
export function addQuery(url: URL, pairs: readonly (readonly [string, string])[]): URL {
  if (pairs.length === 0) return url
  const added = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`)
  const changed = new URL(url)
  changed.search = [...splitQuery(url), ...added].join('&')
  return changed
}

/** Sets a query parameter and removes the existing ones of that name. */
export function setQuery(url: URL, name: string, value: string): URL {
  const changed = new URL(url)
  changed.search = splitQuery(url)
    .filter((pair) => !new URLSearchParams(pair).has(name))
    .join('&')
  return addQuery(changed, [[name, value]])
}

function splitQuery(url: URL): readonly string[] {
  return url.search.length > 1 ? url.search.slice(1).split('&') : []
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
