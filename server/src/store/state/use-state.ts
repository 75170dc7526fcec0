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
import { findItems } from '../memories/find-items.ts'
import { forgetMemories } from '../memories/forget-memories.ts'
import { rememberItems } from '../memories/remember-items.ts'
import type { Tables } from '../tables.ts'

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
  let row = await selectEntry(database, tx, address)
  if (row !== undefined && row.expires_at !== null && row.expires_at <= at) {
    await deleteEntry(tx, address)
    await releaseFiles(database, tx, [row.id])
    row = undefined
  }
  const memory = row?.memory ?? null
  const seen = await findItems(database, queriesOf(tx), { memory, items: use.items, at })
  const outcome = use.settle({ entry: row && toEntry(row), seen })
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
  const changed = {
    ...(change.kind === 'set'
      ? await setValue(tx, change, before)
      : await remember(database, tx, { use, change, before })),
    revision: (before?.revision ?? 0) + 1,
    updated_at: at,
  }
  await queriesOf(tx)
    .insertInto('state_entries')
    .values({ ...toKey(address), id: newId, created_at: at, ...changed })
    .onConflict((conflict) => conflict.columns(['account_id', 'scope', 'key']).doUpdateSet(changed))
    .execute()
}

type Written = Pick<Tables['state_entries'], 'kind' | 'value' | 'position' | 'memory' | 'expires_at'>

async function setValue(
  tx: Transaction,
  { value, expiresAt }: Extract<StateChange, { kind: 'set' }>,
  before: Tables['state_entries'] | undefined,
): Promise<Written> {
  if (before !== undefined) await forgetMemories(tx, [before])
  return { kind: 'value', value: JSON.stringify(value), position: 0, memory: null, expires_at: expiresAt }
}

async function remember(
  database: Database,
  tx: Transaction,
  { use, change, before }: Applied & { readonly change: Extract<StateChange, { kind: 'remember' }> },
): Promise<Written> {
  const { items: added, present, limit, expiresAt } = change
  // The id of an entry is never used again, so neither is that of its memory.
  const memory = before?.memory ?? use.newId
  const from = { memory, position: before?.position ?? 0 }
  const position = await rememberItems(database, tx, { ...from, added, present, limit, expiresAt })
  return { kind: 'seen', value: 'null', position, memory, expires_at: null }
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

/** Locked, because the deletion of a workflow deletes its entries without the lock for the address, and forgets their memories. */
async function selectEntry(
  database: Database,
  tx: Transaction,
  { accountId, scope, key }: StateAddress,
): Promise<Tables['state_entries'] | undefined> {
  const matching = queriesOf(tx)
    .selectFrom('state_entries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('scope', '=', scope)
    .where('key', '=', key)
  return (database.locksRows ? matching.forUpdate() : matching).executeTakeFirst()
}

async function deleteEntry(tx: Transaction, { accountId, scope, key }: StateAddress): Promise<void> {
  const deleted = await queriesOf(tx)
    .deleteFrom('state_entries')
    .where('account_id', '=', accountId)
    .where('scope', '=', scope)
    .where('key', '=', key)
    .returning('memory')
    .execute()
  await forgetMemories(tx, deleted)
}
