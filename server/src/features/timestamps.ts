/** The one form in which times leave the service: UTC, milliseconds, `Z`. */
export function timestamp(at: number): string {
  return new Date(at).toISOString()
}

export function timestampOrNull(at: number | null): string | null {
  return at === null ? null : timestamp(at)
}
