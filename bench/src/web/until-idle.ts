import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'

const LOOK_MS = 100
/** How many looks in a row must find nothing going on. */
const CALM_LOOKS = 3
const BUSY_SHARE = 0.1
const GIVE_UP_MS = 60_000

/**
 * Resolves when no process of the browser has work. A new window keeps Chromium busy with its own interface for more than a
 * second, on as many processors as there are. Whoever follows a link has the window already.
 */
export async function untilIdle(profile: BrowserContext): Promise<void> {
  const browser = profile.browser()
  if (browser === null) throw new Error('The profile has no browser.')
  const session = await browser.newBrowserCDPSession()
  const readCpuMs = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return 1000 * processInfo.reduce((total, { cpuTime }) => total + cpuTime, 0)
  }
  const giveUp = performance.now() + GIVE_UP_MS
  let before = await readCpuMs()
  for (let calm = 0; calm < CALM_LOOKS;) {
    if (performance.now() > giveUp) throw new Error('The browser does not come to rest.')
    await sleep(LOOK_MS)
    const now = await readCpuMs()
    calm = Math.abs(now - before) < LOOK_MS * BUSY_SHARE ? calm + 1 : 0
    before = now
  }
  await session.detach()
}
