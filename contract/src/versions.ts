export interface ApiVersion {
  /** The first path segment, as in `/v1`. */
  readonly name: string
  /** UTC instant from which answers carry `Deprecation`; absent while the version is current. */
  readonly deprecatedAt?: string
  /** UTC instant after which the version may stop to answer; at least 12 months after `deprecatedAt`. */
  readonly sunsetAt?: string
  /** Where the migration guide is; sent as `Link: <…>; rel="deprecation"`. */
  readonly migrationGuide?: string
}

export const API_VERSIONS: readonly ApiVersion[] = [{ name: 'v1' }]
