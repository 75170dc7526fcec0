import type { Locator, Page } from 'playwright-core'

/** The card of a node on the canvas, or its row in the list. */
export function nodeCard(page: Page, name: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${RegExp.escape(name)}(,|$)`) })
}
