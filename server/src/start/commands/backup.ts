import { resolve } from 'node:path'
import { systemClock } from '#adapters/index.ts'
import type { Snapshot } from '#ports/index.ts'
import { timestamp } from '#features/index.ts'
import { compareMigrations, ownTables } from '#store/index.ts'
import { describeFilesOf } from '../backup/file-contents.ts'
import { checkBackup, readRows, UnusableBackup } from '../backup/read-backup.ts'
import { resolveTarget, UnusableTarget, writeBackup, type WrittenBackup } from '../backup/write-backup.ts'
import { Progress } from '../progress.ts'
import type { Config } from '../settings/config.ts'
import { VERSION } from '../version.ts'
import {
  claimStore,
  explainMissingInstallation,
  hasInstallation,
  openRestore,
  openSnapshot,
} from '../wiring/open-configured-store.ts'
import { type CommandCall, UsageError } from './command.ts'
import { requireArgument } from './with-store.ts'

/** Of files that lack contents. */
const MISSING_SHOWN = 100

/** Writes everything in the database at one moment to a file, while the service runs. */
export async function backup({ config, args, print }: CommandCall): Promise<void> {
  const file = await resolveTarget(resolve(requireArgument(args, 0, 'file'))).catch(explain)
  if (!(await hasInstallation(config))) throw new UsageError(explainMissingInstallation(config))
  const snapshot = await openSnapshot(config)
  const progress = new Progress({ what: 'rows' })
  try {
    requireContents(config, snapshot)
    const written = await writeBackup(file, snapshot, {
      database: config.databaseUrl === undefined ? 'sqlite' : 'postgresql',
      version: VERSION,
      createdAt: timestamp(systemClock.now()),
      onRows: (done, total) => progress.update(done, total),
      findMissing: () => findMissing(config, snapshot.missingContents),
    })
    progress.finish()
    print(`${written.rows} rows of ${snapshot.tables.length} tables written to ${written.file}.`)
    print(
      config.masterKey === undefined
        ? `The secrets in it are encrypted. Keep a copy of ${config.masterKeyFile} in another place: without it the backup cannot be used.`
        : 'The secrets in it are encrypted. Keep MILLRACE_MASTER_KEY in another place: without it the backup cannot be used.',
    )
    if (written.missing.length > 0) throw new Error(explainMissing(file, written))
  } finally {
    await snapshot.close()
  }
}

/** Files whose contents could not be read although they still exist. */
async function findMissing(config: Config, contents: ReadonlySet<string>): Promise<readonly string[]> {
  if (contents.size === 0) return []
  const present = await openSnapshot(config)
  try {
    return await describeFilesOf(present, contents)
  } finally {
    await present.close()
  }
}

function explainMissing(file: string, { file: incomplete, missing }: WrittenBackup): string {
  const listed = missing.slice(0, MISSING_SHOWN).map((one) => `  ${one}`)
  const more = missing.length - listed.length
  return [
    `The backup is incomplete: the file storage lacks the contents of ${missing.length === 1 ? '1 file' : `${missing.length} files`}, or a part of them:`,
    ...listed,
    ...(more > 0 ? [`  and ${more} more`] : []),
    `Everything else is in ${incomplete}. ${file} was not changed. Restore the contents from an earlier backup, or delete these files, and run the command again.`,
  ].join('\n')
}

/** A backup of nothing must not replace one that has something. */
function requireContents(config: Config, { migrations, tables }: Snapshot): void {
  const [unknown] = compareMigrations(migrations).unknown
  if (unknown !== undefined) {
    throw new Error(
      `The database was migrated by a newer version of Millrace (migration ${unknown} is unknown here), which may have tables that this one does not know. Make the backup with that version.`,
    )
  }
  if (tables.find(({ name }) => name === 'accounts')?.rowCount !== 0) return
  const [folder, setting] =
    config.databaseUrl === undefined ? [config.dataFolder, 'MILLRACE_DATA'] : ['the database', 'DATABASE_URL']
  throw new UsageError(
    `The installation in ${folder} has no account, so there is nothing to back up. Check ${setting}.`,
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
    // Backups of earlier versions also have the tables of other programs in the same database.
    const own = ownTables(header.migrations)
    const foreign = new Set<string>()
    try {
      for await (const { table, rows } of readRows(file)) {
        if (!own.has(table.name)) {
          foreign.add(table.name)
          continue
        }
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
    if (foreign.size > 0) {
      print(`Left out, because these tables are not of Millrace: ${[...foreign].join(', ')}.`)
    }
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
  throw error instanceof UnusableBackup || error instanceof UnusableTarget
    ? new UsageError(error.message)
    : error
}
