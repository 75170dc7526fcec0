/**
 * Sends the first requests of a page while the code of the app still loads. A file of its own without imports: it runs before
 * everything else. `takeEarly` in `api/early-answers.ts` hands over what it received.
 */
import type { EarlyAnswers } from '../api/early-answers.ts'
import { earlyAddresses } from './early-addresses.ts'

/** What nobody took until then is outdated. */
const LIFETIME_MS = 20_000
const SESSION = '/app/session'

const answers: EarlyAnswers = globalThis.earlyAnswers ?? { pending: new Map(), taken: new Set() }
globalThis.earlyAnswers = answers
setTimeout(() => {
  globalThis.earlyAnswers = null
}, LIFETIME_MS)

const session = ask(SESSION)
// Who was signed in here before most likely still is. Others are asked for nothing that they may not see.
if (isRemembered()) askForPage()
else
  void session?.then(isSignedIn).then(
    (is) => is && askForPage(),
    () => undefined,
  )

function askForPage(): void {
  for (const address of earlyAddresses(location.pathname, location.search)) void ask(address)
}

function ask(address: string): Promise<Response> | undefined {
  if (answers.taken.has(address)) return undefined
  const headers = { Accept: 'application/json' }
  const answer = fetch(address, { headers, credentials: 'same-origin' })
  // A failure is handled by whoever takes the answer, if anybody does.
  answer.catch(() => undefined)
  answers.pending.set(address, answer)
  return answer
}

async function isSignedIn(response: Response): Promise<boolean> {
  const body: unknown = await response.clone().json()
  return JSON.stringify(body).includes('"signed_in":true')
}

function isRemembered(): boolean {
  try {
    return localStorage.getItem('millrace.session') !== null
  } catch {
    return false
  }
}
