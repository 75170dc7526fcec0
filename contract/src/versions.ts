export interface ApiVersion {
  /** The first path segment, as in `/v1`. */
  readonly name: string
  /** UTC time from which responses carry `Deprecation`; absent while the version is current. */
  readonly deprecatedAt?: string
  /** UTC time after which the version may be removed; at least 12 months after `deprecatedAt`. */
  readonly sunsetAt?: string
  /** URL of the migration guide; sent as `Link: <…>; rel="deprecation"`. */
  readonly migrationGuide?: string
}

export const API_VERSIONS: readonly ApiVersion[] = [{ name: 'v1' }]
