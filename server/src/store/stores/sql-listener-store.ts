import type { JsonObject } from '#domain/index.ts'
import type { ListenerStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { nodeIdFromText, nodeIdToText } from '../executions/insert-execution.ts'
import { countAll } from '../list-queries.ts'

/** Nothing here must survive a power failure, so commits do not wait for the disk. */
const NOT_DURABLE = { durable: false }

export function listenerStore(database: Database): ListenerStore {
  return {
    async save({ id, accountId, triggerId, data, credentialId, expiresAt }) {
      await database.write(
        (tx) =>
          queriesOf(tx)
            .insertInto('trigger_listeners')
            .values({
              id,
              account_id: accountId,
              trigger_id: triggerId,
              data: JSON.stringify(data),
              credential_id: nodeIdToText(credentialId),
              expires_at: expiresAt,
            })
            .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at: expiresAt }))
            .execute(),
        NOT_DURABLE,
      )
    },
    async remove(id) {
      await database.write(
        (tx) => queriesOf(tx).deleteFrom('trigger_listeners').where('id', '=', id).execute(),
        NOT_DURABLE,
      )
    },
    async findActive(triggerId, now) {
      const row = await database.read
        .selectFrom('trigger_listeners')
        .selectAll()
        .where('trigger_id', '=', triggerId)
        .where('expires_at', '>', now)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return (
        row && {
          id: row.id,
          accountId: row.account_id,
          triggerId: row.trigger_id,
          data: JSON.parse(row.data) as JsonObject,
          credentialId: nodeIdFromText(row.credential_id),
          expiresAt: row.expires_at,
        }
      )
    },
    capture: ({ id, triggerId, at, input }, max) =>
      database.write(async (tx) => {
        const waiting = await countAll(
          queriesOf(tx).selectFrom('captured_events').where('trigger_id', '=', triggerId),
        )
        if (waiting >= max) return false
        await queriesOf(tx)
          .insertInto('captured_events')
          .values({ id, trigger_id: triggerId, received_at: at, input: JSON.stringify(input) })
          .execute()
        return true
      }, NOT_DURABLE),
    take: (triggerId, since) =>
      database.write(async (tx) => {
        const oldest = queriesOf(tx)
          .selectFrom('captured_events')
          .select('id')
          .where('trigger_id', '=', triggerId)
          .where('received_at', '>=', since)
          .orderBy('id')
          .limit(1)
        const found = await (database.locksRows ? oldest.forUpdate().skipLocked() : oldest).executeTakeFirst()
        if (found === undefined) return undefined
        const row = await queriesOf(tx)
          .deleteFrom('captured_events')
          .where('id', '=', found.id)
          .returning(['received_at', 'input'])
          .executeTakeFirst()
        return row && { at: row.received_at, input: JSON.parse(row.input) as JsonObject }
      }, NOT_DURABLE),
    async prune(now, before) {
      await database.write(async (tx) => {
        await queriesOf(tx).deleteFrom('trigger_listeners').where('expires_at', '<=', now).execute()
        await queriesOf(tx).deleteFrom('captured_events').where('received_at', '<', before).execute()
      }, NOT_DURABLE)
    },
  }
}
