import { isJsonObject, type JsonValue, readOutgoingUrl, withoutTrailingSlashes } from '#domain/index.ts'

/**
 * The URL of the first usable server, without a trailing slash; undefined when there is none. Variables take their
 * defaults. A relative URL is resolved against the URL of the document.
 */
export function readServers(servers: JsonValue | undefined, source: string | undefined): string | undefined {
  const listed = Array.isArray(servers) ? (servers as readonly JsonValue[]) : []
  // By the specification, an empty list is the same as one server with the URL "/".
  const candidates: readonly JsonValue[] = listed.length === 0 ? [{ url: '/' }] : listed
  for (const server of candidates) {
    const url =
      isJsonObject(server) && typeof server['url'] === 'string'
        ? fill(server['url'], server['variables'])
        : ''
    const address = URL.parse(url, source)
    if (address === null || !readOutgoingUrl(address.href).ok || address.hostname.includes('{')) continue
    address.search = ''
    address.hash = ''
    return withoutTrailingSlashes(address.href)
  }
  return undefined
}

function fill(url: string, variables: JsonValue | undefined): string {
  return url.trim().replaceAll(/\{([^{}]+)\}/g, (match, name: string) => {
    const variable = isJsonObject(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined
    if (!isJsonObject(variable)) return match
    const { default: fallback, enum: choices } = variable
    const value = fallback ?? (Array.isArray(choices) ? (choices as readonly JsonValue[])[0] : undefined)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : match
  })
}
