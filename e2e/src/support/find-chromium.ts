import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

const run = promisify(execFile)

/** Command names of browsers, Chromium first. */
const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const knownPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const downloadTimeoutMs = 180_000
const probeTimeoutMs = 20_000

export interface ChromiumSearch {
  /** Whether to install Chromium if the system has none. */
  mayInstall: boolean
  onProgress?: (line: string) => void
}

export type Chromium = { path: string } | { missing: string }

/**
 * Finds a Chromium that runs: the one in MILLRACE_TEST_CHROMIUM, or the one of the system, or one that Playwright or,
 * for root, the Debian package manager installs.
 */
export async function findChromium({ mayInstall, onProgress }: ChromiumSearch): Promise<Chromium> {
  const configured = process.env['MILLRACE_TEST_CHROMIUM']
  if (configured !== undefined) {
    if (await doesRun(configured)) return { path: configured }
    return { missing: `MILLRACE_TEST_CHROMIUM is set to ${configured}, which does not run.` }
  }
  const found = await findInstalled()
  if (found !== undefined) return { path: found }
  if (mayInstall) {
    for (const { title, install } of installers()) {
      onProgress?.(`Chromium not found, installing it with ${title}…`)
      const installed = (await install()) ? await findInstalled() : undefined
      if (installed !== undefined) return { path: installed }
    }
  }
  return {
    missing:
      'Chromium was not found and could not be installed. Install it (Debian, Ubuntu: apt-get install chromium; ' +
      'elsewhere: npx playwright-core install chromium), or set MILLRACE_TEST_CHROMIUM to its path.',
  }
}

async function findInstalled(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  for (const path of [...onPath, ...knownPaths, chromium.executablePath()]) {
    if (await doesRun(path)) return path
  }
  return undefined
}

/** Existence is not enough: a wrapper script may be broken, a download may lack a system library. */
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
      title: 'Playwright',
      install: () => succeeds(process.execPath, [cli, 'install', 'chromium']),
    },
    {
      title: 'apt-get',
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
