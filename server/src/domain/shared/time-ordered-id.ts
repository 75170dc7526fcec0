/** UUIDv7 identifiers start with their millisecond, so a time range is a range of identifiers. */

const TIME_DIGITS = 12

/** The smallest identifier of any instant at or after `at`. */
export function firstIdAt(at: number): string {
  const time = Math.min(Math.max(0, at), 2 ** 48 - 1)
    .toString(16)
    .padStart(TIME_DIGITS, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** The identifier with another millisecond: still unique, and ordered by that time. */
export function moveIdTo(at: number, id: string): string {
  return firstIdAt(at).slice(0, 13) + id.slice(13)
}

/** The millisecond in which an identifier was created. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, TIME_DIGITS), 16)
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
