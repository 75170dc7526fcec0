import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { ApiClient } from './api-client.ts'
import {
  type Appearance,
  APPEARANCES,
  findAccessibilityProblems,
  fitsWidth,
  launchBrowser,
  openPage,
  saveScreenshot,
  watchPage,
} from './browser.ts'
import { setUpOwner, useSession } from './owner.ts'
import { type PartnerService, startPartnerService } from './partner-service.ts'
import { type Product, startProduct } from './product.ts'

/** What a scene can use. */
export interface Stage {
  readonly product: Product
  readonly api: ApiClient
  readonly partner: PartnerService
}

/** A state of a page, and how a user gets there. */
export interface Scene<T> {
  readonly name: string
  /** `signed-out` and `alone` get a browser profile of their own. */
  readonly profile?: 'shared' | 'alone' | 'signed-out'
  /** Where the layout does not differ, one light and one dark appearance are enough. */
  readonly appearances?: readonly Appearance[]
  /** Console messages that belong to the state. */
  readonly expected?: RegExp
  show(page: Page, samples: T, stage: Stage): Promise<void>
  /** Undoes what other scenes would notice. */
  leave?(page: Page, samples: T, stage: Stage): Promise<void>
}

const [WIDE_LIGHT, , , NARROW_DARK] = APPEARANCES as readonly [Appearance, Appearance, Appearance, Appearance]
const TWO: readonly Appearance[] = [WIDE_LIGHT, NARROW_DARK]
/** For states that only a large screen has. */
export const WIDE: readonly Appearance[] = APPEARANCES.filter(({ width }) => width > 1_000)

/** Opens every scene, and checks it as a person with or without a screen reader would perceive it. */
export function examineScenes<T>(
  title: string,
  scenes: readonly Scene<T>[],
  prepare: (stage: Stage) => Promise<T>,
): void {
  describe(title, () => {
    let stage: Stage
    let samples: T
    let browser: Browser
    let cookie: string
    const shared = new Map<Appearance, BrowserContext>()

    before(async () => {
      const product = await startProduct()
      browser = await launchBrowser()
      cookie = await setUpOwner(product)
      stage = { product, api: new ApiClient(product), partner: await startPartnerService() }
      samples = await prepare(stage)
    })
    after(async () => {
      await browser?.close()
      await stage?.product.stop()
      await stage?.partner.stop()
    })

    async function openContext(appearance: Appearance, isSignedIn: boolean): Promise<BrowserContext> {
      const { page, context } = await openPage(browser, stage.product.url, appearance)
      if (isSignedIn) await useSession(context, stage.product, cookie)
      await page.close()
      return context
    }

    async function contextFor(scene: Scene<T>, appearance: Appearance): Promise<BrowserContext> {
      if (scene.profile === 'alone' || scene.profile === 'signed-out')
        return openContext(appearance, scene.profile === 'alone')
      const context = shared.get(appearance) ?? (await openContext(appearance, true))
      shared.set(appearance, context)
      return context
    }

    for (const appearance of APPEARANCES) {
      for (const scene of scenes.filter((one) => (one.appearances ?? TWO).includes(appearance))) {
        it(`${scene.name} is accessible, does not scroll horizontally and logs no errors at ${appearance.width} px, ${appearance.scheme}`, async () => {
          const context = await contextFor(scene, appearance)
          const watched = watchPage(await context.newPage(), stage.product.url)
          const { page } = watched
          try {
            await scene.show(page, samples, stage)
            await saveScreenshot(page, scene.name, appearance)
            assert.deepEqual(await findAccessibilityProblems(page), [])
            assert.equal(await fitsWidth(page), true, 'the page scrolls horizontally')
            const expected = scene.expected ?? /^$/
            assert.deepEqual(
              watched.takeProblems().filter((problem) => !expected.test(problem)),
              [],
            )
          } catch (error) {
            await saveScreenshot(page, `failed-${scene.name}`, appearance)
            throw error
          } finally {
            await scene.leave?.(page, samples, stage)
            await page.close()
            if (context !== shared.get(appearance)) await context.close()
          }
        })
      }
    }
  })
}
