import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { BulkRun } from '@millrace/contract/bulk-run.ts'
import type { StateEntry } from '@millrace/contract/state.ts'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import type { Operation } from '@millrace/contract/operation.ts'
import type { Statistics } from '@millrace/contract/statistics.ts'
import type { TriggerSummary } from '@millrace/contract/trigger-overview.ts'
import { foldStatistics } from '#test/support/fold-statistics.ts'
import type { Client } from '../support/client.ts'
import { exampleRequest, exampleRequestFor } from '../support/example-request.ts'
import { describeOnEveryStore, type SharedService } from '../support/on-every-store.ts'

const ABSENT = '018f0000-0000-7000-8000-000000000000'

interface Item {
  readonly id: string
}

describeOnEveryStore('Two accounts', (shared) => {
  it('Every operation is covered by one of the tests below', () => {
    const walked = [
      ...withId(),
      ...lists(),
      ...creates(),
      ...sums(),
      ...counts(),
      ...summaries(),
      ...labels(),
      ...bundles(),
      ...byKey(),
      ...accountFree(),
    ]
    assert.deepEqual(walked.map(({ id }) => id).sort(), OPERATIONS.map(({ id }) => id).sort())
  })

  for (const operation of withId()) {
    it(`${operation.id}: a resource of another account is answered exactly like one that does not exist`, async () => {
      const { mine, otherClient } = await openTwo(shared)
      const { method, path, ...request } = await exampleRequest(operation, mine)
      const rejected = await otherClient.send(method, path, request)
      rejected.error(404, 'NOT_FOUND')
      const absent = exampleRequestFor(operation, ABSENT)
      assert.deepEqual(rejected.body, (await otherClient.send(method, absent.path, request)).body)
      ;(await mine.send(method, path, request)).expect(operation.success.status)
    })
  }

  for (const operation of lists()) {
    it(`${operation.id}: resources of another account are neither listed nor counted`, async () => {
      const { mine, otherClient } = await openTwo(shared)
      const ids = await fill(mine)
      const before = idsOf((await otherClient.get(operation.path)).expect(200).data())
      const response = (await otherClient.get(`${operation.path}?limit=100`)).expect(200)
      assert.deepEqual(idsOf(response.data()), before)
      // Lists that grow with use have a cursor instead of a total.
      const { total = before.length } = (response.pageMeta ?? {}) as Partial<typeof response.pageMeta>
      assert.equal(total, before.length)
      for (const id of ids) assert.equal(JSON.stringify(response.body).includes(id), false)
    })
  }

  for (const operation of creates()) {
    it(`${operation.id}: what one account creates, the other does not see`, async () => {
      const { mine, otherClient } = await openTwo(shared)
      const { path, body } = await exampleRequest(operation, mine)
      const { id } = (await mine.post(path, body)).expect(operation.success.status).data<Item>()
      // Files have no list.
      if (operation.upload === true) {
        ;(await mine.get(`/files/${id}`)).expect(200)
        ;(await otherClient.get(`/files/${id}`)).error(404, 'NOT_FOUND')
        return
      }
      const list = `/${path.split('/')[1] ?? ''}`
      assert.ok(idsOf((await mine.get(list)).data()).includes(id))
      assert.equal(idsOf((await otherClient.get(list)).data()).includes(id), false)
    })
  }

  for (const operation of sums()) {
    it(`${operation.id}: runs of another account are not counted`, async () => {
      const { mine, otherClient } = await openTwo(shared)
      await mine.run(await mine.createWorkflow())
      await foldStatistics(mine.service.service.store)
      const runs = async (client: Client) =>
        (await client.get(operation.path)).expect(200).data<Statistics>().total.completed
      assert.deepEqual([await runs(mine), await runs(otherClient)], [1, 0])
    })
  }

  for (const operation of counts()) {
    it(`${operation.id}: executions of another account are not counted, nor those of its workflows`, async () => {
      const { mine, otherClient } = await openTwo(shared)
      const workflow = await mine.createWorkflow()
      await mine.run(workflow)
      const path = `${operation.path}?workflow_id=${workflow.id}`
      const count = async (client: Client) =>
        (await client.get(path)).expect(200).data<{ completed: number }>().completed
      assert.deepEqual([await count(mine), await count(otherClient)], [1, 0])
    })
  }

  for (const operation of summaries()) {
    it(`${operation.id}: triggers of another account are not counted`, async () => {
      const { mine, otherClient } = await openTwo(shared)
      const nodes = [{ id: 'nightly', type: 'schedule', data: { cron: '0 3 * * *' } }]
      const { id } = await mine.createWorkflow({ nodes, edges: [] })
      ;(await mine.post(`/workflows/${id}/publish`)).expect(200)
      const read = async (client: Client) =>
        (await client.get(operation.path)).expect(200).data<TriggerSummary>()
      assert.equal((await read(mine)).active, 1)
      const { active, paused, inactive, load } = await read(otherClient)
      assert.deepEqual([active, paused, inactive], [0, 0, 0])
      assert.ok(load.every(({ runs, schedules }) => runs === 0 && schedules === 0))
    })
  }

  for (const operation of labels()) {
    it(`${operation.id}: tags and folders of another account are not listed`, async () => {
      const { mine, otherClient } = await openTwo(shared)
      await mine.createWorkflow({ tags: ['secret-tag'], folder: 'Secret folder' })
      const read = async (client: Client) =>
        JSON.stringify((await client.get(operation.path)).expect(200).data())
      assert.match(await read(mine), /secret-tag.*Secret folder|Secret folder.*secret-tag/)
      assert.doesNotMatch(await read(otherClient), /secret/i)
    })
  }

  for (const operation of bundles()) {
    it(`${operation.id}: workflows of another account are neither found nor returned`, async () => {
      const { mine, otherClient } = await openTwo(shared)
      const { id } = await mine.createWorkflow({ name: 'Secret plan', folder: 'Sales' })
      const workflows = [{ id, name: 'Secret plan', folder: 'Sales' }]
      const body = operation.id === 'exportBundle' ? {} : { bundle: { workflows }, mode: 'replace' }
      const response = (await otherClient.post(operation.path, body)).expect(200)
      assert.equal(JSON.stringify(response.data()).includes(id), false)
      assert.equal((await mine.get('/workflows')).expect(200).pageMeta.total, 1)
    })
  }

  for (const operation of byKey()) {
    it(`${operation.id}: the same key is another one in another account`, async () => {
      const { mine, otherClient } = await openTwo(shared)
      const key = '/state/account/orders'
      ;(await mine.put(key, { value: 'Secret' })).expect(200)
      ;(await otherClient.get(key)).error(404, 'NOT_FOUND')
      ;(await otherClient.put(key, { value: 'Own' })).expect(200)
      const { method, path, ...request } = exampleRequestFor(operation, '')
      const response = (await otherClient.send(method, path, request)).expect(200)
      assert.equal(JSON.stringify(response.body).includes('Secret'), false)
      assert.equal((await mine.get(key)).expect(200).data<StateEntry>().value, 'Secret')
    })
  }

  it('The same names, URLs and Idempotency-Keys in two accounts are independent', async () => {
    const { mine, otherClient } = await openTwo(shared)
    for (const operation of creates()) {
      const { path, body } = await exampleRequest(operation, mine)
      const headers = { 'idempotency-key': operation.id }
      const { status } = operation.success
      const one = (await mine.post(path, body, { headers })).expect(status).data<Item>()
      const two = (await otherClient.post(path, body, { headers })).expect(status).data<Item>()
      assert.notEqual(one.id, two.id)
    }
  })

  it('A search finds nothing of the other account', async () => {
    const { mine, otherClient } = await openTwo(shared)
    await mine.createWorkflow({ name: 'Findable' })
    assert.equal((await mine.get('/workflows?search=findable')).pageMeta.total, 1)
    assert.equal((await otherClient.get('/workflows?search=findable')).pageMeta.total, 0)
  })

  it("A cursor of one account's list is not valid in the other's", async () => {
    const { mine, otherClient } = await openTwo(shared)
    const theirs = await otherClient.createWorkflow()
    const own = await otherClient.run(theirs)
    const workflow = await mine.createWorkflow()
    for (let count = 0; count < 3; count += 1) await mine.run(workflow)
    const cursor =
      (await mine.get(`/workflows/${workflow.id}/executions?limit=1`)).cursorMeta.next_cursor ?? ''
    const response = (await otherClient.get(`/workflows/${theirs.id}/executions?cursor=${cursor}`)).expect(
      200,
    )
    assert.deepEqual(idsOf(response.data()), [own.id])
  })

  it("Another account's credential cannot be connected and is answered like an unknown one", async () => {
    const { mine, otherClient } = await openTwo(shared)
    const body = { name: 'DB', type: 'postgres', value: 'postgres://u:p@db.example.com/d' }
    const credential = (await mine.post('/credentials', body)).expect(201).data<Item>()
    const connect = (id: string) => otherClient.post('/integrations', { type: 'postgres', credential_id: id })
    const rejected = await connect(credential.id)
    rejected.error(400, 'VALIDATION_ERROR')
    assert.deepEqual(rejected.body, (await connect(ABSENT)).body)
    assert.deepEqual(idsOf((await otherClient.get('/integrations')).data()).length, 1)
  })

  it("Deleting and changing another account's resources leaves them unchanged", async () => {
    const { mine, otherClient } = await openTwo(shared)
    const ids = await fill(mine)
    await untilBulkRunsEnd(mine)
    const before = await readAll(mine)
    for (const operation of withId().filter(({ method }) => method !== 'GET')) {
      for (const id of ids) {
        const { method, path, ...request } = exampleRequestFor(operation, id)
        ;(await otherClient.send(method, path, request)).error(404, 'NOT_FOUND')
      }
    }
    assert.deepEqual(await readAll(mine), before)
  })
})

