import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

const run = promisify(execFile)

/** Names of the system's browser, the free one first. */
const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const places = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const downloadTimeoutMs = 180_000
const probeTimeoutMs = 20_000

export interface ChromiumSearch {
  /** Whether to fetch one when the system has none. */
  mayInstall: boolean
  onProgress?: (line: string) => void
}

export type Chromium = { path: string } | { missing: string }

/**
 * Finds a Chromium that runs: the one named by MILLRACE_TEST_CHROMIUM, else the system's, else one that
 * Playwright's installer or, for root, Debian's package brings.
 */
export async function findChromium({ mayInstall, onProgress }: ChromiumSearch): Promise<Chromium> {
  const named = process.env['MILLRACE_TEST_CHROMIUM']
  if (named !== undefined) {
    if (await doesRun(named)) return { path: named }
    return { missing: `MILLRACE_TEST_CHROMIUM names ${named}, which does not run.` }
  }
  const found = await findInstalled()
  if (found !== undefined) return { path: found }
  if (mayInstall) {
    for (const { title, install } of installers()) {
      onProgress?.(`There is no Chromium; trying ${title}…`)
      const fetched = (await install()) ? await findInstalled() : undefined
      if (fetched !== undefined) return { path: fetched }
    }
  }
  return {
    missing:
      'No Chromium was found, and none could be installed. Install one (Debian, Ubuntu: apt-get install ' +
      'chromium; elsewhere: npx playwright-core install chromium), or name one in MILLRACE_TEST_CHROMIUM.',
  }
}

async function findInstalled(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  for (const path of [...onPath, ...places, chromium.executablePath()]) {
    if (await doesRun(path)) return path
  }
  return undefined
}

/** Being there is not enough: a wrapper script may point nowhere, a download may lack a system library. */
async function doesRun(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    await run(path, ['--version'], { timeout: probeTimeoutMs })
    return true
  } catch {
    return false
  }
}

function installers() {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  const isRoot = process.getuid?.() === 0
  const aptEnvironment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return [
    {
      title: "Playwright's installer",
      install: () => succeeds(process.execPath, [cli, 'install', 'chromium']),
    },
    {
      title: 'the package of the system',
      install: async () => {
        if (!isRoot || process.platform !== 'linux') return false
        const install = ['install', '-y', '--no-install-recommends', 'chromium']
        if (await succeeds('apt-get', install, aptEnvironment)) return true
        return (
          (await succeeds('apt-get', ['update'], aptEnvironment)) &&
          succeeds('apt-get', install, aptEnvironment)
        )
      },
    },
  ]
}

async function succeeds(command: string, args: string[], env = process.env): Promise<boolean> {
  try {
    await run(command, args, { timeout: downloadTimeoutMs, env, maxBuffer: 64 * 1024 * 1024 })
    return true
  } catch {
    return false
  }
}
