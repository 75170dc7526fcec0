import assert from 'node:assert/strict'
import { type BulkRun, SKIPPED, type Workflow } from '#domain/index.ts'
import type { ChosenItem } from '#ports/index.ts'
import { foldStatistics } from '#test/support/fold-statistics.ts'
import { accept, insertWorkflow } from '../executions/execution-samples.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { failTimes, nextTime, retry, runToEnd, sampleBulkRun } from './insight-samples.ts'

const ALL = { workflowId: undefined, status: undefined, from: undefined, to: undefined }

export function testChosenRuns(options: ConformanceOptions): void {
  testPromises(options, {
    async 'A bulk run of chosen executions counts what it skips with the reasons'(subject) {
      const at = nextTime()
      const { store } = subject
      const { workflow, runs } = await failTimes(subject, 3, at)
      const [first, second, third] = runs
      assert.ok(first && second && third)
      const excluded = [{ message: SKIPPED.completed, count: 4 }]
      const run = await insert(subject, { ...chosen(subject, workflow, at), excluded }, [
        { executionId: first.id, message: null },
        { executionId: second.id, message: SKIPPED.completed },
        { executionId: third.id, message: SKIPPED.open },
      ])
      assert.deepEqual(await store.bulkRuns.find(workflow.accountId, run.id), run)
      assert.deepEqual(await store.bulkRuns.pending(run.id, 9), [first.id])
      const { total, skipped, skipReasons } = await store.bulkRuns.progress(run)
      assert.deepEqual([total, skipped], [7, 6])
      assert.deepEqual(skipReasons, [
        { message: SKIPPED.completed, count: 5 },
        { message: SKIPPED.open, count: 1 },
      ])
    },

    async 'Several bulk runs without a failure can be active'(subject) {
      const at = nextTime()
      const { workflow, runs } = await failTimes(subject, 1, at)
      for (let count = 0; count < 2; count += 1) {
        const run = await insert(subject, chosen(subject, workflow, at), [
          { executionId: runs[0]?.id ?? '', message: null },
        ])
        assert.equal((await subject.store.bulkRuns.pending(run.id, 9)).length, 1)
      }
    },

    async 'Of two bulk runs that name an execution, one resumes it, before and after it is counted as a failure'(
      subject,
    ) {
      for (const isFolded of [false, true]) {
        const at = nextTime()
        const { store } = subject
        const { workflow, runs } = await failTimes(subject, 1, at)
        const [failed] = runs
        assert.ok(failed)
        if (isFolded) await foldStatistics(store)
        const items = [{ executionId: failed.id, message: null }]
        const one = await insert(subject, chosen(subject, workflow, at), items)
        const two = await insert(subject, chosen(subject, workflow, at), items)
        assert.equal(await store.write((tx) => store.bulkRuns.claim(tx, one.id, failed.id)), 'claimed')
        await retry(subject, failed, null)
        assert.equal(await store.write((tx) => store.bulkRuns.claim(tx, two.id, failed.id)), 'resumed')
        assert.deepEqual((await store.bulkRuns.progress(two)).skipReasons, [
          { message: SKIPPED.resumed, count: 1 },
        ])
      }
    },

    async 'An item to cancel is claimed without counting as resumed, and can be skipped in its transaction'(
      subject,
    ) {
      const at = nextTime()
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const open = await accept(subject, workflow, { startedAt: at })
      const run = await insert(subject, { ...chosen(subject, workflow, at), kind: 'cancel' }, [
        { executionId: open.id, message: null },
      ])
      await store.write(async (tx) => {
        assert.equal(await store.bulkRuns.claim(tx, run.id, open.id), 'claimed')
        await store.bulkRuns.skip(tx, run.id, { executionId: open.id, message: SKIPPED.cancelled })
      })
      const { started, skipped } = await store.bulkRuns.progress(run)
      assert.deepEqual([started, skipped], [0, 1])
      assert.equal(await store.write((tx) => store.bulkRuns.claim(tx, run.id, open.id)), 'ended')
    },

    async 'Executions that match a filter are found newest first and counted, within their account'(subject) {
      const at = nextTime()
      const { store } = subject
      const { workflow, runs } = await failTimes(subject, 3, at)
      const done = await runToEnd(subject, workflow, { startedAt: at + 10 })
      const { accountId: account } = workflow
      const failed = { ...ALL, status: 'failed' as const }
      const ids = runs.map(({ id }) => id).toReversed()
      assert.deepEqual(await store.bulkRuns.matching(account, ALL, 9), [done.id, ...ids])
      assert.deepEqual(await store.bulkRuns.matching(account, failed, 2), ids.slice(0, 2))
      assert.equal(await store.bulkRuns.count(account, failed, 9), 3)
      assert.equal(await store.bulkRuns.count(account, failed, 2), 2)
      const other = await subject.newAccount()
      assert.deepEqual(await store.bulkRuns.matching(other, { ...ALL, workflowId: workflow.id }, 9), [])
      assert.equal(await store.bulkRuns.count(other, { ...ALL, workflowId: workflow.id }, 9), 0)
    },

    async 'Candidates say whether they were retried, and those of other accounts are not among them'(
      subject,
    ) {
      const at = nextTime()
      const { store } = subject
      const { workflow, runs } = await failTimes(subject, 2, at)
      const [first, second] = runs
      assert.ok(first && second)
      await retry(subject, first, null)
      const ids = [first.id, second.id, subject.ids.next(at)]
      const found = await store.bulkRuns.candidates(workflow.accountId, ids)
      const base = { status: 'failed' as const, isTest: false, isAwaited: false }
      assert.deepEqual(
        found.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        [
          { ...base, id: first.id, isRetried: true },
          { ...base, id: second.id, isRetried: false },
        ],
      )
      assert.deepEqual(await store.bulkRuns.candidates(await subject.newAccount(), ids), [])
    },

    async 'Old bulk runs without a failure are pruned once they have ended'(subject) {
      const at = nextTime()
      const { store } = subject
      const { workflow } = await failTimes(subject, 1, at)
      const run = await insert(subject, chosen(subject, workflow, at), [])
      const later = { counts: 0, failedRuns: run.createdAt + 10 }
      await store.runStatistics.prune(later)
      assert.ok(await store.bulkRuns.find(workflow.accountId, run.id), 'it has not ended')
      const end = { from: ['running' as const], to: 'completed' as const, at: run.createdAt + 9 }
      await store.write((tx) => store.bulkRuns.advance(tx, run.id, end))
      await store.runStatistics.prune({ ...later, failedRuns: run.createdAt + 9 })
      assert.ok(await store.bulkRuns.find(workflow.accountId, run.id), 'it is not old')
      await store.runStatistics.prune(later)
      assert.equal(await store.bulkRuns.find(workflow.accountId, run.id), undefined)
    },
  })
}

function chosen(subject: Subject, workflow: Workflow, at: number): BulkRun {
  return { ...sampleBulkRun(subject, workflow, '', at), failureId: null, workflowId: null, status: 'running' }
}

async function insert({ store }: Subject, run: BulkRun, items: readonly ChosenItem[]): Promise<BulkRun> {
  await store.write((tx) => store.bulkRuns.insertChosen(tx, run, items))
  return run
}
