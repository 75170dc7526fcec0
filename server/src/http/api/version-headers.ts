import type { ApiVersion } from '@millrace/contract/versions.ts'

const NOTICE_MONTHS = 12

/** What an answer of a deprecated version carries (RFC 9745, RFC 8594); nothing for a current one. */
export function versionHeaders(version: ApiVersion): Record<string, string> {
  if (version.deprecatedAt === undefined) return {}
  const headers: Record<string, string> = {
    deprecation: `@${Math.floor(Date.parse(version.deprecatedAt) / 1000)}`,
  }
  if (version.sunsetAt !== undefined) headers['sunset'] = new Date(version.sunsetAt).toUTCString()
  if (version.migrationGuide !== undefined) {
    headers['link'] = `<${version.migrationGuide}>; rel="deprecation"; type="text/html"`
  }
  return headers
}

/** Users were promised 12 months of notice: a table that breaks the promise does not start. */
export function checkVersions(versions: readonly ApiVersion[]): void {
  for (const { name, deprecatedAt, sunsetAt } of versions) {
    const deprecated = readInstant(name, 'deprecatedAt', deprecatedAt)
    const sunset = readInstant(name, 'sunsetAt', sunsetAt)
    if (sunset === undefined) continue
    if (deprecated === undefined) throw new Error(`Version ${name} has a sunset and no date of deprecation.`)
    const earliest = new Date(deprecated)
    earliest.setUTCMonth(earliest.getUTCMonth() + NOTICE_MONTHS)
    if (sunset < earliest.getTime()) {
      throw new Error(`Version ${name} would end less than ${NOTICE_MONTHS} months after its deprecation.`)
    }
  }
}

function readInstant(version: string, field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const instant = Date.parse(text)
  if (Number.isNaN(instant)) throw new Error(`${field} of version ${version} is no date: ${text}`)
  return instant
}
