import { performance } from 'node:perf_hooks'
import type { BrowserContext, Page } from 'playwright-core'
import { type Opening, openPage } from './opening.ts'
import { quantile } from './quantile.ts'
import { timeUntilShown } from './time-until-shown.ts'
import { untilBrowserIdle } from './until-browser-idle.ts'
import { MainThread } from './visitor.ts'

const SAMPLE_MS = 3_000
const RADIUS = 260
/** Pixels per movement of the mouse. */
const STRIDE = 14

declare global {
  interface Window {
    /** Milliseconds between the animation frames since the sampling began. */
    intervals: number[]
  }
}

interface PanningFigures {
  readonly p95Ms: number
  readonly perSecond: number
  /** Processor time of the main thread per animation frame. */
  readonly cpuMs: number
}

/** Drags a graph in circles with the mouse, and measures the time between animation frames. */
export async function measurePanning(profile: BrowserContext, opening: Opening): Promise<PanningFigures> {
  const page = await openPage(profile, opening)
  await timeUntilShown(page, opening.path, opening.isShown)
  await untilBrowserIdle(profile)
  const start = await findEmptySpot(page)
  const thread = await MainThread.of(page)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await drag(page, start, SAMPLE_MS / 6)
  const viewBefore = await readView(page)
  const before = await thread.cpuMs()
  await page.evaluate(sampleIntervals)
  await drag(page, start, SAMPLE_MS)
  const intervals = await page.evaluate(() => window.intervals)
  const after = await thread.cpuMs()
  if ((await readView(page)) === viewBefore) throw new Error('Dragging did not move the graph.')
  await page.mouse.up()
  await page.close()
  return {
    p95Ms: quantile(intervals, 0.95),
    perSecond: intervals.length / (SAMPLE_MS / 1000),
    cpuMs: (after - before) / intervals.length,
  }
}

/** Each movement is sent when the page has handled the one before, at most once per animation frame. */
async function drag(page: Page, start: { x: number; y: number }, durationMs: number): Promise<void> {
  const until = performance.now() + durationMs
  for (let angle = 0; performance.now() < until; angle += STRIDE / RADIUS) {
    await page.mouse.move(start.x + RADIUS * Math.sin(angle), start.y + RADIUS * (1 - Math.cos(angle)))
  }
}

function sampleIntervals(): void {
  window.intervals = []
  let last: number | undefined
  const sample = (now: number) => {
    if (last !== undefined) window.intervals.push(now - last)
    last = now
    requestAnimationFrame(sample)
  }
  requestAnimationFrame(sample)
}

/** A point of the canvas without a card. */
async function findEmptySpot(page: Page): Promise<{ x: number; y: number }> {
  const spot = await page.evaluate(() => {
    const canvas = document.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect()
    for (let y = canvas.y + canvas.height * 0.25; y < canvas.bottom; y += 10) {
      for (let x = canvas.x + canvas.width / 2; x < canvas.right; x += 10) {
        if (document.elementFromPoint(x, y)?.classList.contains('react-flow__pane') === true) return { x, y }
      }
    }
    return undefined
  })
  if (spot === undefined) throw new Error('The canvas has no empty spot to drag.')
  return spot
}

function readView(page: Page): Promise<string> {
  return page.evaluate(
    () => document.querySelector<HTMLElement>('.react-flow__viewport')?.style.transform ?? '',
  )
}
