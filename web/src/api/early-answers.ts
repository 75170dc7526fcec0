/** Answers to requests that were sent before the app was loaded: see `early/early-requests.ts`. */
export interface EarlyAnswers {
  readonly pending: Map<string, Promise<Response>>
  /** What the app has asked for in the meantime. */
  readonly taken: Set<string>
}

declare global {
  var earlyAnswers: EarlyAnswers | undefined
}

/** Returns what was asked for early, once. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const answers = globalThis.earlyAnswers
  if (answers === undefined) return undefined
  answers.taken.add(address)
  const answer = answers.pending.get(address)
  answers.pending.delete(address)
  return answer
}

/** After a change, what was asked for before it is outdated. */
export function dropEarly(): void {
  globalThis.earlyAnswers?.pending.clear()
}
