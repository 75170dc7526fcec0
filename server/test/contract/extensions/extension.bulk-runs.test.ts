import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { BulkRun } from '@millrace/contract/bulk-run.ts'
import type { ExecutionOverview } from '@millrace/contract/execution-list.ts'
import type { AcceptedExecution } from '@millrace/contract/execution.ts'
import { SKIPPED } from '#domain/index.ts'
import { startService, STORE_KINDS } from '#test/support/test-service.ts'
import { issuePaths } from '../support/api-response.ts'
import { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { untilWaiting } from '../support/waiting-run.ts'

const WAITING = { nodes: [{ id: 'wait', type: 'wait', data: { for: 'event', event: 'paid' } }] }
const FAILING = { nodes: [{ id: 'stop', type: 'fail', data: { message: 'Declined', code: 'DECLINED' } }] }
const FIXED = { nodes: [{ id: 'stop', type: 'set', data: { values: {} } }] }
const ABSENT = '018f0000-0000-7000-8000-000000000000'

async function create(client: Client, body: object): Promise<BulkRun> {
  const answer = (await client.post('/bulk-runs', body)).expect(202)
  const run = answer.data<BulkRun>()
  assert.equal(answer.header('location'), `/v1/bulk-runs/${run.id}`)
  return run
}

async function ended(client: Client, { id }: BulkRun): Promise<BulkRun> {
  for (;;) {
    const run = (await client.get(`/bulk-runs/${id}`)).expect(200).data<BulkRun>()
    if (run.ended_at !== null) return run
    await setTimeout(20)
  }
}

async function startWaiting(client: Client, count: number): Promise<{ id: string; runs: string[] }> {
  const { id } = await client.createWorkflow(WAITING)
  const runs: string[] = []
  for (let n = 0; n < count; n += 1) runs.push((await client.accept({ id })).execution_id)
  for (const run of runs) await untilWaiting(client, run)
  return { id, runs }
}

async function list(client: Client, query: string): Promise<ExecutionOverview[]> {
  return (await client.get(`/executions?limit=100&${query}`)).expect(200).data<ExecutionOverview[]>()
}

describeOnEveryStore('Extension: bulk runs of chosen executions', (shared) => {
  it('The list of bulk runs has pages, newest first', async () => {
    const client = await shared.client()
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1)
      ids.unshift((await create(client, { kind: 'cancel', execution_ids: [ABSENT] })).id)
    const first = (await client.get('/bulk-runs?limit=2')).expect(200)
    assert.deepEqual(
      first.data<BulkRun[]>().map(({ id }) => id),
      ids.slice(0, 2),
    )
    const { next_cursor: cursor, ...meta } = first.cursorMeta
    assert.deepEqual(meta, { limit: 2, has_more: true })
    const second = (await client.get(`/bulk-runs?limit=2&cursor=${cursor}`)).expect(200)
    assert.deepEqual(
      second.data<BulkRun[]>().map(({ id }) => id),
      ids.slice(2),
    )
    assert.deepEqual(second.cursorMeta, { limit: 2, next_cursor: null, has_more: false })
  })

  it('Chosen executions are cancelled, and the others are counted with the reason', async () => {
    const client = await shared.client()
    const { runs } = await startWaiting(client, 2)
    const done = await client.run(await client.createWorkflow(FIXED))
    const failed = await client.run(await client.createWorkflow(FAILING))
    const ids = [...runs, done.id.toUpperCase(), done.id, failed.id, ABSENT]
    const run = await create(client, { kind: 'cancel', execution_ids: ids })
    assert.deepEqual([run.kind, run.failure_id, run.total, run.skipped], ['cancel', null, 5, 3])
    const end = await ended(client, run)
    assert.deepEqual([end.status, end.started, end.skipped], ['completed', 2, 3])
    assert.deepEqual(
      end.skip_reasons.toSorted((a, b) => (a.message < b.message ? -1 : 1)),
      [SKIPPED.completed, SKIPPED.failed, SKIPPED.missing]
        .toSorted()
        .map((message) => ({ message, count: 1 })),
    )
    const cancelled = await list(client, 'error_code=CANCELLED')
    assert.deepEqual(new Set(cancelled.map(({ id }) => id)), new Set(runs))
  })

  it('All executions that match a filter are cancelled, and no other', async () => {
    const client = await shared.client()
    const { id, runs } = await startWaiting(client, 30)
    const others = await startWaiting(client, 1)
    const count = async (query: string) => (await client.get(`/executions/count?${query}`)).expect(200).data()
    const none = { pending: 0, running: 0, completed: 0, failed: 0, complete: true }
    assert.deepEqual(await count(`workflow_id=${id}`), { ...none, pending: 30 })
    const end = await ended(client, await create(client, { kind: 'cancel', filter: { workflow_id: id } }))
    assert.deepEqual(
      [end.started, end.skipped, end.workflow_id, end.cause],
      [30, 0, id, 'Executions that match a filter'],
    )
    assert.equal((await list(client, `workflow_id=${id}&status=failed`)).length, runs.length)
    assert.deepEqual(
      (await list(client, 'status=pending')).map((run) => run.id),
      others.runs,
    )
    assert.deepEqual(await count(`workflow_id=${id}&status=failed`), { ...none, failed: 30 })
    const again = await ended(client, await create(client, { kind: 'cancel', filter: { workflow_id: id } }))
    assert.deepEqual(
      [again.started, again.skipped, again.skip_reasons],
      [0, 30, [{ message: SKIPPED.failed, count: 30 }]],
    )
  })

  it('Failed executions are resumed once, without test runs and sub-workflows whose caller waits', async () => {
    const client = await shared.client()
    const child = await client.createWorkflow({ ...FAILING, status: 'published' })
    const caller = await client.createWorkflow({
      nodes: [{ id: 'call', type: 'workflow', data: { workflow_id: child.id } }],
    })
    await client.run(caller)
    const failed = await client.run(child)
    const prefer = { headers: { prefer: 'wait=30' } }
    ;(await client.post(`/workflows/${child.id}/execute`, { draft: true }, prefer)).expect(200)
    ;(await client.patch(`/workflows/${child.id}`, FIXED)).expect(200)
    const filter = { status: 'failed' }
    const end = await ended(client, await create(client, { kind: 'resume', filter }))
    assert.deepEqual([end.status, end.started, end.completed, end.skipped], ['completed', 2, 2, 2])
    assert.deepEqual(
      end.skip_reasons.toSorted((a, b) => (a.message < b.message ? -1 : 1)),
      [
        { message: SKIPPED.awaited, count: 1 },
        { message: SKIPPED.test, count: 1 },
      ].toSorted((a, b) => (a.message < b.message ? -1 : 1)),
    )
    assert.equal(end.trial_execution_id, null)
    const retries = await list(client, 'trigger=retry')
    assert.equal(retries.length, 2)
    assert.ok(retries.some(({ retry_of: id }) => id === failed.id))
    const again = await ended(client, await create(client, { kind: 'resume', filter }))
    assert.deepEqual([again.started, again.skipped], [0, 4], 'nothing is resumed twice')
    assert.ok(again.skip_reasons.some(({ message, count }) => message === SKIPPED.resumed && count === 2))
  })

  it('An execution that was resumed by hand a moment ago is skipped', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow(FAILING)
    const failed = await client.run(workflow)
    const retried = (await client.post(`/executions/${failed.id}/retry`)).expect(202)
    assert.ok(retried.data<AcceptedExecution>().execution_id)
    const run = await create(client, { kind: 'resume', execution_ids: [failed.id] })
    const end = await ended(client, run)
    assert.deepEqual([end.started, end.skip_reasons], [0, [{ message: SKIPPED.resumed, count: 1 }]])
  })

  it('A stopped bulk run cancels nothing more', async () => {
    const client = await shared.client()
    const { runs } = await startWaiting(client, 60)
    const run = await create(client, { kind: 'cancel', execution_ids: runs })
    const stopped = (await client.post(`/bulk-runs/${run.id}/stop`)).expect(200).data<BulkRun>()
    assert.equal(stopped.status, 'stopped')
    assert.ok(stopped.started < 60)
    assert.equal((await list(client, 'error_code=CANCELLED')).length, stopped.started)
  })

  it('Executions of another account are skipped like those that do not exist', async () => {
    const [client, other] = [await shared.client(), await shared.client()]
    const { runs } = await startWaiting(other, 1)
    const end = await ended(client, await create(client, { kind: 'cancel', execution_ids: runs }))
    assert.deepEqual(end.skip_reasons, [{ message: SKIPPED.missing, count: 1 }])
    assert.equal((await list(other, 'status=pending')).length, 1)
  })

  it('A request names either executions or a filter, and says what is wrong with the filter', async () => {
    const client = await shared.client()
    const refuse = async (body: object) =>
      issuePaths((await client.post('/bulk-runs', body)).error(400, 'VALIDATION_ERROR'))
    assert.deepEqual(await refuse({ kind: 'cancel' }), ['execution_ids'])
    assert.deepEqual(await refuse({ kind: 'cancel', filter: {}, execution_ids: [ABSENT] }), ['filter'])
    assert.deepEqual(await refuse({ kind: 'cancel', filter: { from: 'x' } }), ['filter.from'])
    assert.deepEqual(await refuse({ kind: 'cancel', filter: {}, version: 'current' }), ['version'])
    assert.deepEqual(await refuse({ kind: 'delete', filter: {} }), ['kind'])
    assert.deepEqual(await refuse({ kind: 'cancel', execution_ids: [] }), ['execution_ids'])
  })
})

describe('Extension: a bulk run and a restart', () => {
  for (const store of STORE_KINDS) {
    it(`A bulk run continues after a restart of the service (${store})`, async () => {
      const first = await startService({ store })
      const client = new Client(first, first.key)
      const { runs } = await startWaiting(client, 60)
      const run = await create(client, { kind: 'cancel', execution_ids: runs })
      await first.stop()
      const second = await startService({ dataOf: first })
      try {
        const end = await ended(new Client(second, first.key), run)
        assert.deepEqual([end.status, end.started, end.skipped], ['completed', 60, 0])
      } finally {
        await second.destroy()
      }
    })
  }
})
