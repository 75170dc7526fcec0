import type { EventKind } from '@millrace/contract/events.ts'
import { type AccountId, type DomainEvent, moveIdTo, writeEventBody } from '#domain/index.ts'
import { describeEnd } from '../describe-end.ts'
import { deliveryKey, type DeliveryRow, type MemoryDatabase } from '../memory-database.ts'

const END_EVENT = 'workflow.executed'

/** Publishes the end of an execution, as in `store/executions/publish-end-events.ts`. */
export function publishEndEvent(database: MemoryDatabase, executionId: string): void {
  const ended = database.executions.get(executionId)
  if (ended === undefined || subscribers(database, ended.accountId, END_EVENT).length === 0) return
  const at = ended.completedAt ?? ended.startedAt
  const id = moveIdTo(at, ended.id)
  const body = writeEventBody(id, END_EVENT, at, describeEnd(database, ended, at))
  publishEvent(database, { id, accountId: ended.accountId, kind: END_EVENT, at, body })
}

/** Writes an event with one delivery per subscribed endpoint; without any, it writes nothing. */
export function publishEvent(database: MemoryDatabase, event: DomainEvent): void {
  const endpointIds = subscribers(database, event.accountId, event.kind)
  if (endpointIds.length === 0 || !database.fences.events) return
  database.events.insert(event.id, event)
  if (!database.fences.deliveries) return
  for (const endpointId of endpointIds) {
    const row: DeliveryRow = {
      eventId: event.id,
      endpointId,
      accountId: event.accountId,
      status: 'pending',
      dueAt: event.at,
      claimedBy: null,
      tries: 0,
      attempts: 0,
      createdAt: event.at,
      completedAt: null,
      responseStatus: null,
      error: null,
    }
    database.deliveries.insert(deliveryKey(row), row)
  }
  database.notifyOfDeliveries(endpointIds)
}

function subscribers(database: MemoryDatabase, account: AccountId, kind: EventKind): readonly string[] {
  return [...database.endpoints.values()]
    .filter(({ accountId, status }) => accountId === account && status === 'active')
    .filter(({ events }) => events.includes(kind))
    .map(({ id }) => id)
}
