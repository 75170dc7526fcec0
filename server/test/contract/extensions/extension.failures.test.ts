import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { BulkRun } from '@millrace/contract/bulk-run.ts'
import type { ExecutionOverview } from '@millrace/contract/execution-list.ts'
import type { Failure } from '@millrace/contract/failure.ts'
import type { Statistics } from '@millrace/contract/statistics.ts'
import type { UpcomingRun } from '@millrace/contract/trigger.ts'
import { foldStatistics } from '#test/support/fold-statistics.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { refusesDamaged } from '../support/damaged-cursors.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const FAILING = {
  nodes: [
    { id: 'note', type: 'set', data: { values: { seen: '{{ input.n }}' } } },
    { id: 'charge', type: 'if', data: { condition: 'input.n >= 0' } },
    { id: 'stop', type: 'fail', data: { message: 'Card {{ input.n }} was declined', code: 'DECLINED' } },
  ],
  edges: [
    { source: 'note', target: 'charge' },
    { source: 'charge', target: 'stop', sourceHandle: 'true' },
  ],
}
/** Completes, but for numbers above a limit. The failed node is another one now, and its retry decides anew. */
const fixed = (limit = Number.MAX_SAFE_INTEGER) => ({
  nodes: [
    ...FAILING.nodes.slice(0, 2),
    { id: 'stop', type: 'if', data: { condition: `input.n > ${limit}` } },
    { id: 'again', type: 'fail', data: { message: 'Card {{ input.n }} was declined', code: 'DECLINED' } },
  ],
  edges: [...FAILING.edges, { source: 'stop', target: 'again', sourceHandle: 'true' }],
})

async function failTimes(client: Client, count: number): Promise<{ id: string; failure: Failure }> {
  const workflow = await client.createWorkflow({ ...FAILING, status: 'published' })
  for (let n = 0; n < count; n += 1) await client.run(workflow, { n })
  const [failure, ...others] = await failuresOf(client, workflow.id)
  assert.ok(failure)
  assert.deepEqual(others, [])
  return { id: workflow.id, failure }
}

async function failuresOf(client: Client, workflowId: string, query = ''): Promise<Failure[]> {
  await foldStatistics(client.service.service.store)
  return (await client.get(`/failures?workflow_id=${workflowId}${query}`)).expect(200).data<Failure[]>()
}

async function resume(client: Client, failure: Failure, body?: object): Promise<BulkRun> {
  const answer = (await client.post(`/failures/${failure.id}/resume`, body)).expect(202)
  const run = answer.data<BulkRun>()
  assert.equal(answer.header('location'), `/v1/bulk-runs/${run.id}`)
  return run
}

const read = async (client: Client, { id }: { id: string }): Promise<BulkRun> =>
  (await client.get(`/bulk-runs/${id}`)).expect(200).data<BulkRun>()

async function ended(client: Client, run: BulkRun): Promise<BulkRun> {
  for (;;) {
    const now = await read(client, run)
    if (now.ended_at !== null) return now
    await setTimeout(20)
  }
}

async function runsOf(client: Client, workflowId: string): Promise<ExecutionOverview[]> {
  return (await client.get(`/executions?workflow_id=${workflowId}&limit=100`))
    .expect(200)
    .data<ExecutionOverview[]>()
}

/** A new period can begin while a test runs. */
const sumOfLastTwo = (counts: readonly number[]) => counts.slice(-2).reduce((sum, count) => sum + count, 0)

