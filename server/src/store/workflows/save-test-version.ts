import type { NewTestVersion, Transaction } from '#ports/index.ts'
import { queriesOf } from '../database.ts'
import { nodeIdToText } from '../executions/insert-execution.ts'
import { TEST_NUMBER } from '../live-runs.ts'
import { definitionToText } from './definition-text.ts'

/** How long a test version is used again: as long as the execution that it was stored for certainly exists. */
const REUSE_MS = 3_600_000

/** See `VersionStore.saveTest`. */
export async function saveTestVersion(tx: Transaction, version: NewTestVersion): Promise<string> {
  const { id, accountId, workflowId, at, until } = version
  const columns = { ...definitionToText(version), until_node_id: nodeIdToText(until) }
  const latest = await queriesOf(tx)
    .selectFrom('workflow_versions')
    .select(['id', 'nodes', 'edges', 'variables', 'until_node_id'])
    .where('workflow_id', '=', workflowId)
    .where('account_id', '=', accountId)
    .where('unlisted_at', '>=', at - REUSE_MS)
    .where('number', '=', TEST_NUMBER)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isSame =
    latest !== undefined &&
    latest.nodes === columns.nodes &&
    latest.edges === columns.edges &&
    latest.variables === columns.variables &&
    latest.until_node_id === columns.until_node_id
  if (isSame) return latest.id
  await queriesOf(tx)
    .insertInto('workflow_versions')
    .values({
      id,
      account_id: accountId,
      workflow_id: workflowId,
      number: TEST_NUMBER,
      created_at: at,
      node_count: version.nodes.length,
      edge_count: version.edges.length,
      is_autosave: 0,
      unlisted_at: at,
      ...columns,
    })
    .execute()
  return id
}
