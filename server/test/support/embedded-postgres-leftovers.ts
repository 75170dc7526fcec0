import { readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sitePrefix, siteParents } from './embedded-postgres-site.ts'

const refreshEveryMs = 2_000
/** Age counts as well as the process id: the owner may run in another container that shares the folder. */
const abandonedAfterMs = 15_000

/** Marks a site as in use by this process, until the returned function is called. */
export async function claimSite(folder: string): Promise<() => void> {
  const file = join(folder, 'owner.pid')
  await writeFile(file, String(process.pid))
  const refresh = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => clearInterval(refresh))
  }, refreshEveryMs)
  return () => clearInterval(refresh)
}

/** Ends servers whose owner was killed before it could stop them, and removes their files. */
export async function removeLeftovers(): Promise<void> {
  for (const parent of siteParents()) {
    const names = await readdir(parent).catch(() => [])
    for (const name of names) {
      const folder = join(parent, name)
      if (name.startsWith(sitePrefix) && (await isAbandoned(folder))) {
        await endServer(join(folder, 'data'))
        // Leftovers of another user cannot be removed here.
        await rm(folder, { recursive: true, force: true }).catch(() => undefined)
      }
    }
  }
}

async function isAbandoned(folder: string): Promise<boolean> {
  const owner = join(folder, 'owner.pid')
  const seen = (await stat(owner).catch(() => null)) ?? (await stat(folder).catch(() => null))
  if (seen === null || Date.now() - seen.mtimeMs < abandonedAfterMs) return false
  const pid = Number(await readFile(owner, 'utf8').catch(() => '0'))
  return pid <= 0 || !isRunning(pid)
}

async function endServer(data: string): Promise<void> {
  const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  if (!(pid > 0) || !(await isServerOf(pid, data))) return
  process.kill(pid, 'SIGQUIT')
  for (let attempt = 0; attempt < 50 && isRunning(pid); attempt += 1) await sleep(100)
}

/** Process ids are reused: a process that is not provably the server is not killed. */
async function isServerOf(pid: number, data: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.split('\0').includes(data)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
