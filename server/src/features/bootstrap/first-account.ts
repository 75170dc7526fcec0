import type { PlanId } from '@millrace/contract/plans.ts'
import { SCOPES } from '@millrace/contract/scopes.ts'
import type { Account, AccountId } from '#domain/index.ts'
import type { Clock, Ids, Store, Transaction, Vault } from '#ports/index.ts'
import { KeyService } from '../keys/key-service.ts'

interface Parts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
}

export interface FirstStart {
  /** Made now, to be shown once; undefined when the account was there or the key was given. */
  readonly madeKey: string | undefined
  readonly account: Account
}

/**
 * Makes the first account and its key. A key given from outside is valid after this, on the first start and on every
 * later one; other keys stay as they are.
 */
export async function ensureFirstAccount(
  parts: Parts,
  settings: { plan: PlanId; givenKey: string | undefined },
): Promise<FirstStart> {
  const { store, vault } = parts
  const { givenKey } = settings
  const isKnown = async () =>
    givenKey === undefined ||
    (await store.keys.findByDigest(vault.digest('api-key-digest', givenKey))) !== undefined
  const [existing] = await store.accounts.list()
  if (existing !== undefined && (await isKnown())) return { account: existing, madeKey: undefined }
  const keys = new KeyService(parts)
  // Another process may be about to do the same: everything is looked at once more, by one at a time.
  return store.write(async (tx) => {
    const first = await store.accounts.first(tx)
    if (first !== undefined && (await isKnown())) return { account: first, madeKey: undefined }
    const account = first ?? (await createAccount(tx, parts, 'Default', settings.plan))
    const name = first === undefined ? 'First key' : 'Key from MILLRACE_API_KEY'
    const wanted = { name, scopes: [...SCOPES], expiresAt: null }
    if (givenKey !== undefined) {
      await keys.adopt(tx, account.id, wanted, givenKey)
      return { account, madeKey: undefined }
    }
    const { key } = await keys.create(tx, account.id, wanted)
    return { account, madeKey: key }
  })
}

/** An account with what every account has from the start. */
export async function createAccount(
  tx: Transaction,
  { store, clock, ids }: Parts,
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
  })
  return account
}
