import { resolve } from 'node:path'
import { systemClock } from '#adapters/index.ts'
import type { Snapshot } from '#ports/index.ts'
import { timestamp } from '#features/index.ts'
import { checkBackup, readRows, UnusableBackup } from '../backup/read-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { Progress } from '../progress.ts'
import type { Config } from '../settings/config.ts'
import { VERSION } from '../version.ts'
import {
  claimStore,
  explainMissingInstallation,
  openRestore,
  openSnapshot,
} from '../wiring/open-configured-store.ts'
import { type CommandCall, UsageError } from './command.ts'
import { requireArgument } from './with-store.ts'

/** Writes everything in the database at one moment to a file, while the service runs. */
export async function backup({ config, args, print }: CommandCall): Promise<void> {
  const file = resolve(requireArgument(args, 0, 'file'))
  const snapshot = await openSnapshot(config)
  const progress = new Progress({ what: 'rows' })
  try {
    requireContents(config, snapshot)
    const rows = await writeBackup(file, snapshot, {
      database: config.databaseUrl === undefined ? 'sqlite' : 'postgresql',
      version: VERSION,
      createdAt: timestamp(systemClock.now()),
      onRows: (done, total) => progress.update(done, total),
    })
    progress.finish()
    print(`${rows} rows of ${snapshot.tables.length} tables written to ${file}.`)
    print(
      config.masterKey === undefined
        ? `The secrets in it are encrypted. Keep a copy of ${config.masterKeyFile} in another place: without it they are lost.`
        : 'The secrets in it are encrypted. Keep MILLRACE_MASTER_KEY in another place: without it they are lost.',
    )
  } finally {
    await snapshot.close()
  }
}

/** A backup of nothing must not replace one that has something. */
function requireContents(config: Config, { migrations, tables }: Snapshot): void {
  if (migrations.length === 0) throw new UsageError(explainMissingInstallation(config))
  if (tables.find(({ name }) => name === 'accounts')?.rowCount !== 0) return
  const place = config.databaseUrl === undefined ? config.dataFolder : 'the database'
  const setting = config.databaseUrl === undefined ? 'MILLRACE_DATA' : 'DATABASE_URL'
  throw new UsageError(
    `The installation in ${place} has no account, so there is nothing to back up. Check ${setting}.`,
  )
}

/** Fills an empty installation with a backup, of either database. Its triggers are paused. */
export async function restore({ config, args, print }: CommandCall): Promise<void> {
  const file = resolve(requireArgument(args, 0, 'file'))
  const release = await claimStore(config)
  try {
    const checking = new Progress({ what: 'rows checked' })
    const header = await checkBackup(file, (done, total) => checking.update(done, total)).catch(explain)
    checking.finish()
    const target = await openRestore(config, header.migrations, systemClock)
    const progress = new Progress({ what: 'rows', total: header.rows })
    let done = 0
    try {
      for await (const { table, rows } of readRows(file)) {
        await target.insert(table.name, table.columns, rows)
        progress.update((done += rows.length))
      }
      await target.finish({ at: systemClock.now(), by: 'Restored backup' })
    } catch (error) {
      await target.cancel()
      throw error
    }
    progress.finish()
    print(
      `${done} rows restored from ${file}, which version ${header.version} wrote at ${header.created_at}.`,
    )
    print(
      'All triggers are paused, so that nothing starts by itself; `resume` ends that. Runs that were in progress continue when the service starts.',
    )
    if (config.masterKey === undefined) {
      print(`The service needs the master key of the original: copy it to ${config.masterKeyFile}.`)
    }
  } finally {
    release()
  }
}

function explain(error: unknown): never {
  throw error instanceof UnusableBackup ? new UsageError(error.message) : error
}
