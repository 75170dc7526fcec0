import { forgetSession } from './session-storage.ts'

let isLeaving = false

/** Whether the session has ended and the page goes: what was typed cannot be saved, and nobody else may see it. */
export function isLeavingSession(): boolean {
  return isLeaving
}

/** After the session has ended: loads a new page, so that no data of the user stays in memory or in this browser. */
export function leaveSession(): Promise<void> {
  return leavePage(() => location.replace('/sign-in'))
}

/** Like `leaveSession`, for another page than the one to sign in. */
export async function leavePage(load: () => void): Promise<void> {
  await forgetSession()
  isLeaving = true
  load()
}
