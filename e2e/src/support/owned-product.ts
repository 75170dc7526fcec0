import { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { ApiClient } from './api-client.ts'
import { type Appearance, launchBrowser, openPage, type WatchedPage } from './browser.ts'
import { setUpOwner, useSession } from './owner.ts'
import { type Product, startProduct } from './product.ts'

const DESKTOP: Appearance = { width: 1440, scheme: 'light' }

/** A running product with its owner, and a browser. It exists while the tests of a `describe` run. */
interface OwnedProduct {
  readonly product: Product
  readonly api: ApiClient
  /** A page of the owner, in a profile of its own; by default in the session of the other pages. */
  open(appearance?: Appearance, session?: string): Promise<WatchedPage>
}

/** Call it in a `describe`, before hooks that use it. */
export function startOwnedProduct(): OwnedProduct {
  let product: Product
  let browser: Browser
  let cookie: string
  let api: ApiClient
  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    cookie = await setUpOwner(product)
    api = new ApiClient(product)
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
  })
  return {
    get product() {
      return product
    },
    get api() {
      return api
    },
    async open(appearance = DESKTOP, session = cookie) {
      const watched = await openPage(browser, product.url, appearance)
      await useSession(watched.context, product, session)
      return watched
    },
  }
}
