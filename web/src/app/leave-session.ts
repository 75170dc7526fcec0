import { forgetSession } from './session-storage.ts'

/** After the session has ended: loads a new page, so that no data of the user stays in memory or in this browser. */
export async function leaveSession(): Promise<void> {
  await forgetSession()
  location.replace('/sign-in')
}
