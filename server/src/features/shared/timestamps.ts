let lastInstant = Number.NaN
let lastText = ''

/** The only format of times in answers: UTC, milliseconds, `Z`. */
export function timestamp(at: number): string {
  // Under load, consecutive times are mostly the same millisecond.
  if (at !== lastInstant) {
    lastText = new Date(at).toISOString()
    lastInstant = at
  }
  return lastText
}

export function timestampOrNull(at: number | null): string | null {
  return at === null ? null : timestamp(at)
}
