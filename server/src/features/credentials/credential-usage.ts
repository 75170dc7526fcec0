import type { CredentialUsage } from '@millrace/contract/credential.ts'
import { type AccountId, isJsonObject, type JsonObject, notFound } from '#domain/index.ts'
import type { Mention, Store } from '#ports/index.ts'

const MAX_SHOWN = 100

type UsingWorkflow = CredentialUsage['workflows'][number]
type UsingNode = UsingWorkflow['nodes'][number]

/** What uses a credential: nodes by themselves or through an integration, integrations, and triggers. */
export async function readCredentialUsage(
  store: Pick<Store, 'credentials' | 'integrations' | 'usage'>,
  account: AccountId,
  id: string,
): Promise<CredentialUsage> {
  const credentialId = id.toLowerCase()
  if ((await store.credentials.find(account, credentialId)) === undefined) throw notFound('credential')
  const integrations = await store.integrations.listByCredential(account, credentialId)
  const integrationIds = integrations.map((integration) => integration.id)
  const [mentions, triggers] = await Promise.all([
    store.usage.findMentions(account, [credentialId, ...integrationIds]),
    store.usage.listTriggers(account, credentialId),
  ])
  const workflows = mergeWorkflows(mentions, (node) => findUse(node, credentialId, integrationIds))
  return {
    workflow_count: workflows.length,
    workflows: workflows.slice(0, MAX_SHOWN),
    integrations: integrations.map(({ id: integrationId, type, name }) => ({
      id: integrationId,
      type,
      name,
    })),
    triggers: triggers.slice(0, MAX_SHOWN).map(({ trigger, workflowName }) => ({
      id: trigger.id,
      workflow_id: trigger.workflowId,
      workflow_name: workflowName,
      node_id: trigger.nodeId,
      kind: trigger.kind,
      state: trigger.state === 'live' ? 'live' : 'inactive',
    })),
  }
}

/** One entry for each workflow, with the nodes of its live version and of its edits. */
function mergeWorkflows(
  mentions: readonly Mention[],
  useOf: (node: JsonObject) => UsingNode | undefined,
): UsingWorkflow[] {
  const workflows = new Map<string, UsingWorkflow>()
  for (const { workflowId, workflowName, in: where, nodes } of mentions) {
    const using = nodes.flatMap((node) => useOf(node) ?? [])
    if (using.length === 0) continue
    const known = workflows.get(workflowId)
    const others = known?.nodes ?? []
    workflows.set(workflowId, {
      id: workflowId,
      name: workflowName,
      live: known?.live === true || where === 'live',
      draft: known?.draft === true || where === 'draft',
      nodes: [...others, ...using.filter((node) => others.every(({ id }) => id !== node.id))],
    })
  }
  return [...workflows.values()]
}

function findUse(
  node: JsonObject,
  credentialId: string,
  integrationIds: readonly string[],
): UsingNode | undefined {
  const used = {
    id: textOf(node['id']),
    name: textOf(node['name']) || textOf(node['id']),
    type: textOf(node['type']),
  }
  const own = textOf(node['credential_id']).toLowerCase()
  if (own === credentialId) return used
  const data = isJsonObject(node['data']) ? node['data'] : {}
  const integrationId = textOf(data['integration_id']).toLowerCase()
  // A credential of the node itself takes precedence over that of the integration.
  if (own !== '' || !integrationIds.includes(integrationId)) return undefined
  return { ...used, integration_id: integrationId }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
