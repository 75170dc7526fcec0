import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../../../e2e/src/support/browser.ts'
import { setUpOwner, useSession } from '../../../e2e/src/support/owner.ts'
import type { StartedProcess } from '../started-process.ts'

const WINDOW = { width: 1440, height: 900 }

/** A person with a browser: signed in or not, with an empty cache or on a return. */
export class Visitor {
  readonly #browser: Browser
  readonly #url: string
  readonly #cookie: string

  private constructor(browser: Browser, url: string, cookie: string) {
    this.#browser = browser
    this.#url = url
    this.#cookie = cookie
  }

  /** Becomes the owner of a new installation. */
  static async arrive({ url, announcement }: StartedProcess): Promise<Visitor> {
    const setupLink = /http:\S+\/setup\?token=\S+/.exec(announcement)?.[0]
    if (setupLink === undefined) throw new Error(`No setup link in the output: ${announcement}`)
    const cookie = await setUpOwner({ url, setupLink })
    return new Visitor(await launchBrowser(), url, cookie)
  }

  /** A browser profile with an empty cache. */
  async openProfile({ isSignedIn = true } = {}): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ viewport: WINDOW, baseURL: this.#url })
    if (isSignedIn) await useSession(context, { url: this.#url }, this.#cookie)
    return context
  }

  close(): Promise<void> {
    return this.#browser.close()
  }
}

/** How busy the main thread of a page is. */
export class MainThread {
  readonly #session: CDPSession

  private constructor(session: CDPSession) {
    this.#session = session
  }

  static async of(page: Page): Promise<MainThread> {
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    return new MainThread(session)
  }

  /** The processor time of all tasks so far. */
  async cpuMs(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
}
