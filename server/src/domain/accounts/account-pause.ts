import type { AccountId } from './account.ts'

/** What is paused: the triggers of one account, or of all of them. */
export type PauseScope = AccountId | 'installation'

/** Since when triggers start no runs, and who wanted it. */
export interface Pause {
  readonly at: number
  readonly by: string
}

/** The pauses that apply to an account. Its triggers start runs if both are null. */
export interface Pauses {
  readonly account: Pause | null
  readonly installation: Pause | null
}

export function isPaused({ account, installation }: Pauses): boolean {
  return account !== null || installation !== null
}
