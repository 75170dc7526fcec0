import type { Form } from './form.ts'

/** Why a form no longer accepts submissions. */
export type Closure = 'expired' | 'full'

export function findClosure({ settings, submissionCount }: Form, now: number): Closure | undefined {
  const { closes_at: closesAt, max_submissions: maxSubmissions } = settings ?? {}
  if (closesAt !== undefined && now >= Date.parse(closesAt)) return 'expired'
  return maxSubmissions !== undefined && submissionCount >= maxSubmissions ? 'full' : undefined
}
