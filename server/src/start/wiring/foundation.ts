import type { FastifyBaseLogger } from 'fastify'
import { DiskReserve, DiskWatch, randomIds, systemClock, systemScheduler } from '#adapters/index.ts'
import { FileService } from '#features/index.ts'
import type { Clock, Ids, Log, Scheduler, Vault } from '#ports/index.ts'
import { type ProgressOutput, standardError } from '../progress.ts'
import type { Config } from '../settings/config.ts'
import { claimStore, migrate, type OpenedStore, openStore } from './open-configured-store.ts'
import { openVault } from './open-vault.ts'

export interface FoundationOptions {
  readonly config: Config
  readonly logger: FastifyBaseLogger
  onFatal(error: unknown): void
  /** The address of a run in the web app; without it, events have no links. */
  runUrl?(executionId: string): string | null
  /** Replaces the system clock. */
  readonly clock?: Clock
}

/** What every role needs: store, vault, clock and the like. */
export interface Foundation extends OpenedStore {
  readonly config: Config
  readonly log: FastifyBaseLogger
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly ids: Ids
  readonly disk: DiskWatch
  readonly vault: Vault
  readonly files: FileService
  readonly appliedMigrations: readonly string[]
}

/** Outside of a terminal, everything that the service says is a line of its log. */
function progressInLog(log: Log): ProgressOutput {
  if (standardError.isTerminal) return standardError
  return {
    isTerminal: false,
    write: (text) => log.info({ progress: text.trimEnd() }, 'migrating the database'),
  }
}

/** Opens store and vault. Pushes a function to `undo` for everything it opens, in case a later step fails. */
export async function openFoundation(
  { config, logger: log, onFatal, clock: given, runUrl = () => null }: FoundationOptions,
  undo: (() => void | Promise<void>)[],
): Promise<Foundation> {
  const clock = given ?? systemClock
  const isWatched = config.databaseUrl === undefined && config.diskFloorBytes > 0
  const reserve = isWatched ? new DiskReserve(config.dataFolder, log) : undefined
  reserve?.release()
  undo.push(await claimStore(config))
  const appliedMigrations = await migrate(config, clock, progressInLog(log))
  const disk = new DiskWatch(config.dataFolder, config.diskFloorBytes, log, reserve)
  undo.push(() => disk.stop())
  const opened = await openStore(config, { log, disk, onFatal, runUrl })
  undo.push(() => opened.store.close())
  undo.push(() => opened.fileStore.close())
  void opened.warmUp()
  // A single process knows that nobody else writes: what is announced was left by a process that died.
  if (config.databaseUrl === undefined) await opened.store.files.removeSoon(clock.now())
  const vault = await openVault(config, opened.store, log)
  const ids = randomIds()
  const files = new FileService({ ...opened, clock, ids, maxFileBytes: config.maxFileBytes })
  return {
    ...opened,
    ...(given !== undefined && { databaseTime: undefined }),
    config,
    log,
    clock,
    scheduler: systemScheduler,
    ids,
    files,
    disk,
    vault,
    appliedMigrations,
  }
}
