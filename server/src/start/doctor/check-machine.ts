import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Config, warnOfUnknownSettings } from '../settings/config.ts'
import type { CheckContext, CheckResult, Finding } from './finding.ts'

const MIB = 1024 * 1024

/** Settings with an invalid value stop every command, this one too; here are those that nothing reads. */
export function checkSettings({ environment }: CheckContext): CheckResult {
  const faults = warnOfUnknownSettings(environment).map((what) => ({
    what,
    remedy: 'Correct the name, or remove it from the environment.',
  }))
  return { name: 'settings', faults }
}

export async function checkDataFolder({ config }: CheckContext): Promise<CheckResult> {
  const { dataFolder } = config
  const faults: Finding[] = []
  const found = await stat(dataFolder).catch(() => undefined)
  if (found === undefined) {
    if (!isNeeded(config)) return { name: 'data folder', faults }
    faults.push({
      what: `The data folder ${dataFolder} does not exist.`,
      remedy: 'Correct MILLRACE_DATA, or start the service to create it.',
    })
  } else if (!found.isDirectory()) {
    faults.push({ what: `${dataFolder} is not a folder.`, remedy: 'Set MILLRACE_DATA to a folder.' })
  } else {
    const isWritable = await access(dataFolder, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    )
    if (!isWritable) {
      faults.push({
        what: `The data folder ${dataFolder} is not writable.`,
        remedy: 'Make the user that runs the service its owner.',
      })
    }
  }
  return { name: 'data folder', faults }
}

/** With PostgreSQL, it holds the master key, and nothing if the key is elsewhere. */
function isNeeded({ dataFolder, databaseUrl, masterKey, masterKeyFile }: Config): boolean {
  return databaseUrl === undefined || (masterKey === undefined && dirname(masterKeyFile) === dataFolder)
}

/** PostgreSQL has its disk elsewhere. */
export async function checkDisk({ config }: CheckContext): Promise<CheckResult> {
  const { dataFolder, databaseUrl, diskFloorBytes } = config
  const found = databaseUrl === undefined ? await statfs(dataFolder).catch(() => undefined) : undefined
  const free = found === undefined ? Infinity : found.bavail * found.bsize
  if (free >= diskFloorBytes) return { name: 'disk', faults: [] }
  const [freeMib, floorMib] = [Math.floor(free / MIB), Math.ceil(diskFloorBytes / MIB)]
  return {
    name: 'disk',
    faults: [
      {
        what: `${freeMib} MiB are free in ${dataFolder}. Below ${floorMib} MiB the service refuses writes.`,
        remedy: 'Free some disk space, or lower MILLRACE_DISK_FLOOR_MB.',
      },
    ],
  }
}
