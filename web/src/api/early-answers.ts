/** Answers to requests that were sent before the app was loaded: see `early/early-requests.ts`. */
export interface EarlyAnswers {
  readonly pending: Map<string, Promise<Response>>
  /** What the app has asked for in the meantime. */
  readonly taken: Set<string>
}

declare global {
  /** Null once they are outdated. Undefined until either the early requests or the app run: which comes first is open. */
  var earlyAnswers: EarlyAnswers | null | undefined
}

/** Returns what was asked for early, once. */
export function takeEarly(address: string): Promise<Response> | undefined {
  if (globalThis.earlyAnswers === null) return undefined
  const answers: EarlyAnswers = globalThis.earlyAnswers ?? { pending: new Map(), taken: new Set() }
  globalThis.earlyAnswers = answers
  answers.taken.add(address)
  const answer = answers.pending.get(address)
  answers.pending.delete(address)
  return answer
}

/** After a change, what was asked for before it is outdated. */
export function dropEarly(): void {
  globalThis.earlyAnswers?.pending.clear()
}
