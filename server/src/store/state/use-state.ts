import { sql } from 'kysely'
import {
  fileIdsInText,
  type JsonValue,
  type StateAddress,
  type StateChange,
  type StateEntry,
} from '#domain/index.ts'
import type { StateOutcome, StateUse, Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { referToFiles, releaseFiles } from '../files/file-references.ts'
import type { Tables } from '../tables.ts'
import { remember } from './remember-items.ts'

/**
 * Reads an entry and changes it within `tx`. Transactions that use the same entry do so one after the other: on PostgreSQL
 * they hold a lock for the address, because an entry that does not exist yet has no row to lock.
 */
export async function useState(database: Database, tx: Transaction, use: StateUse): Promise<StateOutcome> {
  const { address, at } = use
  if (database.locksRows) {
    const name = `${address.accountId} ${address.scope} ${address.key}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(queriesOf(tx))
  }
  let row = await selectEntry(tx, address)
  if (row !== undefined && row.expires_at !== null && row.expires_at <= at) {
    await deleteEntry(tx, address)
    await releaseFiles(database, tx, [row.id])
    row = undefined
  }
  const outcome = use.settle({ entry: row && toEntry(row), seen: await findSeen(database, tx, use) })
  if (outcome.change === undefined) return outcome
  await applyChange(database, tx, { use, change: outcome.change, before: row })
  await keepFiles(database, tx, use, { before: row, change: outcome.change })
  return outcome
}

export function toEntry(row: Tables['state_entries']): StateEntry {
  return {
    id: row.id,
    accountId: row.account_id,
    scope: row.scope,
    key: row.key,
    kind: row.kind,
    value: JSON.parse(row.value) as JsonValue,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
  }
}

interface Applied {
  readonly use: StateUse
  readonly change: StateChange
  readonly before: Tables['state_entries'] | undefined
}

async function applyChange(
  database: Database,
  tx: Transaction,
  { use, change, before }: Applied,
): Promise<void> {
  const { address, at, newId } = use
  if (change.kind === 'delete') {
    await deleteEntry(tx, address)
    return
  }
  const isValue = change.kind === 'set'
  const position =
    (before?.position ?? 0) + (change.kind === 'set' ? 0 : change.items.length + change.present.length)
  const changed = {
    kind: isValue ? ('value' as const) : ('seen' as const),
    value: isValue ? JSON.stringify(change.value) : 'null',
    revision: (before?.revision ?? 0) + 1,
    position,
    updated_at: at,
    expires_at: isValue ? change.expiresAt : null,
  }
  await queriesOf(tx)
    .insertInto('state_entries')
    .values({ ...toKey(address), id: newId, created_at: at, ...changed })
    .onConflict((conflict) => conflict.columns(['account_id', 'scope', 'key']).doUpdateSet(changed))
    .execute()
  if (change.kind === 'remember')
    await remember(database, tx, { use, change, lastPosition: before?.position ?? 0 })
}

/** The files that a value refers to are kept as long as the value. */
async function keepFiles(
  database: Database,
  tx: Transaction,
  { address, newId }: StateUse,
  { before, change }: { before: Tables['state_entries'] | undefined; change: StateChange },
): Promise<void> {
  if (before !== undefined && fileIdsInText(before.value).length > 0)
    await releaseFiles(database, tx, [before.id])
  if (change.kind !== 'set') return
  const texts = [JSON.stringify(change.value)]
  await referToFiles(tx, {
    accountId: address.accountId,
    holder: 'state',
    holderId: before?.id ?? newId,
    texts,
  })
}

function toKey({
  accountId,
  scope,
  key,
}: StateAddress): Pick<Tables['state_entries'], 'account_id' | 'scope' | 'key'> {
  return { account_id: accountId, scope, key }
}

async function selectEntry(
  tx: Transaction,
  { accountId, scope, key }: StateAddress,
): Promise<Tables['state_entries'] | undefined> {
  return queriesOf(tx)
    .selectFrom('state_entries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Its items are deleted with it. */
async function deleteEntry(tx: Transaction, { accountId, scope, key }: StateAddress): Promise<void> {
  await queriesOf(tx)
    .deleteFrom('state_entries')
    .where('account_id', '=', accountId)
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()
}

async function findSeen(
  database: Database,
  tx: Transaction,
  { address: { accountId, scope, key }, items, at }: StateUse,
): Promise<ReadonlySet<string>> {
  if (items.length === 0) return new Set()
  const { rows } = await sql<{ item: string }>`select item from state_items
    where account_id = ${accountId} and scope = ${scope} and key = ${key}
      and item in (select item from ${database.textRows(items)})
      and (expires_at is null or expires_at > ${at})`.execute(queriesOf(tx))
  return new Set(rows.map(({ item }) => item))
}
