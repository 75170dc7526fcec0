import { expect, test } from 'vitest'
import html from '../../index.html?raw'
import manifest from '../../public/manifest.webmanifest?raw'
import * as common from '../texts/common.ts'

/** Browsers read these files without running the app, so they repeat texts of the catalogue. */
test('index.html has the texts of the catalogue', () => {
  const page = new DOMParser().parseFromString(html, 'text/html')
  expect(page.title).toBe(common.product)
  expect(page.querySelector<HTMLMetaElement>('meta[name="description"]')?.content).toBe(common.tagline)
  expect(page.querySelector('noscript')?.textContent).toBe(common.needsJavaScript)
})

test('the manifest has the texts of the catalogue', () => {
  expect(JSON.parse(manifest)).toMatchObject({
    name: common.product,
    short_name: common.product,
    description: common.tagline,
  })
})
