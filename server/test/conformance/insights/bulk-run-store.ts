import assert from 'node:assert/strict'
import { type BulkRun, type OpenExecution, SKIPPED, type Workflow } from '#domain/index.ts'
import { foldStatistics } from '#test/support/fold-statistics.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import {
  end,
  failTimes,
  failure,
  HOUR,
  nextTime,
  retry,
  sampleBulkRun,
  startRetry,
} from './insight-samples.ts'

const listOf = (at: number) => ({ now: at + HOUR, from: at - HOUR, parts: 4, limit: 100 })
const allOf = (at: number) => ({ from: at - HOUR, limit: 100 })

interface Started {
  readonly run: BulkRun & { readonly failureId: string }
  readonly workflow: Workflow
  readonly runs: readonly OpenExecution[]
}

export function testBulkRunStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'A bulk run has the executions of its failure that nobody resumed, and is the only active one'(
      subject,
    ) {
      const at = nextTime()
      const all = allOf(at)
      const { store } = subject
      const { run, workflow, runs } = await start(subject, 3, at)
      assert.deepEqual(
        await store.bulkRuns.pending(run.id, 100),
        runs.map(({ id }) => id),
      )
      assert.deepEqual(await store.bulkRuns.find(workflow.accountId, run.id), run)
      assert.deepEqual(await store.bulkRuns.list(workflow.accountId, { before: undefined, limit: 10 }), [run])
      assert.deepEqual(
        (await store.bulkRuns.latest(workflow.accountId, [run.failureId])).get(run.failureId),
        run,
      )
      assert.equal(await store.bulkRuns.find(await subject.newAccount(), run.id), undefined)
      const another = sampleBulkRun(subject, workflow, run.failureId, at)
      assert.equal(await store.write((tx) => store.bulkRuns.insert(tx, another, all)), undefined)
      await advance(subject, run, 'stopped')
      assert.equal(await store.write((tx) => store.bulkRuns.insert(tx, another, { ...all, limit: 2 })), 2)
      assert.deepEqual(
        await store.bulkRuns.pending(another.id, 100),
        runs.slice(0, 2).map(({ id }) => id),
      )
      await advance(subject, another, 'stopped')
      const page = (before: string | undefined) =>
        store.bulkRuns.list(workflow.accountId, { before, limit: 1 })
      assert.deepEqual(
        (await page(undefined)).map(({ id }) => id),
        [another.id],
      )
      assert.deepEqual(
        (await page(another.id)).map(({ id }) => id),
        [run.id],
      )
      const none = sampleBulkRun(subject, workflow, run.failureId, at)
      assert.equal(
        await store.write((tx) => store.bulkRuns.insert(tx, none, { from: at + HOUR, limit: 9 })),
        0,
      )
    },

    async 'An item is claimed once, however many try, and counts as resumed'(subject) {
      const at = nextTime()
      const list = listOf(at)
      const { store } = subject
      const { run, workflow, runs } = await start(subject, 2, at)
      const [first, second] = runs
      assert.ok(first && second)
      const claims = await Promise.all(
        [1, 2, 3, 4].map(() => store.write((tx) => store.bulkRuns.claim(tx, run.id, first.id))),
      )
      assert.deepEqual(claims.sort(), ['claimed', 'ended', 'ended', 'ended'])
      const newExecutionId = await retry(subject, first, null)
      await store.write((tx) => store.bulkRuns.started(tx, run.id, { executionId: first.id, newExecutionId }))
      assert.equal((await store.bulkRuns.find(run.accountId, run.id))?.trialExecutionId, newExecutionId)
      assert.equal((await store.failures.list(workflow.accountId, list))[0]?.count, 1)
      assert.deepEqual(await store.bulkRuns.pending(run.id, 9), [second.id])
      assert.deepEqual(await store.bulkRuns.progress(run), {
        total: 2,
        started: 1,
        skipped: 0,
        completed: 1,
        failed: 0,
        running: 0,
        skipReasons: [],
      })
    },

    async 'A claim that is rolled back leaves the item pending'(subject) {
      const at = nextTime()
      const { store } = subject
      const { run, runs } = await start(subject, 1, at)
      const [first] = runs
      assert.ok(first)
      const failing = store.write(async (tx) => {
        await store.bulkRuns.claim(tx, run.id, first.id)
        throw new Error('The process ends.')
      })
      await assert.rejects(failing, /The process ends/)
      assert.deepEqual(await store.bulkRuns.pending(run.id, 9), [first.id])
      assert.equal(await store.write((tx) => store.bulkRuns.claim(tx, run.id, first.id)), 'claimed')
    },

    async 'An execution that somebody else resumed, or that cannot be resumed, is skipped'(subject) {
      const at = nextTime()
      const { store } = subject
      const { run, runs } = await start(subject, 2, at)
      const [first, second] = runs
      assert.ok(first && second)
      await retry(subject, first, null)
      await foldStatistics(store)
      assert.equal(await store.write((tx) => store.bulkRuns.claim(tx, run.id, first.id)), 'resumed')
      await store.write((tx) =>
        store.bulkRuns.skip(tx, run.id, { executionId: second.id, message: 'It was deleted.' }),
      )
      assert.deepEqual(await store.bulkRuns.pending(run.id, 9), [])
      const { skipped, skipReasons } = await store.bulkRuns.progress(run)
      assert.equal(skipped, 2)
      assert.deepEqual(skipReasons, [
        { message: 'It was deleted.', count: 1 },
        { message: SKIPPED.resumed, count: 1 },
      ])
    },

    async 'Nothing is claimed after a stop, and its progress remains after the executions are deleted'(
      subject,
    ) {
      const at = nextTime()
      const { store } = subject
      const { run, runs } = await start(subject, 2, at)
      const [first, second] = runs
      assert.ok(first && second)
      await store.write((tx) => store.bulkRuns.claim(tx, run.id, first.id))
      const newExecutionId = await retry(subject, first, null)
      await store.write((tx) => store.bulkRuns.started(tx, run.id, { executionId: first.id, newExecutionId }))
      assert.equal(await advance(subject, run, 'stopped'), true)
      assert.equal(await advance(subject, run, 'stopped'), false, 'it has ended')
      assert.equal(await store.write((tx) => store.bulkRuns.claim(tx, run.id, second.id)), 'ended')
      const ended = await store.bulkRuns.find(run.accountId, run.id)
      assert.deepEqual([ended?.status, ended?.endedAt, ended?.message], ['stopped', run.createdAt + 9, 'Why'])
      while ((await store.retention.deleteEnded(Number.MAX_SAFE_INTEGER, 1_000)) > 0);
      assert.equal((await store.bulkRuns.progress(ended ?? run)).completed, 1)
    },

    async 'The progress of an ended bulk run is stored once the executions that it resumed have ended'(
      subject,
    ) {
      const at = nextTime()
      const { store } = subject
      const { run, runs } = await start(subject, 3, at)
      const [first, second] = runs
      assert.ok(first && second)
      const begin = async (failed: OpenExecution) => {
        const open = await startRetry(subject, failed)
        await store.write((tx) => store.bulkRuns.claim(tx, run.id, failed.id))
        await store.write((tx) =>
          store.bulkRuns.started(tx, run.id, { executionId: failed.id, newExecutionId: open.id }),
        )
        return open
      }
      const [one, two] = [await begin(first), await begin(second)]
      await end(subject, one)
      const find = async () => (await store.bulkRuns.find(run.accountId, run.id)) ?? run
      const settle = (now: number) => store.bulkRuns.settle(now, now + 100, 1_000)
      await settle(1_000)
      assert.equal((await find()).finalProgress, null, 'it is active')
      await advance(subject, run, 'stopped')
      await settle(1_000)
      assert.equal((await find()).finalProgress, null, 'an execution that it resumed is open')
      assert.equal((await store.bulkRuns.progress(await find())).completed, 1)
      await end(subject, two, { error: failure('Card 1 declined') })
      await settle(1_099)
      assert.equal((await find()).finalProgress, null, 'it is not counted again yet')
      assert.equal((await store.bulkRuns.progress(await find())).failed, 1)
      await settle(1_100)
      const { finalProgress } = await find()
      assert.deepEqual(finalProgress, {
        total: 3,
        started: 2,
        skipped: 0,
        completed: 1,
        failed: 1,
        running: 0,
        skipReasons: [],
      })
      while ((await store.retention.deleteEnded(Number.MAX_SAFE_INTEGER, 1_000)) > 0);
      assert.deepEqual(await store.bulkRuns.progress(await find()), finalProgress)
    },

    async 'A bulk run is taken by one process until its lease expires or is released'(subject) {
      const at = nextTime()
      const { store } = subject
      const { run } = await start(subject, 1, at)
      const take = async (now: number) =>
        (await store.bulkRuns.take(now, now + 100, 1_000)).filter(({ id }) => id === run.id).length
      assert.deepEqual((await Promise.all([take(1_000), take(1_000), take(1_000)])).sort(), [0, 0, 1])
      assert.equal(await take(1_099), 0)
      assert.equal(await take(1_100), 1)
      await store.bulkRuns.release(run.id)
      assert.equal(await take(1_101), 1)
      await advance(subject, run, 'stopped')
      assert.equal(await take(9_999), 0)
    },
  })
}

async function start(subject: Subject, count: number, at: number): Promise<Started> {
  const [list, all] = [listOf(at), allOf(at)]
  const { store } = subject
  const { workflow, runs } = await failTimes(subject, count, at)
  await foldStatistics(store)
  const [failure] = await store.failures.list(workflow.accountId, list)
  assert.ok(failure)
  const run = sampleBulkRun(subject, workflow, failure.id, at)
  assert.equal(await store.write((tx) => store.bulkRuns.insert(tx, run, all)), count)
  return { run, workflow, runs }
}

function advance({ store }: Subject, run: BulkRun, to: BulkRun['status']): Promise<boolean> {
  const change = { from: ['trying', 'running'] as const, to, at: run.createdAt + 9, message: 'Why' }
  return store.write((tx) => store.bulkRuns.advance(tx, run.id, change))
}
