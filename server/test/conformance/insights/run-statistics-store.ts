import assert from 'node:assert/strict'
import { durationBin, firstIdAt } from '#domain/index.ts'
import { countTurns } from '#test/support/count-turns.ts'
import { foldStatistics } from '#test/support/fold-statistics.ts'
import { type ConformanceOptions, testPromises } from '../conformance-suite.ts'
import { accept, insertWorkflow, park, sampleWait } from '../executions/execution-samples.ts'
import { end, failTimes, failure, HOUR, nextTime, retry, runToEnd } from './insight-samples.ts'

const startOf = (at: number) => Math.floor(at / HOUR) * HOUR
const listOf = (at: number) => ({ now: at + HOUR, from: at - HOUR, parts: 4, limit: 100 })

export function testRunStatisticsStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'Runs are counted once, by the hour they started, workflow, outcome and duration'(subject) {
      const at = nextTime()
      const start = startOf(at)
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const { accountId } = workflow
      const other = await insertWorkflow(subject, { accountId })
      await runToEnd(subject, workflow, { startedAt: at, durationMs: 100 })
      await runToEnd(subject, workflow, { startedAt: at, durationMs: 101 })
      await runToEnd(subject, workflow, { startedAt: at + HOUR, durationMs: 9_000, error: failure('No') })
      await runToEnd(subject, other, {
        startedAt: at,
        error: failure('The execution was cancelled.', 'x', 'CANCELLED'),
      })
      for (let times = 0; times < 3; times += 1) await foldStatistics(store)
      const counts = await store.runStatistics.counts(accountId, {
        workflowId: workflow.id,
        from: start,
        stepMs: HOUR,
      })
      assert.deepEqual(sorted(counts), [
        { hour: start, outcome: 'completed', durationBin: durationBin(100), runs: 2 },
        { hour: start + HOUR, outcome: 'failed', durationBin: durationBin(9_000), runs: 1 },
      ])
      const total = await store.runStatistics.counts(accountId, {
        workflowId: undefined,
        from: start,
        stepMs: HOUR,
      })
      assert.equal(sum(total), 4)
      assert.deepEqual(total.filter(({ outcome }) => outcome === 'cancelled').length, 1)
      const later = { workflowId: undefined, from: start + HOUR, stepMs: HOUR }
      assert.equal(sum(await store.runStatistics.counts(accountId, later)), 1)
      const stranger = { workflowId: workflow.id, from: 0, stepMs: HOUR }
      assert.deepEqual(await store.runStatistics.counts(await subject.newAccount(), stranger), [])
    },

    async 'More runs than are read at once are counted once each, and others get turns meanwhile'(subject) {
      const at = nextTime()
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const runs = Array.from({ length: 1_201 }, () => runToEnd(subject, workflow, { startedAt: at }))
      await Promise.all(runs)
      const { turns } = await countTurns(() => foldStatistics(store))
      const range = { workflowId: workflow.id, from: startOf(at), stepMs: HOUR }
      assert.equal(sum(await store.runStatistics.counts(workflow.accountId, range)), 1_201)
      assert.ok(turns >= 10, `${turns} turns`)
    },

    async 'A run that ends long after it was read is counted when it ends, in the hour of its start'(
      subject,
    ) {
      const at = nextTime()
      const start = startOf(at)
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const open = await accept(subject, workflow, { startedAt: at })
      const deleted = await accept(subject, workflow, { startedAt: at })
      await foldStatistics(store)
      const range = { workflowId: workflow.id, from: start, stepMs: HOUR }
      assert.deepEqual(await store.runStatistics.counts(workflow.accountId, range), [])
      assert.deepEqual(
        (await store.runStatistics.readOpen(firstIdAt(0), 100))
          .map(({ id }) => id)
          .filter((id) => id === open.id),
        [open.id],
      )
      await end(subject, open, { durationMs: 5 * HOUR })
      await end(subject, deleted, { durationMs: 1 })
      for (let times = 0; times < 2; times += 1) await foldStatistics(store)
      const counts = await store.runStatistics.counts(workflow.accountId, range)
      assert.deepEqual(
        sorted(counts).map(({ hour, runs }) => [hour, runs]),
        [
          [start, 1],
          [start, 1],
        ],
      )
    },

    async 'Of two folds of the same executions, one changes nothing'(subject) {
      const at = nextTime()
      const start = startOf(at)
      const list = listOf(at)
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      await foldStatistics(store)
      const { id, accountId, versionId } = await runToEnd(subject, workflow, { startedAt: at })
      const position = await store.runStatistics.position()
      const run = {
        accountId,
        workflowId: workflow.id,
        hour: start,
        outcome: 'completed' as const,
        durationBin: 3,
        runs: 1,
      }
      const cause = {
        id: ids.next(at),
        accountId,
        workflowId: workflow.id,
        nodeId: null,
        code: 'X',
        message: '\0',
      }
      const fold = {
        open: [],
        counts: [run],
        failed: [{ executionId: id, versionId, cause }],
        resumed: [],
      }
      const next = { lastId: id, settled: [] }
      const results = await Promise.all([1, 2].map(() => store.runStatistics.fold(position, next, fold)))
      assert.equal(results.filter(Boolean).length, 1)
      assert.equal(await store.runStatistics.fold(position, next, fold), false)
      const counts = await store.runStatistics.counts(accountId, {
        workflowId: workflow.id,
        from: start,
        stepMs: HOUR,
      })
      assert.equal(sum(counts), 1)
      assert.equal((await store.runStatistics.position()).lastId, id)
      const [failed] = await store.failures.list(accountId, list)
      assert.deepEqual([failed?.nodeId, failed?.message], [null, '\0'])
    },

    async 'The lease belongs to one process until it expires'({ store }) {
      const { runStatistics } = store
      assert.equal(await runStatistics.lease('one', 1_000, 2_000), true)
      assert.equal(await runStatistics.lease('one', 1_500, 2_500), true)
      assert.equal(await runStatistics.lease('two', 2_499, 5_000), false)
      assert.equal(await runStatistics.lease('two', 2_500, 5_000), true)
      assert.equal(await runStatistics.lease('one', 3_000, 9_000), false)
      assert.equal(await runStatistics.lease('one', 5_000, 5_000), true)
    },

    async 'A failure that was retried no longer counts, also if the retry is read first'(subject) {
      const at = nextTime()
      const list = listOf(at)
      const { store } = subject
      const { workflow, runs } = await failTimes(subject, 3, at)
      const late = await accept(subject, workflow, { startedAt: at - 5 })
      await foldStatistics(store)
      await end(subject, late, { error: failure('Card 99 declined') })
      await retry(subject, late, null)
      const [first] = runs
      assert.ok(first)
      await retry(subject, first, failure('Card 0 declined'))
      await foldStatistics(store)
      const [found, ...others] = await store.failures.list(workflow.accountId, list)
      assert.deepEqual(others, [])
      // Two that were not retried, and the retry that failed.
      assert.equal(found?.count, 3)
    },

    async 'Open executions are counted by status, up to a limit'(subject) {
      const at = nextTime()
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const { accountId } = workflow
      for (const trigger of ['api', 'schedule', 'manual'] as const)
        await accept(subject, workflow, { startedAt: at + 50, trigger })
      await park(subject, await accept(subject, workflow, { startedAt: at }), [sampleWait(ids)])
      await runToEnd(subject, workflow, { startedAt: at - HOUR })
      const open = { running: 3, waiting: 1, oldestStartedAt: at }
      assert.deepEqual(await store.runStatistics.openRuns(accountId, undefined, 100), open)
      assert.deepEqual(await store.runStatistics.openRuns(accountId, workflow.id, 100), open)
      assert.equal((await store.runStatistics.openRuns(accountId, undefined, 2)).running, 2)
      const none = { running: 0, waiting: 0, oldestStartedAt: null }
      assert.deepEqual(await store.runStatistics.openRuns(accountId, ids.next(at), 100), none)
      assert.deepEqual(await store.runStatistics.openRuns(await subject.newAccount(), undefined, 100), none)
    },

    async 'Old counts and failed runs are deleted, and causes that nothing refers to'(subject) {
      const at = nextTime()
      const start = startOf(at)
      const list = listOf(at)
      const { store } = subject
      const { workflow } = await failTimes(subject, 2, at)
      await foldStatistics(store)
      await store.runStatistics.prune({ counts: start, failedRuns: at + 1 })
      assert.equal((await store.failures.list(workflow.accountId, list))[0]?.count, 1)
      assert.equal(
        sum(
          await store.runStatistics.counts(workflow.accountId, {
            workflowId: undefined,
            from: 0,
            stepMs: HOUR,
          }),
        ),
        2,
      )
      await store.runStatistics.prune({ counts: start + HOUR, failedRuns: at + HOUR })
      assert.deepEqual(await store.failures.list(workflow.accountId, list), [])
      assert.deepEqual(
        await store.runStatistics.counts(workflow.accountId, {
          workflowId: undefined,
          from: 0,
          stepMs: HOUR,
        }),
        [],
      )
    },
  })
}

const sum = (counts: readonly { readonly runs: number }[]) =>
  counts.reduce((total, { runs }) => total + runs, 0)

function sorted<T extends { readonly hour: number; readonly durationBin: number }>(
  counts: readonly T[],
): T[] {
  return counts.toSorted((a, b) => a.hour - b.hour || a.durationBin - b.durationBin)
}
