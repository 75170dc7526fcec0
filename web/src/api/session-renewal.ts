/** Asks the user to sign in again. Resolves to true after a successful sign-in of the same user. */
type Renewal = () => Promise<boolean>

let renewal: Renewal | undefined
let pending: Promise<boolean> | undefined

/** Registers what asks for the password, while the layout of signed-in users is mounted. */
export function provideSessionRenewal(provided: Renewal): () => void {
  renewal = provided
  return () => {
    if (renewal === provided) renewal = undefined
  }
}

/**
 * Resolves to true when the session is valid again, so that the request can be repeated. Any number of requests wait for
 * the same sign-in. Resolves to false at once where nothing can ask for the password.
 */
export async function renewSession(signal?: AbortSignal): Promise<boolean> {
  if (renewal === undefined) return false
  pending ??= renewal().finally(() => {
    pending = undefined
  })
  if (signal === undefined) return pending
  return Promise.race([pending, rejectOnAbort(signal)])
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
