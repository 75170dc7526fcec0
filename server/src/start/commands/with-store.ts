import { randomIds, systemClock } from '#adapters/index.ts'
import { type AccountId, isUuid } from '#domain/index.ts'
import type { Clock, Ids, Store, Vault } from '#ports/index.ts'
import { type CommandCall, UsageError } from './command.ts'
import type { Config } from '../settings/config.ts'
import { createLogger } from '../logger.ts'
import { migrate, openStore } from '../wiring/open-configured-store.ts'
import { openVault } from '../wiring/open-vault.ts'

export interface StoreAccess {
  readonly store: Store
  readonly vault: Vault
  readonly clock: Clock
  readonly ids: Ids
}

/** Opens the store for one command. Works beside a running service, which notices what changed. */
export async function withStore<T>(config: Config, work: (access: StoreAccess) => Promise<T>): Promise<T> {
  const log = createLogger('warn')
  await migrate(config, systemClock)
  const { store } = await openStore(config, {
    log,
    disk: { isLow: () => false },
    onFatal(error) {
      throw error
    },
  })
  try {
    const vault = await openVault(config, store, log)
    return await work({ store, vault, clock: systemClock, ids: randomIds() })
  } finally {
    await store.close()
  }
}

/** The account a command is about: the one that is named, or the only one there is. */
export async function chooseAccount(store: Store, { options }: CommandCall): Promise<AccountId> {
  const accounts = await store.accounts.list()
  const wanted = options['account']
  if (wanted !== undefined) {
    const found = accounts.find((account) => account.id === wanted)
    if (found === undefined)
      throw new UsageError(`There is no account ${wanted}. \`accounts list\` shows all.`)
    return found.id
  }
  const [only, second] = accounts
  if (only === undefined)
    throw new UsageError('There is no account yet: start the service once, or run `accounts create`.')
  if (second !== undefined)
    throw new UsageError('There are several accounts: name one with --account. `accounts list` shows all.')
  return only.id
}

export function requireWord(words: readonly string[], index: number, what: string): string {
  const word = words[index]
  if (word === undefined || word.trim() === '') throw new UsageError(`${what} is missing.`)
  return word.trim()
}

export function requireUuid(text: string): string {
  if (!isUuid(text)) throw new UsageError(`"${text}" is not an id.`)
  return text.toLowerCase()
}
