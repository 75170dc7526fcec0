import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Appearance {
  readonly width: number
  readonly scheme: 'light' | 'dark'
}

/** Desktop and phone, in both colour schemes. */
export const APPEARANCES: readonly Appearance[] = [1440, 390].flatMap((width) => [
  { width, scheme: 'light' as const },
  { width, scheme: 'dark' as const },
])

export async function launchBrowser(): Promise<Browser> {
  const found = await findChromium({ mayInstall: false })
  if ('missing' in found) throw new Error(found.missing)
  return chromium.launch({ executablePath: found.path, args: SWITCHES })
}

/** A page that records problems a person does not see. */
export interface WatchedPage {
  readonly page: Page
  readonly context: BrowserContext
  /** Console errors, exceptions and requests to other hosts since the last call. */
  takeProblems(): string[]
}

export async function openPage(
  browser: Browser,
  url: string,
  appearance: Appearance,
  { javaScript = true } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    javaScriptEnabled: javaScript,
    viewport: { width: appearance.width, height: appearance.width < 500 ? 844 : 900 },
    colorScheme: appearance.scheme,
    reducedMotion: 'reduce',
    baseURL: url,
  })
  return watchPage(await context.newPage(), url)
}

/** Records the problems of a page from now on. */
function watchPage(page: Page, url: string): WatchedPage {
  let problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) {
      problems.push(`request to another host: ${request.url()}`)
    }
  })
  return {
    page,
    context: page.context(),
    takeProblems() {
      const taken = problems
      problems = []
      return taken
    },
  }
}

interface Examination {
  /** Only what depends on the colour scheme. */
  readonly contrastOnly?: boolean
  /** Elements of which a long page has hundreds that look alike: the contrast of the first few is measured. */
  readonly repeated?: string
}

/** Measuring contrast takes most of the time. The other rule is about `!important` in style attributes, which React cannot set. */
const CONTRAST = 'color-contrast'
const LEFT_OUT = ['avoid-inline-spacing']
const MEASURED_REPETITIONS = 4

/** Runs axe and returns one line per violated rule and element. */
export async function findAccessibilityProblems(
  page: Page,
  { contrastOnly = false, repeated }: Examination = {},
): Promise<string[]> {
  const contrast = { only: [CONTRAST], without: [], repeated }
  if (contrastOnly) return runAxe(page, contrast)
  if (repeated === undefined) return runAxe(page, { without: LEFT_OUT })
  return [...(await runAxe(page, { without: [...LEFT_OUT, CONTRAST] })), ...(await runAxe(page, contrast))]
}

interface AxeOptions {
  readonly only?: readonly string[]
  readonly without: readonly string[]
  readonly repeated?: string | undefined
}

async function runAxe(page: Page, { only, without, repeated }: AxeOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    // Injected through the debugger, because the content security policy allows no foreign scripts.
    const session = await page.context().newCDPSession(page)
    await session.send('Runtime.evaluate', { expression: AXE })
    await session.detach()
  }
  const options = {
    resultTypes: ['violations'],
    // Only for a rule about sound: it loads stylesheets again, which fails while the server is stopped.
    preload: false,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(only === undefined ? {} : { runOnly: only }),
  }
  return page.evaluate(
    async ([settings, selector, kept]) => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(
            context: object,
            options: object,
          ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
        }
      }
      const skipped = selector === undefined ? [] : [...document.querySelectorAll(selector)].slice(kept)
      const context = skipped.length === 0 ? document : { include: [document], exclude: skipped }
      const { violations } = await axe.run(context, settings)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
    },
    [options, repeated, MEASURED_REPETITIONS] as const,
  )
}

/** Chromium takes minutes for taller pictures. */
const TALLEST_PICTURE = 16_000

/** Saves a screenshot if MILLRACE_TEST_PICTURES names a folder. */
export async function saveScreenshot(page: Page, name: string, appearance: Appearance): Promise<void> {
  const folder = process.env['MILLRACE_TEST_PICTURES']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({
    path: join(folder, `${name}-${appearance.width}-${appearance.scheme}.png`),
    fullPage: await page.evaluate((tallest) => {
      const height = document.documentElement.scrollHeight
      return height > innerHeight && height <= tallest
    }, TALLEST_PICTURE),
  })
}

/** True if the page does not scroll horizontally. */
export function fitsWidth(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
}
