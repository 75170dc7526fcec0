import type { AccountId, JsonObject, JsonValue, Trigger } from '#domain/index.ts'
import type { Store } from '#ports/index.ts'

/** The variables of the workflow, if the parameters mention them. */
export async function readVariables(store: Pick<Store, 'workflows'>, trigger: Trigger): Promise<JsonObject> {
  if (!JSON.stringify(trigger.data).includes('variables')) return {}
  const workflow = await store.workflows.find(trigger.accountId, trigger.workflowId)
  return workflow?.variables ?? {}
}

/** The variables of the account, if the parameters mention them. */
export async function readVars(
  store: Pick<Store, 'variables'>,
  account: AccountId,
  data: JsonValue,
): Promise<JsonObject> {
  return JSON.stringify(data).includes('vars') ? store.variables.read(account, 'all') : {}
}
