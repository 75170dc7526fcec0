import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { openBareEditor } from './bare-editor.ts'
import { quantile } from './quantile.ts'
import { untilBrowserIdle } from './until-browser-idle.ts'
import { workPerKey } from './work-per-key.ts'

/** A fast typist. The preview begins between two keys. */
const KEY_INTERVAL_MS = 120
const TYPED =
  ' + nodes["Step 2"].output.total * 3 + (input.amount > 10 ? input.customer.length : 7) + 12345 + Math.max(1, 2)'

export interface TypingFigures {
  readonly keys: number
  /** Work of the main thread from a key to the paint that shows it. */
  readonly workP50Ms: number
  readonly workP95Ms: number
  readonly cpuP50Ms: number
  readonly cpuP95Ms: number
  readonly layoutsP95: number
  /** From a key to its paint, with the wait for the next animation frame. */
  readonly paintP95Ms: number
  /** Processor time from a key to the next one, with the preview and everything else that follows. */
  readonly allCpuP50Ms: number
}

export interface TypingField {
  readonly path: string
  readonly label: string
}

/** Types into an expression whose value is shown below it. */
export async function measureTyping(
  profile: BrowserContext,
  { path, label }: TypingField,
): Promise<TypingFigures> {
  const page = await profile.newPage()
  await page.goto(path)
  const field = page.getByRole('textbox', { name: label })
  await field.click()
  const preview = page.getByRole('status', { name: `Value of ${label}` })
  await preview.filter({ hasText: /\S/ }).waitFor()
  await field.fill('{{ input.amount }}')
  for (const key of ['End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  await untilBrowserIdle(profile)
  const figures = await typeKeys(page)
  await preview.filter({ hasText: /^\D*\d+$/ }).waitFor()
  await page.close()
  return figures
}

/** The same keys in a page with nothing but a code editor: the least that this machine can do. */
export async function measureBareTyping(profile: BrowserContext): Promise<TypingFigures> {
  const page = await profile.newPage()
  await openBareEditor(page)
  await page.getByRole('textbox').click()
  await untilBrowserIdle(profile)
  const figures = await typeKeys(page)
  await page.close()
  return figures
}

async function typeKeys(page: Page): Promise<TypingFigures> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser.')
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  for (const key of TYPED) {
    const until = performance.now() + KEY_INTERVAL_MS
    await page.keyboard.press(key)
    await sleep(Math.max(0, until - performance.now()))
  }
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: never[] }
  const keys = workPerKey(trace.traceEvents)
  if (keys.length < TYPED.length * 0.9) throw new Error(`Only ${keys.length} keys were painted.`)
  const of = (read: (key: (typeof keys)[number]) => number, share: number) => quantile(keys.map(read), share)
  return {
    keys: keys.length,
    workP50Ms: of(({ workMs }) => workMs, 0.5),
    workP95Ms: of(({ workMs }) => workMs, 0.95),
    cpuP50Ms: of(({ cpuMs }) => cpuMs, 0.5),
    cpuP95Ms: of(({ cpuMs }) => cpuMs, 0.95),
    layoutsP95: of(({ layouts }) => layouts, 0.95),
    paintP95Ms: of(({ paintMs }) => paintMs, 0.95),
    allCpuP50Ms: of(({ allCpuMs }) => allCpuMs, 0.5),
  }
}
