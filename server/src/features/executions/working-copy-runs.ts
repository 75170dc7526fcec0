import type { Issue } from '@millrace/contract/errors.ts'
import {
  type AccountId,
  type Definition,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notFound,
} from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import type { Clock, Ids, Store, Transaction } from '#ports/index.ts'

const MAX_LISTED_NODES = 50

export interface TestVersionDeps {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly engine: Engine
}

/** What a test runs: the working copy of a workflow, or the part of it up to a node. */
export interface TestRequest {
  readonly account: AccountId
  readonly workflowId: string
  readonly until: string | undefined
}

/** The working copy of a workflow: its edits, or the workflow itself if it has none or is not published. */
export async function findWorkingCopy(
  { drafts, workflows }: Pick<Store, 'drafts' | 'workflows'>,
  account: AccountId,
  workflowId: string,
  tx?: Transaction,
): Promise<Definition | undefined> {
  const workflow = await workflows.find(account, workflowId, tx)
  if (workflow?.status !== 'published') return workflow
  return (await drafts.find(account, workflowId, tx)) ?? workflow
}

/** Stores what a test runs, for an execution in the same transaction. */
export async function saveTestVersion(
  { store, clock, ids }: Pick<TestVersionDeps, 'store' | 'clock' | 'ids'>,
  tx: Transaction,
  { account, workflowId, until }: TestRequest,
): Promise<{ readonly versionId: string; readonly definition: Definition }> {
  const found = await findWorkingCopy(store, account, workflowId, tx)
  if (found === undefined) throw notFound('workflow')
  const { nodes, edges, variables } = found
  const definition: Definition = { nodes, edges, variables }
  const issues = until === undefined ? [] : findUnknownNode(definition, until, 'until')
  if (issues.length > 0) throw invalid(issues)
  const at = clock.now()
  const versionId = await store.versions.saveTest(tx, {
    id: ids.next(at),
    accountId: account,
    workflowId,
    at,
    until: until ?? null,
    ...definition,
  })
  return { versionId, definition }
}

/** The issue of a request that names a node which the definition does not have. */
export function findUnknownNode({ nodes }: Definition, nodeId: string, path: string): readonly Issue[] {
  const known = nodes.map(({ id }) => id).filter((id) => typeof id === 'string')
  if (known.includes(nodeId)) return []
  return [{ path, message: `must be the id of a node of the working copy: ${listNodes(known)}` }]
}

export function listNodes(ids: readonly string[]): string {
  if (ids.length === 0) return 'it has none'
  return ids.slice(0, MAX_LISTED_NODES).join(', ') + (ids.length > MAX_LISTED_NODES ? ', …' : '')
}

/** The pinned output of a trigger: the input of a test run that is given none. */
export function pinnedInput(
  { nodes }: Definition,
  triggerNodeId: string | undefined,
): JsonObject | undefined {
  const pinned: JsonValue | undefined = nodes.find(({ id }) => id === triggerNodeId)?.['pinned_output']
  return isJsonObject(pinned) ? pinned : undefined
}
