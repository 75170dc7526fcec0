import { describeExecutionEnd, moveIdTo, writeEventBody } from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import { type Database, type Queries, queriesOf } from '../database.ts'
import { isLiveRun } from '../live-runs.ts'
import { unpackTextNow } from './journal/packed-text.ts'
import { type AddressedEvent, isSubscribedTo, writeEvents } from '../deliveries/publish-events.ts'

const KIND = 'workflow.executed'

/**
 * Publishes the events of executions that have just ended, in the transaction that ends them. Writes nothing for accounts
 * without a subscribed endpoint, and nothing for test runs.
 */
export async function publishEndEvents(
  database: Database,
  tx: Transaction,
  ids: readonly string[],
): Promise<void> {
  const rows = await selectSubscribed(queriesOf(tx), ids).execute()
  const addressed = new Map<string, AddressedEvent & { endpointIds: string[] }>()
  for (const row of rows) {
    const known = addressed.get(row.id)
    if (known === undefined) addressed.set(row.id, { event: toEvent(row), endpointIds: [row.endpoint_id] })
    else known.endpointIds.push(row.endpoint_id)
  }
  await writeEvents(database, tx, [...addressed.values()])
}

/** One row per execution and endpoint. The name is the current name of the workflow, which deleted workflows keep. */
function selectSubscribed(queries: Queries, ids: readonly string[]) {
  return queries
    .selectFrom('executions')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.account_id', 'executions.account_id')
    .innerJoin('workflows', 'workflows.id', 'executions.workflow_id')
    .select([
      'executions.id',
      'executions.account_id',
      'executions.workflow_id',
      'workflows.name',
      'executions.status',
      'executions.started_at',
      'executions.completed_at',
      'executions.output',
      'executions.error',
      'webhook_endpoints.id as endpoint_id',
    ])
    .where('executions.id', 'in', ids)
    .where(isSubscribedTo(KIND))
    .where(isLiveRun)
}

type SubscribedRow = Awaited<ReturnType<ReturnType<typeof selectSubscribed>['execute']>>[number]

function toEvent(row: SubscribedRow): AddressedEvent['event'] {
  const at = row.completed_at ?? row.started_at
  // An execution ends once, so its id, moved to the time of its end, can serve as the id of its one event.
  const id = moveIdTo(at, row.id)
  const data = describeExecutionEnd({
    id: row.id,
    workflowId: row.workflow_id,
    workflowName: row.name,
    status: row.status,
    startedAt: row.started_at,
    completedAt: at,
    output: unpackTextNow(row.output ?? '{}'),
    error: row.error,
  })
  return { id, accountId: row.account_id, kind: KIND, at, body: writeEventBody(id, KIND, at, data) }
}
