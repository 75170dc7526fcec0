import type { AccountId, SealedWebhookEndpoint, Trigger, Workflow } from '#domain/index.ts'
import type { EngineStore } from '#test/conformance/engine-store.ts'
import type { PlannedEndpoint } from '#test/simulation/workload/plan-endpoints.ts'
import type { PlannedTrigger } from '#test/simulation/workload/plan-follow-ups.ts'
import type { PlannedWorkflow, Workload } from '#test/simulation/workload/workload.ts'

export const ACCOUNT = '00000000-0000-7000-8000-000000000000' as AccountId

type Stored = Pick<Workload, 'workflows' | 'triggers' | 'endpoints'>

export function storeWorkload(store: EngineStore, { workflows, triggers, endpoints }: Stored): Promise<void> {
  return store.write(async (tx) => {
    for (const workflow of workflows) await store.workflows.insert(tx, toWorkflow(workflow))
    await store.triggers.save(tx, triggers.map(toTrigger))
    for (const endpoint of endpoints) await store.webhookEndpoints.insert(tx, toEndpoint(endpoint))
  })
}

export function toWorkflow({ id, versionId, definition }: PlannedWorkflow): Workflow {
  return {
    id,
    accountId: ACCOUNT,
    name: 'Simulated',
    description: '',
    status: 'published',
    nodes: definition.nodes,
    edges: definition.edges,
    variables: {},
    versionId,
    revision: 1,
    createdAt: 0,
    updatedAt: 0,
    tags: [],
    folder: '',
  }
}

function toTrigger({ id, workflowId, nodeId, event, follows }: PlannedTrigger): Trigger {
  return {
    id,
    accountId: ACCOUNT,
    workflowId,
    nodeId,
    kind: 'event',
    state: 'live',
    data: { event, workflow_ids: [...follows] },
    credentialId: null,
    topic: event,
    inboundKey: null,
    nextRun: null,
    fireAt: null,
    pausedAt: null,
    pausedBy: null,
  }
}

function toEndpoint({ id, url, events }: PlannedEndpoint): SealedWebhookEndpoint {
  return {
    id,
    accountId: ACCOUNT,
    url,
    events,
    status: 'active',
    createdAt: 0,
    sealedSecret: 'a secret',
    earlierSecret: null,
  }
}
