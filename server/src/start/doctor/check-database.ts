import type { Snapshot } from '#ports/index.ts'
import { compareMigrations, loadSqlite } from '#store/index.ts'
import { VERSION } from '../version.ts'
import { openSnapshot, sqliteFile } from '../wiring/open-configured-store.ts'
import { sampleContents } from './check-file-storage.ts'
import { type CheckContext, type CheckResult, type Finding, messageOf } from './finding.ts'

/** What the other checks need to know of the database. */
export interface DatabaseFacts {
  readonly migrations: readonly string[]
  readonly canary: string | undefined
  /** The time of the database, if it has a clock of its own. */
  readonly time: number | undefined
  /** When each process was seen last, and its version. */
  readonly processes: readonly { readonly seenAt: number; readonly version: string | undefined }[]
  readonly isPaused: boolean
  /** Keys of a few contents of files. */
  readonly contents: readonly string[]
}

/** A process that was seen this long ago still runs. */
const ALIVE_MS = 12_000
const CLOCK_TOLERANCE_MS = 5_000

/** Facts are undefined if the database cannot be read. */
export async function checkDatabase({
  config,
}: CheckContext): Promise<{ result: CheckResult; facts: DatabaseFacts | undefined }> {
  const refuse = (fault: Finding) => ({ result: { name: 'database', faults: [fault] }, facts: undefined })
  try {
    if (config.databaseUrl === undefined) {
      const { findDamage } = await loadSqlite()
      const damage = findDamage(sqliteFile(config), true)
      if (damage !== undefined) {
        return refuse({
          what: `The database is damaged: ${messageOf(new Error(damage))}.`,
          remedy: 'Stop the service, keep a copy of the data folder, and restore a backup into an empty one.',
        })
      }
    }
    const snapshot = await openSnapshot(config)
    try {
      const facts = await readFacts(snapshot)
      return { result: { name: 'database', faults: [] }, facts }
    } finally {
      await snapshot.close()
    }
  } catch (error) {
    return refuse({
      what: `The database cannot be read: ${messageOf(error)}`,
      remedy:
        config.databaseUrl === undefined
          ? 'Check MILLRACE_DATA and the permissions of the folder.'
          : 'Check DATABASE_URL, and that the server runs and accepts connections.',
    })
  }
}

export function checkVersion({ now }: CheckContext, { migrations, processes }: DatabaseFacts): CheckResult {
  const faults: Finding[] = []
  const { pending, unknown } = compareMigrations(migrations)
  if (unknown.length > 0) {
    faults.push({
      what: `The database was migrated by a newer version (migration ${unknown[0] ?? ''} is unknown here).`,
      remedy: 'Install that version, or restore a backup of this one into an empty installation.',
    })
  } else if (pending.length > 0) {
    faults.push({
      what: `The database lacks ${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'} of this version.`,
      remedy: 'Start the service, or run `migrate`.',
    })
  }
  const others = processes.filter(
    ({ seenAt, version }) => version !== undefined && version !== VERSION && now() - seenAt < ALIVE_MS,
  )
  for (const { version } of others.slice(0, 1)) {
    faults.push({
      what: `A process of version ${version ?? ''} runs on this database; this is version ${VERSION}.`,
      remedy: 'Start the same version everywhere.',
    })
  }
  return { name: 'version', faults }
}

export function checkClock({ now }: CheckContext, { time, processes }: DatabaseFacts): CheckResult {
  const latest = Math.max(0, ...processes.map(({ seenAt }) => seenAt))
  const differs = time !== undefined && Math.abs(now() - time) > CLOCK_TOLERANCE_MS
  const remedy = 'Synchronize the clocks, for example with chrony or systemd-timesyncd.'
  if (differs) {
    const seconds = Math.round(Math.abs(now() - (time ?? 0)) / 1_000)
    return {
      name: 'clock',
      faults: [{ what: `The clocks of this machine and of the database differ by ${seconds} s.`, remedy }],
    }
  }
  if (time !== undefined || latest - now() <= CLOCK_TOLERANCE_MS) return { name: 'clock', faults: [] }
  const seconds = Math.round((latest - now()) / 1_000)
  return {
    name: 'clock',
    faults: [{ what: `The clock is ${seconds} s behind the time at which the service last ran.`, remedy }],
  }
}

export function isRunning({ processes }: DatabaseFacts, now: number): boolean {
  return processes.some(({ seenAt }) => Math.abs(now - seenAt) < ALIVE_MS)
}

async function readFacts(snapshot: Snapshot): Promise<DatabaseFacts> {
  const vault = await readTable(snapshot, 'vault_records')
  const seen = await readTable(snapshot, 'heartbeats')
  const described = await readTable(snapshot, 'processes')
  const pauses = await readTable(snapshot, 'pauses')
  return {
    migrations: snapshot.migrations,
    time: snapshot.time,
    canary: vault.find((row) => row['name'] === 'canary')?.['sealed'] as string | undefined,
    processes: seen.map((row) => ({
      seenAt: Number(row['seen_at']),
      version: described.find(({ id }) => id === row['owner'])?.['version'] as string | undefined,
    })),
    isPaused: pauses.some((row) => row['scope'] === 'installation'),
    contents: await sampleContents(snapshot),
  }
}

/** A small table; empty if there is none, because the database is of another version. */
async function readTable(snapshot: Snapshot, name: string): Promise<readonly Record<string, unknown>[]> {
  const table = snapshot.tables.find((one) => one.name === name)
  const found: Record<string, unknown>[] = []
  if (table === undefined) return found
  for await (const batch of table.rows()) {
    for (const row of batch) {
      found.push(Object.fromEntries(table.columns.map((column, index) => [column, row[index]])))
    }
  }
  return found
}
