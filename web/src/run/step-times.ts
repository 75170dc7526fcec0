import type { StepOutline } from '@millrace/contract/execution-timeline.ts'

/** In milliseconds since 1970. */
export function startOf(step: StepOutline): number {
  return parseTime(step.started_at)
}

/** Null while the step is open. */
export function endOf(step: StepOutline): number | null {
  return step.ended_at === null ? null : parseTime(step.ended_at)
}

/** How long a step took in the run that began at `runStart`; null while it is open. A retry continues steps that began earlier. */
export function workOf(step: StepOutline, runStart: number): number | null {
  if (step.duration_ms === null) return null
  return Math.max(0, step.duration_ms - Math.max(0, runStart - startOf(step)))
}

const ZERO = 0x30
let knownMinute = ''
let knownStart = Number.NaN

/**
 * Times of the server look like `2026-11-16T09:30:12.345Z`. Steps that follow each other share the minute, and reading the rest
 * costs a tenth of parsing a date, which views of large runs do again and again.
 */
function parseTime(text: string): number {
  if (text.length !== 24 || !text.endsWith('Z')) return Date.parse(text)
  if (!text.startsWith(knownMinute) || knownMinute === '') {
    knownMinute = text.slice(0, 17)
    knownStart = Date.parse(`${knownMinute}00.000Z`)
  }
  const digit = (at: number) => text.charCodeAt(at) - ZERO
  const seconds = digit(17) * 10 + digit(18)
  return knownStart + seconds * 1_000 + digit(20) * 100 + digit(21) * 10 + digit(22)
}
