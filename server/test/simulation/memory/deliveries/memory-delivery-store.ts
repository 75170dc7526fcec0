import type { DeliveryStatus } from '@millrace/contract/delivery.ts'
import { type AccountId, type Delivery, type DeliveryAttempt, firstIdAt } from '#domain/index.ts'
import type { DeliveryStore } from '#ports/index.ts'
import { deliveryKey, type DeliveryRow, type MemoryDatabase } from '../memory-database.ts'
import { claimDeliveries, findDueEndpoints } from './claim-deliveries.ts'
import { publishEvent } from './publish-events.ts'
import { settleDeliveries } from './settle-deliveries.ts'

const ATTEMPTS_SHOWN = 50

export function memoryDeliveryStore(database: MemoryDatabase): DeliveryStore {
  return {
    publish: async (_tx, event) => publishEvent(database, event),
    subscribe: (onDue) => database.subscribeToDeliveries(onDue),
    dueEndpoints: async (now, after, limit) => findDueEndpoints(database, now, after, limit),
    accountsOf: async (endpointIds) =>
      new Map(
        endpointIds.flatMap((id) => {
          const endpoint = database.endpoints.get(id)
          return endpoint === undefined ? [] : [[id, endpoint.accountId] as const]
        }),
      ),
    claim: (request) => database.write(() => claimDeliveries(database, request)),
    settle: (outcomes) => database.write(() => settleDeliveries(database, outcomes)),
    release: (claimant, now) =>
      database.write(() => {
        for (const row of database.deliveries.values()) {
          const isClaimed = claimant === undefined ? row.claimedBy !== null : row.claimedBy === claimant
          if (!isClaimed || row.dueAt === null) continue
          database.deliveries.set(deliveryKey(row), { ...row, claimedBy: null, dueAt: now })
        }
      }),
    ...reads(database),
    ...redelivery(database),
    prune: (before, limit) => database.write(() => prune(database, before, limit)),
  }
}

function reads(database: MemoryDatabase): Pick<DeliveryStore, 'list' | 'find'> {
  return {
    list: async (account, endpointId, { status, from, to }, { before, limit }) =>
      deliveriesOf(database, account, endpointId, status)
        .filter(({ eventId }) => from === undefined || eventId >= firstIdAt(from))
        .filter(({ eventId }) => to === undefined || eventId < firstIdAt(to + 1))
        .filter(({ eventId }) => before === undefined || eventId < before)
        .toReversed()
        .slice(0, limit)
        .flatMap((row) => toDelivery(database, row) ?? []),
    async find(account, endpointId, id) {
      const row = database.deliveries.get(deliveryKey({ endpointId, eventId: id }))
      const body = database.events.get(id)?.body
      const delivery = row?.accountId === account ? toDelivery(database, row) : undefined
      if (delivery === undefined || body === undefined) return undefined
      const attempts = [...database.attempts.values()]
        .filter((attempt) => attempt.eventId === id && attempt.endpointId === endpointId)
        .sort((a, b) => b.number - a.number)
        .slice(0, ATTEMPTS_SHOWN)
      return {
        ...delivery,
        body,
        attempts: attempts.map(({ attempt }) => JSON.parse(attempt) as DeliveryAttempt),
      }
    },
  }
}

function redelivery(database: MemoryDatabase): Pick<DeliveryStore, 'redeliver' | 'redeliverRange'> {
  const restart = (row: DeliveryRow, now: number) => {
    // A delivery that is being attempted stays claimed: its request is already on the way.
    const isClaimed = row.claimedBy !== null && (row.dueAt ?? 0) > now
    const dueAt = isClaimed ? row.dueAt : now
    const restarted: DeliveryRow = { ...row, status: 'pending', tries: 0, completedAt: null, dueAt }
    database.deliveries.set(deliveryKey(row), restarted)
    return restarted
  }
  return {
    async redeliver(_tx, { account, endpointId, id, now }) {
      const row = database.deliveries.get(deliveryKey({ endpointId, eventId: id }))
      database.notifyOfDeliveries([endpointId])
      return row?.accountId === account ? toDelivery(database, restart(row, now)) : undefined
    },
    async redeliverRange(_tx, { account, endpointId, range, after = '', now, limit }) {
      const { status, from, to } = range
      const found = deliveriesOf(database, account, endpointId, status)
        .filter(({ eventId }) => eventId >= firstIdAt(from) && eventId < firstIdAt(to + 1))
        .filter(({ eventId }) => eventId > after)
      const sent = found.slice(0, limit)
      for (const row of sent) restart(row, now)
      database.notifyOfDeliveries([endpointId])
      return { count: sent.length, lastId: sent.at(-1)?.eventId, remaining: found.length - sent.length }
    },
  }
}

function prune(database: MemoryDatabase, before: number, limit: number): number {
  const old = [...database.events.values()]
    .map(({ id }) => id)
    .filter((id) => id < firstIdAt(before))
    .sort()
    .slice(0, limit)
  for (const row of database.attempts.values()) {
    if (old.includes(row.eventId)) database.attempts.delete(`${deliveryKey(row)} ${row.number}`)
  }
  for (const row of database.deliveries.values()) {
    if (old.includes(row.eventId)) database.deliveries.delete(deliveryKey(row))
  }
  for (const id of old) database.events.delete(id)
  return old.length
}

/** Oldest first. */
function deliveriesOf(
  database: MemoryDatabase,
  account: AccountId,
  endpointId: string,
  status: DeliveryStatus | undefined,
): readonly DeliveryRow[] {
  return [...database.deliveries.values()]
    .filter((row) => row.accountId === account && row.endpointId === endpointId)
    .filter((row) => status === undefined || row.status === status)
    .sort((a, b) => (a.eventId < b.eventId ? -1 : 1))
}

function toDelivery(database: MemoryDatabase, row: DeliveryRow): Delivery | undefined {
  const event = database.events.get(row.eventId)
  if (event === undefined) return undefined
  return {
    id: row.eventId,
    kind: event.kind,
    status: row.status,
    attemptCount: row.attempts,
    createdAt: row.createdAt,
    dueAt: row.claimedBy === null ? row.dueAt : null,
    completedAt: row.completedAt,
    responseStatus: row.responseStatus,
    error: row.error,
  }
}
