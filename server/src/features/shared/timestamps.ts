const SECOND_MS = 1_000

let lastSecond = Number.NaN
/** The second as text, with the decimal point behind it. */
let lastPrefix = ''

/** The only format of times in answers: UTC, milliseconds, `Z`. */
export function timestamp(at: number): string {
  if (!Number.isSafeInteger(at)) return new Date(at).toISOString()
  // `toISOString` takes several microseconds, and the times of one answer are mostly of the same second.
  const second = Math.floor(at / SECOND_MS)
  if (second !== lastSecond) {
    lastPrefix = new Date(second * SECOND_MS).toISOString().slice(0, -'000Z'.length)
    lastSecond = second
  }
  const ms = at - second * SECOND_MS
  return `${lastPrefix}${ms < 10 ? '00' : ms < 100 ? '0' : ''}${ms}Z`
}

export function timestampOrNull(at: number | null): string | null {
  return at === null ? null : timestamp(at)
}
