import assert from 'node:assert/strict'
import type { OpenExecution, Workflow, WorkflowDraft } from '#domain/index.ts'
import type { Store, VersionRetention } from '#ports/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { checkpointOf, ENDED } from '../executions/execution-samples.ts'
import { sampleExecution, sampleWorkflow } from '../samples.ts'
import { insertWorkflow, numbersOf, saveVersion } from './saved-versions.ts'

const DAY_MS = 86_400_000
const FAR_AWAY = Date.UTC(2100, 0, 1)
/** Keeps no version for the sake of history. */
const NO_HISTORY: VersionRetention = {
  newest: 0,
  currentSince: FAR_AWAY,
  deletedSince: FAR_AWAY,
  unlistedSince: FAR_AWAY,
}

export function testVersionPruning(options: ConformanceOptions): void {
  testPromises(options, {
    async 'Versions that nothing needs are deleted, and numbering continues'(subject) {
      const workflow = await saveSeveral(subject, await insertWorkflow(subject), 4)
      await prune(subject.store, { ...NO_HISTORY, newest: 2 })
      assert.deepEqual(await numbersOf(subject, workflow), [5, 4])
      await saveVersion(subject, workflow)
      assert.deepEqual(await numbersOf(subject, workflow), [6, 5, 4])
    },

    async 'The newest versions are kept, and those that were current since a given time'(subject) {
      const workflow = await insertWorkflow(subject)
      const at = workflow.createdAt
      const last = await saveSeveral(subject, workflow, 5)
      await prune(subject.store, { ...NO_HISTORY, newest: 100 })
      assert.equal((await numbersOf(subject, last)).length, 6)
      // Number n was current from second n − 1 to second n.
      await prune(subject.store, { ...NO_HISTORY, currentSince: at + 3_000 })
      assert.deepEqual(await numbersOf(subject, last), [6, 5, 4, 3])
    },

    async 'The version that a workflow runs on is never deleted'(subject) {
      const workflow = await insertWorkflow(subject)
      await prune(subject.store, NO_HISTORY)
      assert.deepEqual(await numbersOf(subject, workflow), [1])
    },

    async 'A version that an execution runs or ran on is kept, whatever its age'(subject) {
      const { store } = subject
      let workflow = await insertWorkflow(subject)
      const { accountId } = workflow
      const needed: string[] = []
      for (const startedAt of [workflow.createdAt, 0, FAR_AWAY]) {
        for (const status of ['running', 'completed', 'failed'] as const) {
          needed.unshift((await run(subject, workflow, startedAt, status)).versionId)
          workflow = await saveSeveral(subject, workflow, 2)
        }
      }
      await prune(store, NO_HISTORY)
      const left = await store.versions.list(accountId, workflow.id, { before: undefined, limit: 100 })
      assert.deepEqual(
        left.map(({ id }) => id),
        [workflow.versionId, ...needed],
      )
    },

    async 'Pruning reads all executions, however many there are'(subject) {
      const { store, ids } = subject
      const old = await insertWorkflow(subject)
      const busy = await insertWorkflow(subject)
      const startedAt = FAR_AWAY - DAY_MS
      await Promise.all(
        Array.from({ length: 4_100 }, () => store.intake.accept(sampleExecution(ids, busy, { startedAt }))),
      )
      const { versionId } = await run(subject, old, FAR_AWAY, 'completed')
      const next = await saveSeveral(subject, old, 2)
      await prune(store, NO_HISTORY)
      assert.deepEqual(await numbersOf(subject, next), [3, 1])
      assert.ok(await store.workflows.findVersion(old.accountId, versionId))
    },

    async 'Pruning reads all versions, however many there are'(subject) {
      const { store, ids } = subject
      const accountId = await subject.newAccount()
      await store.write(async (tx) => {
        for (let count = 0; count < 1_100; count += 1) {
          await store.workflows.insert(tx, sampleWorkflow(ids, accountId))
        }
      })
      const workflow = await saveSeveral(subject, await insertWorkflow(subject, { accountId }), 1)
      await prune(store, NO_HISTORY)
      assert.deepEqual(await numbersOf(subject, workflow), [2])
    },

    async 'Versions outside the history are deleted after their time, whatever their number'(subject) {
      const { store } = subject
      const first = await insertWorkflow(subject)
      const autosave = await saveVersion(subject, first, { nodes: [] }, { isAutosave: true })
      const details = { isAutosave: true, succession: 'replaces' } as const
      const last = await saveVersion(subject, autosave, { edges: [] }, details)
      const { accountId, versionId } = autosave
      const keepsHistory = { newest: 100, currentSince: 0, deletedSince: 0 }
      await prune(store, { ...keepsHistory, unlistedSince: last.updatedAt })
      assert.ok(await store.workflows.findVersion(accountId, versionId))
      await prune(store, { ...keepsHistory, unlistedSince: last.updatedAt + 1 })
      assert.equal(await store.workflows.findVersion(accountId, versionId), undefined)
      assert.deepEqual(await numbersOf(subject, last), [2, 1])
    },

    async 'The base of a working copy is kept as long as the working copy'(subject) {
      const { store, ids } = subject
      const base = await insertWorkflow(subject, { status: 'published' })
      const { accountId, id: workflowId, versionId, updatedAt, nodes, edges, variables } = base
      const draft: WorkflowDraft = {
        workflowId,
        accountId,
        baseVersionId: versionId,
        baseVersionNumber: 1,
        revision: ids.next(updatedAt),
        updatedAt,
        updatedBy: null,
        nodes,
        edges,
        variables,
      }
      await store.write((tx) => store.drafts.save(tx, draft))
      const last = await saveSeveral(subject, base, 3)
      await prune(store, NO_HISTORY)
      assert.deepEqual(await numbersOf(subject, last), [4, 1])
      await store.write((tx) => store.drafts.delete(tx, accountId, workflowId))
      await prune(store, NO_HISTORY)
      assert.deepEqual(await numbersOf(subject, last), [4])
    },

    async 'A deleted workflow is removed after a while, with all its versions'(subject) {
      const { store } = subject
      const workflow = await saveSeveral(subject, await insertWorkflow(subject), 2)
      const { accountId, id, versionId } = workflow
      await store.write((tx) => store.workflows.delete(tx, accountId, id, 5_000))
      await prune(store, { ...NO_HISTORY, deletedSince: 5_000 })
      assert.ok(await store.workflows.findVersion(accountId, versionId))
      await prune(store, { newest: 100, currentSince: 0, deletedSince: 5_001, unlistedSince: 0 })
      assert.equal(await store.workflows.findVersion(accountId, versionId), undefined)
      // The row is deleted too: its id is free.
      await store.write((tx) => store.workflows.insert(tx, workflow))
    },

    async 'The version of a deleted workflow that an execution runs on is kept'(subject) {
      const { store, ids } = subject
      const first = await insertWorkflow(subject)
      const { accountId, id } = first
      const execution = await run(subject, first, first.createdAt, 'running')
      const last = await saveSeveral(subject, first, 2)
      await store.write((tx) => store.workflows.delete(tx, accountId, id, 1))
      await prune(store, NO_HISTORY)
      assert.ok(await store.workflows.findVersion(accountId, execution.versionId))
      assert.equal(await store.workflows.findVersion(accountId, last.versionId), undefined)
      const again = { ...first, versionId: ids.next(0) }
      await assert.rejects(store.write((tx) => store.workflows.insert(tx, again)))
    },

    async 'No version of an execution is lost while executions are accepted, versions saved and old ones deleted'(
      subject,
    ) {
      const { store } = subject
      const now = Date.now()
      const stored = {
        newest: 1,
        currentSince: now - 30 * DAY_MS,
        deletedSince: now - DAY_MS,
        unlistedSince: 0,
      }
      const ancient = await saveSeveral(
        subject,
        await insertWorkflow(subject, { createdAt: 0, updatedAt: 0, versionId: subject.ids.next(0) }),
        5,
      )
      let latest = await saveVersion(subject, ancient, { updatedAt: now })
      const accepted: (OpenExecution | undefined)[] = []
      const rounds = Array.from({ length: 15 }, (_, round) => round)
      const save = async () => {
        for (const round of rounds) latest = await saveVersion(subject, latest, { updatedAt: now + round })
      }
      const accept = async () => {
        for (const round of rounds) {
          accepted.push(
            await store.intake.accept(sampleExecution(subject.ids, ancient, { startedAt: now + round })),
          )
        }
      }
      const pruneOften = async () => {
        for (let count = 0; count < 4; count += 1) await prune(store, stored)
      }
      await Promise.all([save(), accept(), accept(), pruneOften(), pruneOften()])
      await prune(store, stored)
      for (const execution of accepted) {
        assert.ok(await store.workflows.findVersion(ancient.accountId, execution?.versionId ?? ''))
      }
      // Number 6 was current until the runs began; those before it were current too long ago.
      assert.equal((await numbersOf(subject, latest)).at(-1), 6)
    },

    async 'Pruning sees an execution that was being stored while it first read the executions'(subject) {
      const { store, fixture, ids } = subject
      const other = await fixture.open()
      const workflow = await insertWorkflow(subject)
      const { accountId, versionId } = workflow
      const half = await store.write(async (tx) => {
        const accepted = await store.intake.accept(sampleExecution(ids, workflow), tx)
        assert.equal(accepted?.versionId, versionId)
        await saveVersion({ ...subject, store: other }, workflow)
        let progress = await other.versions.prune(NO_HISTORY, null)
        while (progress?.reading?.isSecondPass !== true) {
          progress = await other.versions.prune(NO_HISTORY, progress ?? assert.fail('nothing was found'))
        }
        assert.ok(progress.candidates.has(versionId))
        return progress
      })
      await prune(other, NO_HISTORY, half)
      assert.ok(await store.workflows.findVersion(accountId, versionId))
      await other.close()
    },
  })
}

async function prune(
  store: Store,
  stored: VersionRetention,
  begun: Parameters<Store['versions']['prune']>[1] = null,
): Promise<void> {
  let progress = await store.versions.prune(stored, begun)
  while (progress !== null) progress = await store.versions.prune(stored, progress)
}

async function saveSeveral(subject: Subject, workflow: Workflow, count: number): Promise<Workflow> {
  let latest = workflow
  for (let saved = 0; saved < count; saved += 1) latest = await saveVersion(subject, latest)
  return latest
}

async function run(
  { store, ids }: Subject,
  workflow: Workflow,
  startedAt: number,
  status: 'running' | 'completed' | 'failed',
): Promise<OpenExecution> {
  const accepted = await store.intake.accept(sampleExecution(ids, workflow, { startedAt }))
  assert.ok(accepted)
  if (status !== 'running') {
    await store.journal.checkpoint(
      checkpointOf(accepted, { next: { ...ENDED, status, completedAt: startedAt } }),
    )
  }
  return accepted
}
