export const expiryOptions = [
  { value: 'never', label: 'Never' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'date', label: 'On a date' },
] as const

export type ExpiryChoice = (typeof expiryOptions)[number]['value']

const dayMs = 24 * 60 * 60 * 1000

/**
 * The moment a key expires: null for never, undefined when the date is missing or over.
 * A date means the end of that day where the reader is.
 */
export function expiryMoment(choice: ExpiryChoice, date: string, now: number): string | null | undefined {
  if (choice === 'never') return null
  if (choice !== 'date') return new Date(now + Number(choice) * dayMs).toISOString()
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (parts === null) return undefined
  const end = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]), 23, 59, 59)
  return end.getTime() > now ? end.toISOString() : undefined
}

/** Today where the reader is, in the form a date field takes. */
export function localDay(now: number): string {
  const day = new Date(now)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`
}
