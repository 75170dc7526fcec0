import ipaddr from 'ipaddr.js'
import type { Clock } from '#ports/index.ts'
import { KeyedLimiter } from '../../shared/keyed-limiter.ts'

const WINDOW_MS = 10 * 60 * 1000

/**
 * How many submissions one address may send to one form in ten minutes. It slows robots down and is no exact bound on the
 * number of submissions: that is `max_submissions`.
 */
export function newSubmissionLimit(clock: Clock, limit: number): KeyedLimiter {
  return new KeyedLimiter({ clock, limit, windowMs: WINDOW_MS })
}

export function submissionKey(formId: string, from: string): string {
  return `${formId} ${networkOf(from)}`
}

/** One network or machine owns a whole IPv6 /64, so a /64 counts as one address. */
export function networkOf(from: string): string {
  const address = ipaddr.isValid(from) ? ipaddr.process(from) : undefined
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : (address?.toString() ?? from)
}
