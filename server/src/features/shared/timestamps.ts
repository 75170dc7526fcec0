let lastInstant = Number.NaN
let lastText = ''

/** The one form in which times leave the service: UTC, milliseconds, `Z`. */
export function timestamp(at: number): string {
  // Under load most of the times that are told one after the other are the same millisecond.
  if (at !== lastInstant) {
    lastText = new Date(at).toISOString()
    lastInstant = at
  }
  return lastText
}

export function timestampOrNull(at: number | null): string | null {
  return at === null ? null : timestamp(at)
}
