import { expirationChoices } from '../../texts/api-keys/create.ts'

const choices = ['never', '30', '90', '365', 'date'] as const

export type ExpirationChoice = (typeof choices)[number]

export const expirationOptions = choices.map((value) => ({ value, label: expirationChoices[value] }))

const dayMs = 24 * 60 * 60 * 1000

/**
 * Returns when a key expires: null for never, undefined if the date is missing or in the past.
 * A date means the end of that day in the local time zone.
 */
export function toExpirationTime(
  choice: ExpirationChoice,
  date: string,
  now: number,
): string | null | undefined {
  if (choice === 'never') return null
  if (choice !== 'date') return new Date(now + Number(choice) * dayMs).toISOString()
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (parts === null) return undefined
  const end = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]), 23, 59, 59)
  return end.getTime() > now ? end.toISOString() : undefined
}

/** Returns the local date in the format of a date field. */
export function localDay(now: number): string {
  const day = new Date(now)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`
}
