import type { IdempotencyStore, RememberedAnswer, Transaction } from '#ports/index.ts'
import { type Database, EXPIRED_ROWS, type Queries, queriesOf } from '../database.ts'
import type { AccountId } from '#domain/index.ts'
import type { Tables } from '../tables.ts'

export function idempotencyStore(database: Database): IdempotencyStore {
  return {
    async find(account, key, notBefore) {
      const row = await select(database.read, account, key)
      return row !== undefined && row.created_at >= notBefore ? toAnswer(row) : undefined
    },
    async claim(tx, { account, key, at, notBefore }) {
      const queries = queriesOf(tx)
      // The primary key is the lock: a concurrent transaction waits here until this one ends.
      const claimed = await queries
        .insertInto('idempotency_answers')
        .values({ account_id: account, key, created_at: at, request: '', status: 0, headers: '{}', body: '' })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'key'])
            .doUpdateSet({ created_at: at, request: '', status: 0, headers: '{}', body: '' })
            .where('idempotency_answers.created_at', '<', notBefore),
        )
        .executeTakeFirst()
      if ((claimed.numInsertedOrUpdatedRows ?? 0n) > 0n) return undefined
      const row = await select(queries, account, key)
      if (row === undefined) throw new Error('The idempotency key was pruned while it was being claimed.')
      return toAnswer(row)
    },
    async remember(tx, account, key, answer) {
      await queriesOf(tx)
        .updateTable('idempotency_answers')
        .set({
          request: answer.request,
          status: answer.status,
          headers: JSON.stringify(answer.headers),
          body: answer.body,
        })
        .where('account_id', '=', account)
        .where('key', '=', key)
        .execute()
    },
    async prune(before, limit) {
      const deleteOld = (tx: Transaction) => {
        const old = queriesOf(tx)
          .selectFrom('idempotency_answers as old')
          .select(['old.account_id', 'old.key'])
          .where('old.created_at', '<', before)
          .limit(limit)
        return queriesOf(tx)
          .deleteFrom('idempotency_answers')
          .where((eb) => eb(eb.refTuple('account_id', 'key'), 'in', old.$asTuple('account_id', 'key')))
          .executeTakeFirst()
      }
      const { numDeletedRows } = await database.write(deleteOld, EXPIRED_ROWS)
      return Number(numDeletedRows)
    },
  }
}

function select(queries: Queries, account: AccountId, key: string) {
  return queries
    .selectFrom('idempotency_answers')
    .selectAll()
    .where('account_id', '=', account)
    .where('key', '=', key)
    .executeTakeFirst()
}

function toAnswer(row: Tables['idempotency_answers']): RememberedAnswer {
  return {
    request: row.request,
    status: row.status,
    headers: JSON.parse(row.headers) as Record<string, string>,
    body: row.body,
  }
}
