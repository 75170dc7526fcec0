import type { Page } from 'playwright-core'

const GIVE_UP_MS = 60_000

declare global {
  interface Window {
    /** Milliseconds from the navigation to the end of the first paint that shows what was asked for. */
    shownAt: Promise<number | undefined>
  }
}

/**
 * Opens an address and measures from the navigation until the first paint in which `isShown` holds. `isShown` runs in the
 * page.
 */
export async function timeUntilShown(page: Page, path: string, isShown: () => boolean): Promise<number> {
  await page.addInitScript(`(${watch.toString()})(${isShown.toString()}, ${GIVE_UP_MS})`)
  await page.goto(path, { waitUntil: 'commit' })
  const shownAt = await page.evaluate(() => window.shownAt)
  if (shownAt === undefined) throw new Error(`${path} did not show what was expected: ${isShown.toString()}`)
  return shownAt
}

function watch(isShown: () => boolean, giveUpMs: number): void {
  window.shownAt = new Promise((resolve) => {
    const look = () => {
      if (performance.now() > giveUpMs) return resolve(undefined)
      if (!isShown()) return requestAnimationFrame(look)
      // A message arrives after the paint of this animation frame.
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () => resolve(performance.now()))
      channel.port1.start()
      return channel.port2.postMessage(undefined)
    }
    requestAnimationFrame(look)
  })
}

/** Runs in the page. */
export function isTitleShown(): boolean {
  return document.querySelector('main h1') !== null
}

/** Runs in the page. */
export function isFormShown(): boolean {
  return document.querySelector('form input[type=password]') !== null
}

/** Runs in the page: cards on the canvas, or the picture of the overview. */
export function areNodesShown(): boolean {
  if (document.querySelectorAll('[data-node]').length >= 10) return true
  const overview = document.querySelector<HTMLCanvasElement>('.bg-canvas > canvas[aria-hidden]')
  if (overview === null || overview.width === 0) return false
  const copy = new OffscreenCanvas(64, 40).getContext('2d')
  copy?.drawImage(overview, 0, 0, 64, 40)
  return copy?.getImageData(0, 0, 64, 40).data.some((value) => value > 0) ?? false
}

/** Runs in the page: the rows of the timeline, and the graph. */
export function isRunShown(): boolean {
  return (
    document.querySelectorAll('[role=tree][aria-label=Timeline] [role=treeitem]').length >= 4 &&
    document.querySelectorAll('[data-node]').length >= 4
  )
}

/** Runs in the page: a screenful of rows of data. */
export function isDataShown(): boolean {
  const rows = document.querySelectorAll(
    'aside [role=treeitem], [role=tabpanel] [role=treeitem][aria-setsize]',
  )
  return rows.length >= 20
}
