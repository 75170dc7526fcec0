import type { JsonObject, JsonValue } from '#domain/index.ts'

/** HTTPS comes first whatever the order in the document: the first server is used. */
const SCHEMES = ['https', 'http']

/** The servers by host, base path and schemes; undefined if the document says nothing about them. */
export function convertServers(
  { host, basePath }: JsonObject,
  schemes: JsonValue | undefined,
  source: string | undefined,
): JsonValue | undefined {
  const path = typeof basePath === 'string' ? `/${basePath.replace(/^\/+/, '')}` : ''
  if (typeof host !== 'string' || host === '') return path === '' ? undefined : [{ url: path }]
  const listed: readonly JsonValue[] = Array.isArray(schemes) ? schemes : []
  const known = SCHEMES.filter((scheme) => listed.includes(scheme))
  // Without schemes it is that of the document, by the specification.
  const used = known.length > 0 ? known : [source?.startsWith('http://') === true ? 'http' : 'https']
  return used.map((scheme) => ({ url: `${scheme}://${host}${path}` }))
}
