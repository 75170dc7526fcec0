import type { VariableUsage } from '@millrace/contract/variable.ts'
import { type AccountId, type JsonObject, type JsonValue, variablesIn } from '#domain/index.ts'
import type { Store } from '#ports/index.ts'

const MAX_SHOWN = 100
/** Names in a warning. */
const MAX_NAMED = 5

type UsingWorkflow = VariableUsage['workflows'][number]

/** The workflows that read a variable, by their live version and by their edits. */
export async function readVariableUsage(
  store: Pick<Store, 'usage'>,
  account: AccountId,
  name: string,
): Promise<VariableUsage> {
  const workflows = new Map<string, UsingWorkflow>()
  for (const mention of await store.usage.findMentions(account, ['vars'])) {
    const using = mention.nodes.flatMap((node) => useOf(node, name) ?? [])
    if (using.length === 0) continue
    const known = workflows.get(mention.workflowId)
    const nodes = using.filter(({ isComputed }) => !isComputed).map((use) => use.node)
    workflows.set(mention.workflowId, {
      id: mention.workflowId,
      name: mention.workflowName,
      live: known?.live === true || mention.in === 'live',
      draft: known?.draft === true || mention.in === 'draft',
      computed: known?.computed === true || using.some(({ isComputed }) => isComputed),
      nodes: [...new Set([...(known?.nodes ?? []), ...nodes])],
    })
  }
  return { workflow_count: workflows.size, workflows: [...workflows.values()].slice(0, MAX_SHOWN) }
}

/** What to say after a variable is gone, or has another name. Empty if no workflow reads it. */
export function warnOfUsage({ workflows }: VariableUsage, name: string): readonly string[] {
  const certain = workflows.filter(({ nodes }) => nodes.length > 0)
  if (certain.length === 0) return []
  const named = certain.slice(0, MAX_NAMED).map((workflow) => `"${workflow.name}"`)
  const more = certain.length > named.length ? ` and ${certain.length - named.length} more` : ''
  const subject = certain.length === 1 ? '1 workflow still reads' : `${certain.length} workflows still read`
  return [`${subject} \`vars.${name}\`, which no longer exists: ${named.join(', ')}${more}.`]
}

function useOf(node: JsonObject, name: string) {
  const { data, config, parameters } = node
  const found = variablesIn([data ?? config ?? parameters ?? null] as JsonValue)
  if (found !== 'all' && !found.has(name)) return undefined
  const text = [node['name'], node['id']].find((one) => typeof one === 'string' && one !== '')
  return { node: typeof text === 'string' ? text : '', isComputed: found === 'all' }
}
