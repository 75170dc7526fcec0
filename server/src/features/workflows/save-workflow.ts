import { isDeepStrictEqual } from 'node:util'
import { type Definition, timeOfId, type Workflow } from '#domain/index.ts'
import type { Ids, Transaction, VersionDetails } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { armTriggers } from '../triggers/arm-triggers.ts'
import { describeChanges } from './describe-changes.ts'
import { preconditionFailed } from './if-match.ts'

export interface WorkflowChange {
  readonly current: Workflow
  readonly changed: Workflow
  readonly details: Pick<VersionDetails, 'author'> & Partial<VersionDetails>
}

/** Stores a change together with its triggers. A change without effect does not touch time, ETag and version. */
export async function saveWorkflow(
  context: FeatureDeps,
  tx: Transaction,
  { current, changed, details }: WorkflowChange,
): Promise<Workflow> {
  if (isDeepStrictEqual(changed, current)) return current
  const { store, clock, ids } = context
  const now = clock.now()
  const isNewVersion = !isSameDefinition(changed, current)
  const workflow: Workflow = {
    ...changed,
    versionId: isNewVersion ? nextVersionId(ids, now, current.versionId) : current.versionId,
    revision: current.revision + 1,
    updatedAt: Math.max(now, current.updatedAt),
  }
  const changes = isNewVersion ? (details.changes ?? describeChanges(current, changed)) : null
  if (!(await store.workflows.update(tx, workflow, { ...details, changes }))) throw preconditionFailed()
  if (isNewVersion) context.onWorkflowSaved?.(tx, workflow.id)
  const isPublished = workflow.status === 'published' && current.status !== 'published'
  if (isPublished && !isNewVersion) {
    await store.versions.keep(tx, workflow.accountId, workflow.versionId, details.note ?? undefined)
  }
  if (isNewVersion || changed.status !== current.status) await armTriggers(context, tx, workflow)
  return workflow
}

export function isSameDefinition(a: Definition, b: Definition): boolean {
  return (
    isDeepStrictEqual(a.nodes, b.nodes) &&
    isDeepStrictEqual(a.edges, b.edges) &&
    isDeepStrictEqual(a.variables, b.variables)
  )
}

export function definitionOf({ nodes, edges, variables }: Definition): Definition {
  return { nodes, edges, variables }
}

/** Greater than the previous id, even if the clocks of machines differ: versions are listed by id. */
function nextVersionId(ids: Ids, now: number, before: string): string {
  const id = ids.next(Math.max(now, timeOfId(before)))
  return id > before ? id : ids.next(timeOfId(before) + 1)
}
