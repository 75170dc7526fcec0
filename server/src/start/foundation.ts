import type { FastifyBaseLogger } from 'fastify'
import { systemClock } from '#adapters/clock/system-clock.ts'
import { systemScheduler } from '#adapters/clock/system-scheduler.ts'
import { DiskWatch } from '#adapters/disk/disk-watch.ts'
import { randomIds } from '#adapters/ids/random-ids.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Scheduler } from '#ports/scheduler.ts'
import type { Vault } from '#ports/vault.ts'
import type { Config } from './config.ts'
import { claimStore, migrate, type OpenedStore, openStore } from './open-store.ts'
import { openVault } from './open-vault.ts'

export interface FoundationOptions {
  readonly config: Config
  readonly logger: FastifyBaseLogger
  onFatal(error: unknown): void
  /** Another clock than the real one. */
  readonly clock?: Clock
}

/** What everything else stands on, in every role. */
export interface Foundation extends OpenedStore {
  readonly config: Config
  readonly log: FastifyBaseLogger
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly ids: Ids
  readonly disk: DiskWatch
  readonly vault: Vault
  readonly appliedMigrations: readonly string[]
}

/** Opens store and vault; `undo` collects how to close what was opened, in case a later step fails. */
export async function layFoundation(
  { config, logger: log, onFatal, clock: given }: FoundationOptions,
  undo: (() => void | Promise<void>)[],
): Promise<Foundation> {
  const clock = given ?? systemClock
  undo.push(await claimStore(config))
  const appliedMigrations = await migrate(config, clock)
  const disk = new DiskWatch(config.dataFolder, config.diskFloorBytes, log)
  undo.push(() => disk.stop())
  const opened = await openStore(config, { log, disk, onFatal })
  undo.push(() => opened.store.close())
  const vault = await openVault(config, opened.store, log)
  return {
    ...opened,
    ...(given !== undefined && { agreedTime: undefined }),
    config,
    log,
    clock,
    scheduler: systemScheduler,
    ids: randomIds(),
    disk,
    vault,
    appliedMigrations,
  }
}