describeOnEveryStore('Extension: failures by cause', (shared) => {
  it('Failed runs with the same cause are one failure, without cancelled runs and test runs', async () => {
    const client = await shared.client()
    const { id, failure } = await failTimes(client, 3)
    assert.deepEqual(
      [failure.node_id, failure.code, failure.message, failure.count],
      ['stop', 'DECLINED', 'Card 0 was declined', 3],
    )
    assert.equal(failure.workflow_name, 'Workflow')
    assert.deepEqual(
      failure.samples,
      (await runsOf(client, id)).map((run) => run.id),
    )
    assert.equal(sumOfLastTwo(failure.trend), 3)
    const prefer = { headers: { prefer: 'wait=30' } }
    ;(await client.post(`/workflows/${id}/execute`, { draft: true, input: { n: 9 } }, prefer)).expect(200)
    assert.equal((await failuresOf(client, id))[0]?.count, 3)
    const other = await shared.client()
    assert.deepEqual(await failuresOf(other, id), [])
    ;(await other.patch(`/failures/${failure.id}`, { ignored: true })).error(404, 'NOT_FOUND')
    ;(await other.post(`/failures/${failure.id}/resume`)).error(404, 'NOT_FOUND')
  })

  it('Failures have pages, which neither repeat nor skip a cause while more runs fail', async () => {
    const client = await shared.client()
    // Numbers in a message make no difference, so each cause has a word of its own.
    const words = ['ace', 'two', 'three', 'four', 'five']
    const stop = { id: 'stop', type: 'fail', data: { message: 'Card {{ input.word }} declined' } }
    const workflow = await client.createWorkflow({ nodes: [stop], status: 'published' })
    const fail = (word: string) => client.run(workflow, { word })
    for (const word of words) await fail(word)
    await fail('ace')
    await foldStatistics(client.service.service.store)
    const path = `/failures?workflow_id=${workflow.id}`
    const whole = (await client.get(path)).expect(200)
    assert.deepEqual(whole.body['meta'], { limit: 100, next_cursor: null, has_more: false })
    assert.equal((await client.get(`${path}&limit=1000`)).expect(200).cursorMeta.limit, 100)

    const found: Failure[] = []
    for (let cursor = ''; ;) {
      const page = (await client.get(`${path}&limit=2${cursor}`)).expect(200)
      found.push(...page.data<Failure[]>())
      const { next_cursor: next, has_more: hasMore } = page.cursorMeta
      assert.equal(hasMore, next !== null)
      if (next === null) break
      await refusesDamaged(client, path, next)
      cursor = `&cursor=${next}`
      for (const word of ['two', 'three', `new ${'x'.repeat(found.length)}`]) await fail(word)
      await foldStatistics(client.service.service.store)
    }
    const shown = ({ samples: _newest, ...failure }: Failure) => failure
    assert.deepEqual(found.map(shown), whole.data<Failure[]>().map(shown))
    assert.deepEqual(
      found.map(({ message, count }) => [message, count]),
      ['ace', 'five', 'four', 'three', 'two'].map((word, n) => [`Card ${word} declined`, n === 0 ? 2 : 1]),
    )
    for (const query of ['limit=0', 'limit=x', 'cursor='])
      assert.deepEqual(issuePaths((await client.get(`${path}&${query}`)).error(400, 'VALIDATION_ERROR')), [
        query.split('=')[0],
      ])
  })

  it('An ignored failure is not listed until it happens on a newer version', async () => {
    const client = await shared.client()
    const { id, failure } = await failTimes(client, 1)
    const ignored = (await client.patch(`/failures/${failure.id}`, { ignored: true })).expect(200)
    assert.deepEqual(ignored.data<Failure>().ignored, { until: null, version_number: 1 })
    assert.deepEqual(await failuresOf(client, id), [])
    assert.equal((await failuresOf(client, id, '&state=ignored')).length, 1)
    await client.run({ id }, { n: 5 })
    assert.deepEqual(await failuresOf(client, id), [], 'it is the same version')
    ;(await client.patch(`/workflows/${id}`, { variables: { changed: true } })).expect(200)
    await client.run({ id }, { n: 6 })
    assert.equal((await failuresOf(client, id))[0]?.count, 3)

    const forTime = (await client.patch(`/failures/${failure.id}`, { ignored: true, hours: 2 })).expect(200)
    const until = Date.parse(forTime.data<Failure>().ignored?.until ?? '')
    assert.ok(Math.abs(until - Date.now() - 2 * 3_600_000) < 60_000)
    assert.deepEqual(await failuresOf(client, id), [])
    ;(await client.patch(`/failures/${failure.id}`, { ignored: false })).expect(200)
    assert.equal((await failuresOf(client, id)).length, 1)
    const wrong = await client.patch(`/failures/${failure.id}`, { ignored: false, hours: 2 })
    wrong.error(400, 'VALIDATION_ERROR')
  })

  it('A bulk run tries one execution, then resumes the rest on the current version, each once', async () => {
    const client = await shared.client()
    const { id, failure } = await failTimes(client, 30)
    const originals = new Set((await runsOf(client, id)).map((run) => run.id))
    ;(await client.patch(`/workflows/${id}`, fixed())).expect(200)
    const started = await resume(client, failure)
    assert.deepEqual([started.status, started.total, started.version], ['trying', 30, 'current'])
    ;(await client.post(`/failures/${failure.id}/resume`)).error(409, 'VALIDATION_ERROR')
    const run = await ended(client, started)
    assert.deepEqual(
      [run.status, run.started, run.completed, run.failed, run.skipped],
      ['completed', 30, 30, 0, 0],
    )
    const retried = (await runsOf(client, id)).filter((one) => one.retry_of !== null)
    assert.deepEqual(new Set(retried.map((one) => one.retry_of)), originals)
    assert.equal(retried.length, 30)
    assert.ok(retried.every((one) => one.version_number === 2 && one.trigger === 'retry'))
    // The trial had ended before the others started.
    const trial = retried.find((one) => one.id === run.trial_execution_id)
    for (const one of retried)
      if (one !== trial) assert.ok(one.started_at >= (trial?.completed_at ?? assert.fail()))
    assert.deepEqual(await failuresOf(client, id), [])
    ;(await client.post(`/failures/${failure.id}/resume`)).error(404, 'NOT_FOUND')
    const listed = (await client.get('/bulk-runs')).expect(200).data<BulkRun[]>()
    assert.deepEqual(listed, [run])
    ;(await (await shared.client()).get(`/bulk-runs/${run.id}`)).error(404, 'NOT_FOUND')
  })

  it('A trial that fails again ends the bulk run, and nothing else was started', async () => {
    const client = await shared.client()
    const { id, failure } = await failTimes(client, 4)
    const run = await ended(client, await resume(client, failure, { version: 'original' }))
    assert.deepEqual(
      [run.status, run.started, run.failed, run.message],
      ['trial_failed', 1, 1, 'Card 0 was declined'],
    )
    assert.equal((await runsOf(client, id)).length, 5)
    const [again] = await failuresOf(client, id)
    assert.equal(again?.count, 4, 'three that were not resumed, and the trial')
    assert.equal(again?.bulk_run?.status, 'trial_failed')
  })

  it('A stopped bulk run starts nothing more, and the rest can be resumed later', async () => {
    const client = await shared.client()
    const { id, failure } = await failTimes(client, 40)
    ;(await client.patch(`/workflows/${id}`, fixed(35))).expect(200)
    const run = await resume(client, failure)
    while ((await read(client, run)).started < 2) await setTimeout(10)
    const stopped = (await client.post(`/bulk-runs/${run.id}/stop`)).expect(200).data<BulkRun>()
    assert.equal(stopped.status, 'stopped')
    assert.ok(stopped.started < 40)
    assert.equal(
      (await client.post(`/bulk-runs/${run.id}/stop`)).expect(200).data<BulkRun>().status,
      'stopped',
    )
    const again = await ended(client, await resume(client, failure))
    assert.equal(again.total, 40 - (await read(client, run)).started)
    assert.deepEqual([again.status, again.failed], ['completed', 4])
    assert.equal((await runsOf(client, id)).length, 80)
    assert.equal((await failuresOf(client, id))[0]?.count, 4)
  })

  it('An execution that was retried by hand is not resumed again', async () => {
    const client = await shared.client()
    const { id, failure } = await failTimes(client, 3)
    ;(await client.patch(`/workflows/${id}`, fixed())).expect(200)
    const [sample] = failure.samples
    ;(await client.post(`/executions/${sample}/retry`, { version: 'current' })).expect(202)
    while ((await runsOf(client, id))[0]?.status !== 'completed') await setTimeout(10)
    assert.equal((await failuresOf(client, id))[0]?.count, 2)
    const run = await ended(client, await resume(client, failure))
    assert.deepEqual([run.total, run.completed], [2, 2])
  })

  it('Statistics count runs by outcome, with durations and the period before', async () => {
    const client = await shared.client()
    const { id } = await failTimes(client, 2)
    for (let n = 0; n < 3; n += 1) await client.run({ id }, { n: -1 })
    const waiting = await client.createWorkflow({
      nodes: [{ id: 'w', type: 'wait', data: { for: 'event', event: 'x' } }],
    })
    const open = await client.accept(waiting)
    while (
      (await client.get(`/executions/${open.execution_id}`)).data<{ status: string }>().status !== 'pending'
    )
      await setTimeout(10)
    await foldStatistics(client.service.service.store)
    for (const period of ['24h', '7d', '30d']) {
      const answer = (await client.get(`/statistics?period=${period}`)).expect(200).data<Statistics>()
      const { total, previous, series } = answer
      assert.deepEqual([total.completed, total.failed, total.cancelled], [3, 2, 0])
      assert.deepEqual([previous.completed, previous.failed, previous.median_ms], [0, 0, null])
      assert.equal(series.length, { '24h': 24, '7d': 28, '30d': 30 }[period])
      const latest = (outcome: 'completed' | 'failed') => sumOfLastTwo(series.map((step) => step[outcome]))
      assert.deepEqual([latest('completed'), latest('failed')], [3, 2])
      assert.ok(total.median_ms !== null && total.p95_ms !== null && total.median_ms <= total.p95_ms)
      assert.deepEqual(answer.open, { running: 0, waiting: 1, oldest_started_at: open.started_at })
    }
    const one = (await client.get(`/statistics?workflow_id=${waiting.id}`)).expect(200).data<Statistics>()
    assert.deepEqual([one.total.completed, one.open.waiting, one.period], [0, 1, '7d'])
    ;(await client.get('/statistics?period=1y')).error(400, 'VALIDATION_ERROR')
  })

  it('The next scheduled runs of published workflows are listed, soonest first', async () => {
    const client = await shared.client()
    // Not daily: once a day, that would be sooner than in a minute.
    const rarely = '0 8 29 2 *'
    const schedule = (data: object) => ({ nodes: [{ id: 'on_time', type: 'schedule', data }] })
    const rare = await client.createWorkflow({
      name: 'Rare',
      status: 'published',
      ...schedule({ cron: rarely }),
    })
    const often = await client.createWorkflow({
      name: 'Often',
      status: 'published',
      ...schedule({ every_seconds: 60 }),
    })
    await client.createWorkflow({ name: 'Draft', ...schedule({ cron: rarely }) })
    const listed = (await client.get('/schedules')).expect(200).data<UpcomingRun[]>()
    assert.deepEqual(
      listed.map((one) => [one.workflow_id, one.workflow_name, one.node_id]),
      [
        [often.id, 'Often', 'on_time'],
        [rare.id, 'Rare', 'on_time'],
      ],
    )
    assert.deepEqual(listed[1]?.data, { cron: rarely })
    const first = (await client.get('/schedules?limit=1')).expect(200)
    assert.deepEqual(first.data(), listed.slice(0, 1))
    assert.deepEqual([first.cursorMeta.limit, first.cursorMeta.has_more], [1, true])
    const cursor = first.cursorMeta.next_cursor ?? ''
    await refusesDamaged(client, '/schedules?limit=1', cursor)
    const rest = (await client.get(`/schedules?limit=1000&cursor=${cursor}`)).expect(200)
    assert.deepEqual(rest.data(), listed.slice(1))
    assert.deepEqual(rest.body['meta'], { limit: 100, next_cursor: null, has_more: false })
  })
})
