import { setTimeout } from 'node:timers/promises'
import { randomIds, systemClock } from '#adapters/index.ts'
import { ACCESS_DELAY_MS, type AccountId, isUuid } from '#domain/index.ts'
import type { Clock, FileStore, Ids, Store, Vault } from '#ports/index.ts'
import { type CommandCall, UsageError } from './command.ts'
import type { Config } from '../settings/config.ts'
import { createLogger } from '../logger.ts'
import {
  explainMissingInstallation,
  hasInstallation,
  migrate,
  openStore,
} from '../wiring/open-configured-store.ts'
import { openVault } from '../wiring/open-vault.ts'

export interface StoreAccess {
  readonly store: Store
  readonly fileStore: FileStore
  readonly vault: Vault
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * Opens the store for one command. This is safe while the service runs: the service notices the changes. Only with `mayCreate`
 * a missing installation is created: in a mistyped data folder, any other command would leave one that nobody wants, with a
 * master key of its own.
 */
export async function withStore<T>(
  config: Config,
  work: (access: StoreAccess) => Promise<T>,
  { mayCreate = false } = {},
): Promise<T> {
  if (!mayCreate && !(await hasInstallation(config))) {
    throw new UsageError(
      `${explainMissingInstallation(config)} The first start of the service creates one, and so does \`accounts create\`.`,
    )
  }
  const log = createLogger('warn')
  await migrate(config, systemClock)
  const { store, fileStore } = await openStore(config, {
    runUrl: () => null,
    log,
    disk: { isLow: () => false },
    onFatal(error) {
      throw error
    },
  })
  try {
    const vault = await openVault(config, store, log)
    const result = await work({ store, fileStore, vault, clock: systemClock, ids: randomIds() })
    // When the command has ended, a key that it revoked is refused.
    await setTimeout(ACCESS_DELAY_MS)
    return result
  } finally {
    await fileStore.close()
    await store.close()
  }
}

/** Returns the account that `--account` names, or the only account. */
export async function chooseAccount(store: Store, { flags }: CommandCall): Promise<AccountId> {
  const accounts = await store.accounts.list()
  const wanted = flags['account']
  if (wanted !== undefined) {
    const found = accounts.find((account) => account.id === wanted)
    if (found === undefined)
      throw new UsageError(`No account has the ID ${wanted}. \`accounts list\` shows all accounts.`)
    return found.id
  }
  const [only, second] = accounts
  if (only === undefined)
    throw new UsageError('There is no account yet. Start the service once, or run `accounts create`.')
  if (second !== undefined)
    throw new UsageError(
      'There are several accounts. Choose one with --account; `accounts list` shows all accounts.',
    )
  return only.id
}

export function requireArgument(args: readonly string[], index: number, name: string): string {
  const arg = args[index]
  if (arg === undefined || arg.trim() === '') throw new UsageError(`The argument <${name}> is missing.`)
  return arg.trim()
}

export function requireUuid(text: string): string {
  if (!isUuid(text)) throw new UsageError(`"${text}" is not a valid ID.`)
  return text.toLowerCase()
}
