import type { ApiVersion } from '@millrace/contract/versions.ts'

const NOTICE_MONTHS = 12

/** Headers of a deprecated version (RFC 9745, RFC 8594); none for a current one. */
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

/** Users are promised 12 months of notice, so the service does not start with a table that breaks the promise. */
export function checkVersions(versions: readonly ApiVersion[]): void {
  for (const { name, deprecatedAt, sunsetAt } of versions) {
    const deprecated = readInstant(name, 'deprecatedAt', deprecatedAt)
    const sunset = readInstant(name, 'sunsetAt', sunsetAt)
    if (sunset === undefined) continue
    if (deprecated === undefined)
      throw new Error(`Version ${name} has a sunset date but no deprecation date.`)
    const earliest = new Date(deprecated)
    earliest.setUTCMonth(earliest.getUTCMonth() + NOTICE_MONTHS)
    if (sunset < earliest.getTime()) {
      throw new Error(
        `The sunset of version ${name} is less than ${NOTICE_MONTHS} months after its deprecation.`,
      )
    }
  }
}

function readInstant(version: string, field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const instant = Date.parse(text)
  if (Number.isNaN(instant)) throw new Error(`${field} of version ${version} is not a date: ${text}`)
  return instant
}