function withId(): readonly Operation[] {
  return OPERATIONS.filter(({ path }) => path.includes(':id'))
}

function lists(): readonly Operation[] {
  const others = new Set([...sums(), ...counts(), ...summaries(), ...labels(), ...accountFree()])
  return OPERATIONS.filter(
    (operation) =>
      operation.method === 'GET' && !/:(?:id|key)/.test(operation.path) && !others.has(operation),
  )
}

function creates(): readonly Operation[] {
  return OPERATIONS.filter(
    ({ id, method, path, success }) =>
      method === 'POST' && !path.includes(':id') && (success.status === 201 || id === 'createBulkRun'),
  )
}

function labels(): readonly Operation[] {
  return OPERATIONS.filter(({ id }) => id === 'listLabels')
}

function bundles(): readonly Operation[] {
  return OPERATIONS.filter(({ id }) => ['exportBundle', 'importBundle'].includes(id))
}

function byKey(): readonly Operation[] {
  return OPERATIONS.filter(({ path }) => path.includes(':key'))
}

function counts(): readonly Operation[] {
  return OPERATIONS.filter(({ id }) => id === 'countExecutions')
}

function summaries(): readonly Operation[] {
  return OPERATIONS.filter(({ id }) => id === 'getTriggerSummary')
}

function sums(): readonly Operation[] {
  return OPERATIONS.filter(({ id }) => id === 'getStatistics')
}

