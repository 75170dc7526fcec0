import assert from 'node:assert/strict'
import type { Workflow } from '#domain/index.ts'
import type { VersionDetails } from '#ports/index.ts'
import type { Subject } from '../conformance-suite.ts'
import { sampleWorkflow } from '../samples.ts'

export async function insertWorkflow(
  { store, ids, newAccount }: Subject,
  changes: Partial<Workflow> = {},
  details?: Partial<VersionDetails>,
): Promise<Workflow> {
  const workflow = sampleWorkflow(ids, changes.accountId ?? (await newAccount()), changes)
  await store.write((tx) => store.workflows.insert(tx, workflow, details))
  return workflow
}

/** Saves the next version of the workflow, one second later unless the changes set a time. */
export async function saveVersion(
  { store, ids }: Subject,
  before: Workflow,
  changes: Partial<Workflow> = {},
  details?: Partial<VersionDetails>,
): Promise<Workflow> {
  const updatedAt = changes.updatedAt ?? before.updatedAt + 1_000
  const versionId = ids.next(updatedAt)
  const workflow = { ...before, versionId, revision: before.revision + 1, ...changes, updatedAt }
  assert.equal(await store.write((tx) => store.workflows.update(tx, workflow, details)), true)
  return workflow
}

/** The numbers of the existing versions, newest first. */
export async function numbersOf({ store }: Subject, workflow: Workflow): Promise<(number | null)[]> {
  const first = { before: undefined, limit: 1_000 }
  const versions = await store.versions.list(workflow.accountId, workflow.id, first)
  return versions.map(({ number }) => number)
}
