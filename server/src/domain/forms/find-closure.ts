import type { Form } from './form.ts'

/** Why a form takes no answers any more. */
export type Closure = 'over' | 'full'

export function findClosure({ settings, submissionCount }: Form, now: number): Closure | undefined {
  const { closes_at: closesAt, max_submissions: most } = settings ?? {}
  if (closesAt !== undefined && now >= Date.parse(closesAt)) return 'over'
  return most !== undefined && submissionCount >= most ? 'full' : undefined
}
