import type { BrowserContext } from 'playwright-core'
import { untilIdle } from '../until-idle.ts'

/**
 * Resolves when no process of the browser has work. A new window keeps Chromium busy with its own interface for more than a
 * second, on as many processors as there are. Whoever follows a link has the window already.
 */
export async function untilBrowserIdle(profile: BrowserContext): Promise<void> {
  const browser = profile.browser()
  if (browser === null) throw new Error('The profile has no browser.')
  const session = await browser.newBrowserCDPSession()
  await untilIdle('The browser', async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return 1000 * processInfo.reduce((total, { cpuTime }) => total + cpuTime, 0)
  })
  await session.detach()
}
