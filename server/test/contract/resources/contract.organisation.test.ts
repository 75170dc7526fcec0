import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Draft } from '@millrace/contract/workflow-draft.ts'
import {
  type RecentRun,
  type Workflow,
  WORKFLOW_INCLUDES,
  type WorkflowLabels,
  type WorkflowSummary,
} from '@millrace/contract/workflow.ts'
import { issuePaths, messageAt } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const WORKFLOW_MEMBERS = ['created_at', 'description', 'edges', 'id', 'name', 'nodes', 'status', 'variables']
const SUMMARY_MEMBERS = ['created_at', 'id', 'name', 'status', 'updated_at']
const ALL = WORKFLOW_INCLUDES.join(',')

describeOnEveryStore('Contract: tags, folders and included members of workflows', (shared) => {
  it('Without `include`, every response has exactly the members of the specification', async () => {
    const client = await shared.client()
    const body = { name: 'A', tags: ['sales'], folder: 'Sales', status: 'published' }
    const created = (await client.post('/workflows', body)).expect(201)
    const { id } = created.data<Workflow>()
    await client.run({ id })
    const patched = (await client.patch(`/workflows/${id}`, { tags: ['other'], folder: 'Other' })).expect(200)
    ;(await client.put(`/workflows/${id}/draft`, { nodes: [{ id: 'a' }], edges: [] })).expect(200)
    const published = (await client.post(`/workflows/${id}/publish`)).expect(200)
    for (const response of [created, patched, published, await client.get(`/workflows/${id}`)]) {
      assert.deepEqual(Object.keys(response.data<Workflow>()).sort(), WORKFLOW_MEMBERS)
    }
    for (const query of ['', '?include=', '?tag=other', '?folder=Other&sort=name']) {
      const [listed] = (await client.get(`/workflows${query}`)).expect(200).data<Workflow[]>()
      assert.deepEqual(Object.keys(listed ?? {}).sort(), SUMMARY_MEMBERS)
    }
  })

  it('`include` adds exactly the members it names, in the list and on get', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    for (const name of WORKFLOW_INCLUDES) {
      const read = (await client.get(`/workflows/${id}?include=${name}`)).expect(200).data<Workflow>()
      assert.deepEqual(Object.keys(read).sort(), [...new Set([...WORKFLOW_MEMBERS, name])].sort())
      const [listed] = (await client.get(`/workflows?include=${name}`)).expect(200).data<Workflow[]>()
      assert.deepEqual(Object.keys(listed ?? {}).sort(), [...new Set([...SUMMARY_MEMBERS, name])].sort())
    }
    const read = (await client.get(`/workflows/${id}?include=${ALL}`)).expect(200).data<Workflow>()
    const { tags, folder, last_run, recent_runs, draft } = read
    assert.deepEqual(
      { tags, folder, last_run, recent_runs, draft },
      {
        tags: [],
        folder: '',
        last_run: null,
        recent_runs: [],
        draft: { changed: false, version_number: null, updated_at: null },
      },
    )
  })

  it('All tags and folders are listed with how many workflows have them', async () => {
    const client = await shared.client()
    const labels = async () => (await client.get('/workflows/labels')).expect(200).data<WorkflowLabels>()
    assert.deepEqual(await labels(), { tags: [], folders: [] })
    const bodies = [
      { tags: ['Sales', 'eu'], folder: 'Sales/Orders' },
      { tags: ['sales'], folder: 'Sales' },
      { tags: ['sales'], folder: 'Ops' },
      {},
    ]
    for (const body of bodies) await client.createWorkflow(body)
    const { id } = await client.createWorkflow({ tags: ['gone'], folder: 'Gone' })
    ;(await client.delete(`/workflows/${id}`)).expect(200)
    assert.deepEqual(await labels(), {
      tags: [
        { name: 'eu', workflows: 1 },
        { name: 'sales', workflows: 3 },
      ],
      folders: [
        { name: 'Ops', workflows: 1 },
        { name: 'Sales', workflows: 2 },
        { name: 'Sales/Orders', workflows: 1 },
      ],
    })
    const stranger = await shared.client()
    assert.deepEqual((await stranger.get('/workflows/labels')).data<WorkflowLabels>().tags, [])
  })

  it('An unknown name in `include` is refused with the allowed ones', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    for (const path of [`/workflows/${id}`, '/workflows']) {
      for (const include of ['nodes', 'tags,secrets', 'Tags']) {
        const error = (await client.get(`${path}?include=${include}`)).error(400, 'VALIDATION_ERROR')
        assert.deepEqual(issuePaths(error), ['include'])
        for (const allowed of WORKFLOW_INCLUDES) assert.ok(messageAt(error, 'include').includes(allowed))
      }
      ;(await client.get(`${path}?include=%20tags%20,,folder,`)).expect(200)
      ;(await client.get(`${path}?include=tags&include=folder`)).error(400, 'VALIDATION_ERROR')
    }
  })

  it('Tags are trimmed and listed once, folders are normalised', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({
      tags: [' Sales ', 'sales', 'Ä', 'ä', '  ', 'x'],
      folder: ' / Sales //Orders / ',
    })
    assert.deepEqual(await organisationOf(client, id), [['Sales', 'Ä', 'x'], 'Sales/Orders'])
    ;(await client.patch(`/workflows/${id}`, { name: 'Other' })).expect(200)
    assert.deepEqual(await organisationOf(client, id), [['Sales', 'Ä', 'x'], 'Sales/Orders'])
    ;(await client.patch(`/workflows/${id}`, { tags: [], folder: '/' })).expect(200)
    assert.deepEqual(await organisationOf(client, id), [[], ''])
  })

  it('A change of tags or folder changes the ETag and saves no version', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    const before = (await client.get(`/workflows/${id}`)).header('etag')
    const changed = (await client.patch(`/workflows/${id}`, { tags: ['a'] })).expect(200)
    assert.notEqual(changed.header('etag'), before)
    const same = (await client.patch(`/workflows/${id}`, { tags: ['a', ' a'] })).expect(200)
    assert.equal(same.header('etag'), changed.header('etag'))
    assert.equal((await client.get(`/workflows/${id}/versions`)).data<unknown[]>().length, 1)
  })

  it('Tags and folders of a wrong shape are refused', async () => {
    const client = await shared.client()
    const cases: readonly [object, string][] = [
      [{ tags: 'sales' }, 'tags'],
      [{ tags: [1] }, 'tags[0]'],
      [{ tags: [''] }, 'tags[0]'],
      [{ tags: ['x'.repeat(51)] }, 'tags[0]'],
      [{ tags: ['a\u0000'] }, 'tags[0]'],
      [{ tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 'tags'],
      [{ folder: 'x'.repeat(201) }, 'folder'],
      [{ folder: '\ud800' }, 'folder'],
      [{ folder: null }, 'folder'],
    ]
    for (const [body, path] of cases) {
      const refused = await client.post('/workflows', { name: 'A', ...body })
      assert.deepEqual(issuePaths(refused.error(400, 'VALIDATION_ERROR')), [path])
    }
    for (const query of ['tag=%00', 'folder=%00', 'sort=size', `tag=${'x'.repeat(51)}`]) {
      ;(await client.get(`/workflows?${query}`)).error(400, 'VALIDATION_ERROR')
    }
  })

  it('The list is filtered by tag and folder and sorted, with totals that match', async () => {
    const client = await shared.client()
    await client.createWorkflow({ name: 'b', tags: ['Red'], folder: 'Sales/Orders' })
    await client.createWorkflow({ name: 'C', tags: ['red', 'blue'], folder: 'Sales' })
    await client.createWorkflow({ name: 'a', tags: ['blue'], folder: 'Salesforce' })
    assert.deepEqual(await named(client, 'tag=RED'), ['C', 'b'])
    assert.deepEqual(await named(client, 'folder=Sales'), ['C', 'b'])
    assert.deepEqual(await named(client, `folder=${encodeURIComponent('/Sales/ ')}&tag=blue`), ['C'])
    assert.deepEqual(await named(client, 'folder='), ['a', 'C', 'b'])
    assert.deepEqual(await named(client, 'sort=name'), ['a', 'b', 'C'])
    assert.deepEqual(await named(client, 'sort=created'), ['a', 'C', 'b'])
    assert.deepEqual(await named(client, 'tag=green'), [])
  })

  it('The list sorted by the last change starts with what was edited last', async () => {
    const client = await shared.client()
    const first = await client.createWorkflow({ name: 'first' })
    await client.createWorkflow({ name: 'second' })
    ;(await client.patch(`/workflows/${first.id}`, { description: 'Changed' })).expect(200)
    assert.deepEqual(await named(client, 'sort=updated'), ['first', 'second'])
  })

  it('Edits that are not live count as the last change, and the draft of the list says when they were saved', async () => {
    const client = await shared.client()
    const live = await client.createWorkflow({ name: 'live', status: 'published' })
    await client.createWorkflow({ name: 'newer' })
    const read = async () => {
      const query = 'sort=updated&include=draft'
      return (await client.get(`/workflows?${query}`)).expect(200).data<WorkflowSummary[]>()
    }
    const [, before] = await read()
    assert.deepEqual([before?.name, before?.draft?.updated_at], ['live', null])
    const saved = (
      await client.put(`/workflows/${live.id}/draft`, { nodes: [{ id: 'a' }], edges: [] })
    ).expect(200)
    const [after] = await read()
    assert.deepEqual(
      [after?.name, after?.updated_at, after?.draft?.updated_at],
      ['live', before?.updated_at, saved.data<Draft>().updated_at],
    )
  })

  it('The last 20 runs are included, newest first', async () => {
    const client = await shared.client()
    const busy = await client.createWorkflow({ nodes: [{ id: 'r', type: 'return', data: { value: 1 } }] })
    const failing = await client.createWorkflow({
      nodes: [{ id: 'f', type: 'fail', data: { message: 'No' } }],
    })
    const idle = await client.createWorkflow()
    const ids: string[] = []
    for (let count = 0; count < 23; count += 1) ids.unshift((await client.run(busy)).id)
    const failed = await client.run(failing)
    const listed = (await client.get('/workflows?include=last_run,recent_runs')).data<WorkflowSummary[]>()
    const byId = new Map(listed.map((workflow) => [workflow.id, workflow]))
    assert.deepEqual(
      byId.get(busy.id)?.recent_runs?.map(({ id }) => id),
      ids.slice(0, 20),
    )
    assert.equal(byId.get(busy.id)?.last_run?.id, ids[0])
    const { id, status, started_at, completed_at } = failed
    assert.equal(status, 'failed')
    assert.deepEqual(byId.get(failing.id)?.last_run, { id, status, started_at, completed_at } as RecentRun)
    assert.deepEqual([byId.get(idle.id)?.last_run, byId.get(idle.id)?.recent_runs], [null, []])
    const read = (await client.get(`/workflows/${busy.id}?include=last_run`)).data<Workflow>()
    assert.equal(read.last_run?.id, ids[0])
  })

  it('The list shows which workflows have edits that are not live', async () => {
    const client = await shared.client()
    const edited = await client.createWorkflow({ name: 'edited', status: 'published' })
    await client.createWorkflow({ name: 'live', status: 'published' })
    await client.createWorkflow({ name: 'unpublished' })
    const saved = await client.put(`/workflows/${edited.id}/draft`, { nodes: [{ id: 'a' }], edges: [] })
    const { changed, updated_at } = saved.expect(200).data<Draft>()
    assert.equal(changed, true)
    const listed = (await client.get('/workflows?include=draft')).data<WorkflowSummary[]>()
    assert.deepEqual(Object.fromEntries(listed.map(({ name, draft }) => [name, draft])), {
      edited: { changed: true, version_number: 1, updated_at },
      live: { changed: false, version_number: 1, updated_at: null },
      unpublished: { changed: false, version_number: null, updated_at: null },
    })
  })
})

async function organisationOf(client: Client, id: string) {
  const read = (await client.get(`/workflows/${id}?include=tags,folder`)).expect(200).data<Workflow>()
  return [read.tags, read.folder]
}

async function named(client: Client, query: string): Promise<string[]> {
  const response = (await client.get(`/workflows?${query}`)).expect(200)
  const names = response.data<WorkflowSummary[]>().map(({ name }) => name)
  assert.equal(response.pageMeta.total, names.length)
  return names
}
