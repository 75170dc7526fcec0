import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Trigger } from '@millrace/contract/trigger.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const nightly = { id: 'nightly', type: 'schedule', data: { cron: '0 3 * * *', timezone: 'Europe/Berlin' } }

describeOnEveryStore('Extension: GET /workflows/:id/triggers', (shared) => {
  const list = async (client: Client, id: string) =>
    (await client.get(`/workflows/${id}/triggers`)).expect(200).data<Trigger[]>()

  it('A workflow without triggers has an empty list', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ nodes: [{ id: 'a', type: 'start' }], status: 'published' })
    assert.deepEqual(await list(client, id), [])
  })

  it('A trigger is active from publishing until the workflow is a draft again', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ nodes: [nightly] })
    const isActive = async () => (await list(client, id)).map(({ active }) => active)
    assert.deepEqual(await isActive(), [false])
    ;(await client.patch(`/workflows/${id}`, { status: 'published' })).expect(200)
    assert.deepEqual(await isActive(), [true])
    ;(await client.patch(`/workflows/${id}`, { name: 'Renamed' })).expect(200)
    assert.deepEqual(await isActive(), [true])
    ;(await client.patch(`/workflows/${id}`, { status: 'draft' })).expect(200)
    assert.deepEqual(await isActive(), [false])
  })

  it('Triggers follow the graph, also when an earlier version is restored', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ nodes: [nightly], status: 'published' })
    const hourly = { id: 'hourly', type: 'schedule', data: { every_seconds: 3600 } }
    ;(await client.patch(`/workflows/${id}`, { nodes: [hourly] })).expect(200)
    assert.deepEqual(
      (await list(client, id)).map(({ node_id, kind, active }) => [node_id, kind, active]),
      [['hourly', 'schedule', true]],
    )
    const versions = (await client.get(`/workflows/${id}/versions`)).data<{ id: string }[]>()
    ;(await client.post(`/workflows/${id}/versions/${versions.at(-1)?.id}/restore`)).expect(200)
    assert.deepEqual(
      (await list(client, id)).map(({ node_id, active }) => [node_id, active]),
      [['nightly', true]],
    )
  })

  it('A schedule shows its next five times in UTC', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ nodes: [nightly] })
    const [trigger] = await list(client, id)
    assert.equal(trigger?.next_runs?.length, 5)
    for (const run of trigger.next_runs) assert.match(run, /^\d{4}-\d\d-\d\dT0[12]:00:00\.000Z$/)
  })

  it('Any graph can be published, and a trigger shows the reason why it cannot start runs', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({
      status: 'published',
      nodes: [
        { id: 'bad', type: 'schedule', data: { cron: 'at nine' } },
        { id: 'behind', type: 'schedule', data: { every_seconds: 60 } },
        { id: 'off', type: 'schedule', disabled: true, data: { every_seconds: 60 } },
      ],
      edges: [{ source: 'bad', target: 'behind' }],
    })
    const listed = await list(client, id)
    assert.deepEqual(
      listed.map(({ node_id, active, problem }) => [node_id, active, problem]),
      [
        [
          'bad',
          false,
          '`cron` must have five fields (minute, hour, day, month, weekday), or six with seconds first, but is "at nine".',
        ],
        [
          'behind',
          false,
          'An edge leads to trigger node "behind". Remove it: a run can only begin at a trigger.',
        ],
        ['off', false, null],
      ],
    )
  })

  it('The triggers of a workflow that does not exist or belongs to another account are answered with 404', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ nodes: [nightly], status: 'published' })
    ;(await (await shared.client()).get(`/workflows/${id}/triggers`)).error(404, 'NOT_FOUND')
    ;(await client.delete(`/workflows/${id}`)).expect(200)
    ;(await client.get(`/workflows/${id}/triggers`)).error(404, 'NOT_FOUND')
  })

  it('A webhook whose credential is gone has a problem and is not active', async () => {
    const client = await shared.client()
    const secret = (await client.post('/credentials', { name: 'Hook', type: 'api_key', value: 'secret' }))
      .expect(201)
      .data<{ id: string }>()
    const { id } = await client.createWorkflow({
      nodes: [{ id: 'hook', type: 'webhook', data: { auth: 'header' }, credential_id: secret.id }],
      status: 'published',
    })
    assert.deepEqual(
      (await list(client, id)).map(({ active, problem }) => [active, problem]),
      [[true, null]],
    )
    ;(await client.delete(`/credentials/${secret.id}`)).expect(200)
    assert.deepEqual(
      (await list(client, id)).map(({ active, problem }) => [active, problem]),
      [
        [
          false,
          'The credential of node "hook" does not exist, so no request can be authenticated. Set `credential_id` to the id of an existing credential.',
        ],
      ],
    )
  })
})