/** The same for all accounts: nothing in it belongs to one of them. */
function accountFree(): readonly Operation[] {
  return OPERATIONS.filter(({ id }) => ['listCatalogue', 'listNodeTypes', 'previewForm'].includes(id))
}

async function openTwo(shared: SharedService): Promise<{ mine: Client; otherClient: Client }> {
  return { mine: await shared.client(), otherClient: await shared.client() }
}

/** One resource of every kind; returns their ids. */
async function fill(client: Client): Promise<string[]> {
  const kinds = new Map(withId().map((operation) => [operation.path.split('/')[1], operation]))
  const requests = await Promise.all(
    [...kinds.values()].map((operation) => exampleRequest(operation, client)),
  )
  return requests.map(({ path }) => path.split('/')[2] ?? '')
}

/** They start runs of their own, and what they did is counted later. */
async function untilBulkRunsEnd(client: Client): Promise<void> {
  for (;;) {
    const runs = (await client.get('/bulk-runs')).expect(200).data<BulkRun[]>()
    if (runs.every((run) => run.ended_at !== null)) break
    await setTimeout(20)
  }
  await foldStatistics(client.service.service.store)
}

async function readAll(client: Client): Promise<unknown[]> {
  const responses = await Promise.all(lists().map(({ path }) => client.get(`${path}?limit=100`)))
  return responses.map(({ body }) => body)
}

function idsOf(items: Item[]): string[] {
  return items.map(({ id }) => id)
}
