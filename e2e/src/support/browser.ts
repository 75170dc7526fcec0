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

export interface Look {
  readonly width: number
  readonly scheme: 'light' | 'dark'
}

/** Desktop and phone, in both colour schemes. */
export const LOOKS: readonly Look[] = [1440, 390].flatMap((width) => [
  { width, scheme: 'light' as const },
  { width, scheme: 'dark' as const },
])

export async function launchBrowser(): Promise<Browser> {
  const found = await findChromium({ mayInstall: false })
  if ('missing' in found) throw new Error(found.missing)
  return chromium.launch({ executablePath: found.path, args: SWITCHES })
}

/** A page that keeps what a person would never see and always should know: errors, and requests to elsewhere. */
export interface WatchedPage {
  readonly page: Page
  readonly context: BrowserContext
  /** Console errors, exceptions and requests to other hosts since the last call. */
  takeComplaints(): string[]
}

export async function openPage(
  browser: Browser,
  url: string,
  look: Look,
  { javaScript = true } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    javaScriptEnabled: javaScript,
    viewport: { width: look.width, height: look.width < 500 ? 844 : 900 },
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
    baseURL: url,
  })
  const page = await context.newPage()
  let complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) {
      complaints.push(`A request to another host: ${request.url()}`)
    }
  })
  return {
    page,
    context,
    takeComplaints() {
      const taken = complaints
      complaints = []
      return taken
    },
  }
}

/** What axe finds wrong with the page as it stands, one line per rule and element. */
export async function findAccessibilityProblems(page: Page): Promise<string[]> {
  // Through the debugger, since the page's own policy allows no script from elsewhere.
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: AXE })
  await session.detach()
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  })
}

/** Kept only where somebody asked for pictures to look at. */
export async function takePicture(page: Page, name: string, look: Look): Promise<void> {
  const folder = process.env['MILLRACE_TEST_PICTURES']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}-${look.width}-${look.scheme}.png`), fullPage: true })
}

/** True when nothing sticks out to the right, which on a phone means scrolling sideways. */
export function fitsWidth(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
}
