import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { ApiClient } from './api-client.ts'
import {
  type Appearance,
  APPEARANCES,
  findAccessibilityProblems,
  fitsWidth,
  launchBrowser,
  openPage,
  saveScreenshot,
  type WatchedPage,
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
  /** Elements of which the page has hundreds that look alike. */
  readonly repeated?: string
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
    /** One page per width, since starting a page takes longer than most states. */
    const shared = new Map<number, WatchedPage>()

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

    async function openOwn(width: number, profile: Scene<T>['profile']): Promise<WatchedPage> {
      const watched = await openPage(browser, stage.product.url, { width, scheme: 'light' })
      if (profile !== 'signed-out') await useSession(watched.context, stage.product, cookie)
      return watched
    }

    async function pageFor(scene: Scene<T>, width: number): Promise<WatchedPage> {
      if (scene.profile === 'alone' || scene.profile === 'signed-out') return openOwn(width, scene.profile)
      const watched = shared.get(width) ?? (await openOwn(width, scene.profile))
      shared.set(width, watched)
      return watched
    }

    for (const width of new Set(APPEARANCES.map((appearance) => appearance.width))) {
      for (const scene of scenes) {
        const appearances = (scene.appearances ?? TWO).filter((appearance) => appearance.width === width)
        const [first] = appearances
        if (first === undefined) continue
        const schemes = appearances.map(({ scheme }) => scheme).join(' and ')
        it(`${scene.name} is accessible, does not scroll horizontally and logs no errors at ${width} px, ${schemes}`, async () => {
          const watched = await pageFor(scene, width)
          const { page } = watched
          watched.takeProblems()
          const repeated = scene.repeated === undefined ? {} : { repeated: scene.repeated }
          try {
            await page.emulateMedia({ colorScheme: first.scheme })
            await scene.show(page, samples, stage)
            for (const appearance of appearances) {
              await page.emulateMedia({ colorScheme: appearance.scheme })
              await nextFrames(page)
              await saveScreenshot(page, scene.name, appearance)
              const problems = await findAccessibilityProblems(page, {
                ...repeated,
                contrastOnly: appearance !== first,
              })
              assert.deepEqual(problems, [])
            }
            assert.equal(await fitsWidth(page), true, 'the page scrolls horizontally')
            const expected = scene.expected ?? /^$/
            assert.deepEqual(
              watched.takeProblems().filter((problem) => !expected.test(problem)),
              [],
            )
          } catch (error) {
            // A picture that cannot be taken must not hide what failed.
            await saveScreenshot(page, `failed-${scene.name}`, first).catch(() => undefined)
            // What a failed scene left behind must not fail the next one.
            shared.delete(width)
            throw error
          } finally {
            await scene.leave?.(page, samples, stage)
            await page.unrouteAll({ behavior: 'ignoreErrors' })
            if (shared.get(width) !== watched) await watched.context.close()
          }
        })
      }
    }
  })
}

/** A change of the scheme is shown within two animation frames; what fades is given its end. */
async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
}
