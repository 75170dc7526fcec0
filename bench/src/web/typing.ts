import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { quantile } from './quantile.ts'
import { MainThread } from './visitor.ts'

/** A fast typist. The preview begins between two keys. */
const KEY_INTERVAL_MS = 120
const TYPED =
  ' + nodes["Step 2"].output.total * 3 + (input.amount > 10 ? input.customer.length : 7) + 12345 + Math.max(1, 2)'

interface TypingFigures {
  readonly keys: number
  /** Work of the main thread from a key to its paint. */
  readonly workP95Ms: number
  readonly cpuP50Ms: number
  readonly cpuP95Ms: number
  readonly layoutsP95: number
  /** From a key to its paint, with the wait for the next animation frame. */
  readonly paintP95Ms: number
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
  const figures = await typeKeys(page)
  await preview.filter({ hasText: /^\D*\d+$/ }).waitFor()
  await page.close()
  return figures
}

/** The same keys in a page with nothing but a text field: the least that this machine can do. */
export async function measureBareTyping(profile: BrowserContext): Promise<TypingFigures> {
  const page = await profile.newPage()
  await page.setContent('<textarea cols="60"></textarea>')
  await page.getByRole('textbox').click()
  const figures = await typeKeys(page)
  await page.close()
  return figures
}

async function typeKeys(page: Page): Promise<TypingFigures> {
  const thread = await MainThread.of(page)
  await page.evaluate(watchKeys)
  const work: number[] = []
  const cpu: number[] = []
  const layouts: number[] = []
  for (const key of TYPED) {
    const until = performance.now() + KEY_INTERVAL_MS
    const before = await thread.taskTimes()
    await page.keyboard.press(key)
    await untilPainted(page)
    const after = await thread.taskTimes()
    work.push(after.wallMs - before.wallMs)
    cpu.push(after.cpuMs - before.cpuMs)
    layouts.push(after.layouts - before.layouts)
    await sleep(Math.max(0, until - performance.now()))
  }
  const paints = await page.evaluate(() => window.paints)
  return {
    keys: work.length,
    workP95Ms: quantile(work, 0.95),
    cpuP50Ms: quantile(cpu, 0.5),
    cpuP95Ms: quantile(cpu, 0.95),
    layoutsP95: quantile(layouts, 0.95),
    paintP95Ms: quantile(paints, 0.95),
  }
}

declare global {
  interface Window {
    /** Milliseconds from each key to the end of the next paint. */
    paints: number[]
  }
}

function watchKeys(): void {
  window.paints = []
  const afterPaint = (work: () => void) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', work)
      channel.port1.start()
      channel.port2.postMessage(undefined)
    })
  addEventListener(
    'keydown',
    ({ timeStamp }) => afterPaint(() => window.paints.push(performance.now() - timeStamp)),
    { capture: true },
  )
}

/** Two animation frames: the second one begins after the first one was painted. */
function untilPainted(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}
