import assert from 'node:assert/strict'
import type { OpenExecution, Workflow } from '#domain/index.ts'
import type { VersionRetention, Store } from '#ports/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from './conformance-suite.ts'
import { checkpointOf, ENDED } from './execution-samples.ts'
import { sampleExecution, sampleWorkflow } from './samples.ts'
import { insertWorkflow, numbersOf, saveVersion } from './saved-versions.ts'

const DAY_MS = 86_400_000
const FAR_AWAY = Date.UTC(2100, 0, 1)
/** Nothing is kept for the sake of history. */
const NO_HISTORY: VersionRetention = { newest: 0, currentSince: FAR_AWAY, deletedSince: FAR_AWAY }

export function testVersionPruning(options: ConformanceOptions): void {
  testPromises(options, {
    async 'deletes what nobody needs; numbers stay, and go on'(subject) {
      const workflow = await saveSeveral(subject, await insertWorkflow(subject), 4)
      await prune(subject.store, { ...NO_HISTORY, newest: 2 })
      assert.deepEqual(await numbersOf(subject, workflow), [5, 4])
      await saveVersion(subject, workflow)
      assert.deepEqual(await numbersOf(subject, workflow), [6, 5, 4])
    },

    async 'keeps the newest, and what was current since'(subject) {
      const workflow = await insertWorkflow(subject)
      const at = workflow.createdAt
      const last = await saveSeveral(subject, workflow, 5)
      await prune(subject.store, { ...NO_HISTORY, newest: 100 })
      assert.equal((await numbersOf(subject, last)).length, 6)
      // Number n was current from second n − 1 to second n.
      await prune(subject.store, { ...NO_HISTORY, currentSince: at + 3_000 })
      assert.deepEqual(await numbersOf(subject, last), [6, 5, 4, 3])
    },

    async 'never deletes the version a workflow runs on'(subject) {
      const workflow = await insertWorkflow(subject)
      await prune(subject.store, NO_HISTORY)
      assert.deepEqual(await numbersOf(subject, workflow), [1])
    },

    async 'keeps what an execution runs or ran on, whatever the time of it'(subject) {
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

    async 'reads all executions, however many'(subject) {
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

    async 'reads all versions, however many'(subject) {
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

    async 'deletes a workflow that was deleted, after a while, with all its versions'(subject) {
      const { store } = subject
      const workflow = await saveSeveral(subject, await insertWorkflow(subject), 2)
      const { accountId, id, versionId } = workflow
      await store.write((tx) => store.workflows.delete(tx, accountId, id, 5_000))
      await prune(store, { ...NO_HISTORY, deletedSince: 5_000 })
      assert.ok(await store.workflows.findVersion(accountId, versionId))
      await prune(store, { newest: 100, currentSince: 0, deletedSince: 5_001 })
      assert.equal(await store.workflows.findVersion(accountId, versionId), undefined)
      // The row is gone too: its id is free.
      await store.write((tx) => store.workflows.insert(tx, workflow))
    },

    async 'keeps of a deleted workflow what an execution runs on'(subject) {
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

    async 'loses no version of a run, while runs are accepted, versions saved and old ones deleted'(subject) {
      const { store } = subject
      const now = Date.now()
      const kept = { newest: 1, currentSince: now - 30 * DAY_MS, deletedSince: now - DAY_MS }
      const ancient = await saveSeveral(
        subject,
        await insertWorkflow(subject, { createdAt: 0, updatedAt: 0 }),
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
        for (let count = 0; count < 4; count += 1) await prune(store, kept)
      }
      await Promise.all([save(), accept(), accept(), pruneOften(), pruneOften()])
      await prune(store, kept)
      for (const execution of accepted) {
        assert.ok(await store.workflows.findVersion(ancient.accountId, execution?.versionId ?? ''))
      }
      // Number 6 was current until the runs began; those before it were so long ago.
      assert.equal((await numbersOf(subject, latest)).at(-1), 6)
    },

    async 'sees the run that was being stored while the executions were read for the first time'(subject) {
      const { store, home, ids } = subject
      const other = await home.open()
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
  kept: VersionRetention,
  begun: Parameters<Store['versions']['prune']>[1] = null,
): Promise<void> {
  let progress = await store.versions.prune(kept, begun)
  while (progress !== null) progress = await store.versions.prune(kept, progress)
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
