import type { DeliveryStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { findDueEndpoints } from './due-endpoints.ts'
import { pruneEvents } from './prune-events.ts'
import { publishEvent } from './publish-events.ts'
import { deliveryReads } from './read-deliveries.ts'
import { redelivery } from './redeliver.ts'
import { settleDeliveries } from './settle-deliveries.ts'

export function deliveryStore(database: Database): DeliveryStore {
  return {
    publish: (tx, event) => publishEvent(database, tx, event),
    subscribe: (onDue) => database.deliveryNotifier.subscribe(onDue),
    dueEndpoints: (now, after, limit) => findDueEndpoints(database.read, now, after, limit),
    async accountsOf(endpointIds) {
      const rows = await database.read
        .selectFrom('webhook_endpoints')
        .select(['id', 'account_id'])
        .where('id', 'in', endpointIds)
        .execute()
      return new Map(rows.map((row) => [row.id, row.account_id]))
    },
    claim: (request) => claimDeliveries(database, request),
    settle: (outcomes) => settleDeliveries(database, outcomes),
    async release(claimant, now) {
      await database.write(
        (tx) => {
          const update = queriesOf(tx)
            .updateTable('deliveries')
            .set({ claimed_by: null, due_at: now })
            // Selects the partial index of pending deliveries, which contains all claimed ones.
            .where('due_at', 'is not', null)
          const claimed =
            claimant === undefined
              ? update.where('claimed_by', 'is not', null)
              : update.where('claimed_by', '=', claimant)
          return claimed.execute()
        },
        { durable: false },
      )
    },
    ...deliveryReads(database),
    ...redelivery(database),
    prune: (before, limit) => pruneEvents(database, before, limit),
  }
}
