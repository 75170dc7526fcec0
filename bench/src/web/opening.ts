import type { BrowserContext, Page } from 'playwright-core'
import { median } from './quantile.ts'
import { timeUntilShown } from './time-until-shown.ts'
import { untilBrowserIdle } from './until-browser-idle.ts'
import { MainThread, type Visitor } from './visitor.ts'

export interface Opening {
  readonly path: string
  readonly isShown: () => boolean
  /** Kept in the browser before the page opens, such as the view of a graph. */
  readonly stored?: Readonly<Record<string, string>>
}

interface OpeningFigures {
  /** With nothing in the cache of the browser. */
  readonly firstMs: number
  /** With scripts and data of an earlier visit. */
  readonly againMs: number
  /** Of the main thread, on a return. */
  readonly cpuMs: number
  readonly elements: number
  readonly heapMb: number
}

/** Opens a page in new profiles, and repeatedly in one. The first visit of all warms up the server and is not counted. */
export async function measureOpening(
  visitor: Visitor,
  opening: Opening,
  rounds: number,
): Promise<OpeningFigures> {
  const first: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const profile = await visitor.openProfile()
    const { ms } = await visit(profile, opening)
    if (round > 0) first.push(ms)
    await profile.close()
  }
  const profile = await visitor.openProfile()
  await visit(profile, opening)
  const again = []
  for (let round = 0; round < rounds; round += 1) again.push(await visit(profile, opening))
  await profile.close()
  const last = again.at(-1)
  return {
    firstMs: median(first),
    againMs: median(again.map(({ ms }) => ms)),
    cpuMs: median(again.map(({ cpuMs }) => cpuMs)),
    elements: last?.elements ?? Number.NaN,
    heapMb: last?.heapMb ?? Number.NaN,
  }
}

async function visit(profile: BrowserContext, opening: Opening) {
  const page = await openPage(profile, opening)
  const thread = await MainThread.of(page)
  const ms = await timeUntilShown(page, opening.path, opening.isShown)
  const cpuMs = await thread.cpuMs()
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  const session = await profile.newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await page.close()
  return { ms, cpuMs, elements, heapMb: usedSize / 1024 / 1024 }
}

/** A page in a new window, as soon as the browser has finished opening it. */
export async function openPage(
  profile: BrowserContext,
  { stored = {} }: Pick<Opening, 'stored'>,
): Promise<Page> {
  const page = await profile.newPage()
  const entries = JSON.stringify(Object.entries(stored))
  await page.addInitScript(`for (const [key, value] of ${entries}) localStorage.setItem(key, value)`)
  await untilBrowserIdle(profile)
  return page
}
