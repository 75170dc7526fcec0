import type { JsonObject, Trigger } from '#domain/index.ts'
import type { Tables } from './tables.ts'

export function toTrigger(row: Tables['triggers']): Trigger {
  return {
    id: row.id,
    accountId: row.account_id,
    workflowId: row.workflow_id,
    nodeId: JSON.parse(row.node_id) as string,
    kind: row.kind,
    state: row.state,
    credentialId: row.credential_id === null ? null : (JSON.parse(row.credential_id) as string),
    topic: row.topic,
    inboundKey: row.inbound_key,
    nextRun: row.next_run,
    fireAt: row.fire_at,
    data: JSON.parse(row.data) as JsonObject,
    pausedAt: row.paused_at,
    pausedBy: row.paused_by,
  }
}
