import type { PlanId } from '@millrace/contract/plans.ts'
import { SCOPES } from '@millrace/contract/scopes.ts'
import { type Account, type AccountId, SERVICE, systemAuthor } from '#domain/index.ts'
import type { Clock, Ids, Store, Transaction, Vault } from '#ports/index.ts'
import { KeyService } from '../keys/key-service.ts'

interface FirstAccountDeps {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
}

export interface FirstStart {
  /** Created by this start, to be shown once; undefined if the account existed or the key is configured. */
  readonly madeKey: string | undefined
  readonly account: Account
}

/**
 * Creates the first account and its key. A key from the configuration is valid afterwards, on the first start and on every
 * later one; other keys do not change.
 */
export async function ensureFirstAccount(
  deps: FirstAccountDeps,
  settings: { plan: PlanId; configuredKey: string | undefined },
): Promise<FirstStart> {
  const { store, vault } = deps
  const { configuredKey } = settings
  const isKnown = async () =>
    configuredKey === undefined ||
    (await store.keys.findByDigest(vault.digest('api-key-digest', configuredKey))) !== undefined
  const [existing] = await store.accounts.list()
  if (existing !== undefined && (await isKnown())) return { account: existing, madeKey: undefined }
  const keys = new KeyService(deps)
  // Another process may be doing the same, so everything is checked again under the lock of the transaction.
  return store.write(async (tx) => {
    const first = await store.accounts.first(tx)
    if (first !== undefined && (await isKnown())) return { account: first, madeKey: undefined }
    const account = first ?? (await createAccount(tx, deps, 'Default', settings.plan))
    const name = first === undefined ? 'First key' : 'Key from MILLRACE_API_KEY'
    const wanted = { name, scopes: [...SCOPES], expiresAt: null }
    const author = systemAuthor(account.id, SERVICE)
    if (configuredKey !== undefined) {
      await keys.adopt(tx, author, wanted, configuredKey)
      return { account, madeKey: undefined }
    }
    const { key } = await keys.create(tx, author, wanted)
    return { account, madeKey: key }
  })
}

/** Creates an account and the built-in integration that every account has. */
export async function createAccount(
  tx: Transaction,
  { store, clock, ids }: FirstAccountDeps,
  name: string,
  plan: PlanId,
): Promise<Account> {
  const now = clock.now()
  const account: Account = { id: ids.next(now) as AccountId, name, plan, accessVersion: 1, createdAt: now }
  await store.accounts.insert(tx, account)
  await store.integrations.insert(tx, {
    id: ids.next(now),
    accountId: account.id,
    type: 'http',
    name: 'HTTP',
    status: 'untested',
    credentialId: null,
    createdAt: now,
    lastTestedAt: null,
    lastError: null,
  })
  return account
}
