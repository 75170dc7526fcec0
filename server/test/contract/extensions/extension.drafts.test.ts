import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Draft } from '@millrace/contract/workflow-draft.ts'
import type { VersionSummary } from '@millrace/contract/workflow-version.ts'
import type { Workflow } from '@millrace/contract/workflow.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const LIVE = { nodes: [{ id: 'r', type: 'return', data: { value: { from: 'live' } } }], edges: [] }
const EDITED = { nodes: [{ id: 'r', type: 'return', data: { value: { from: 'edited' } } }], edges: [] }
const OTHER = { nodes: [{ id: 'r', type: 'return', data: { value: { from: 'other' } } }], edges: [] }

describeOnEveryStore('Extension: working copies of published workflows', (shared) => {
  it('Without edits, the working copy equals the live version', async () => {
    const client = await shared.client()
    const workflow = await publishNew(client, { variables: { x: 1 } })
    const draft = (await client.get(`/workflows/${workflow.id}/draft`)).expect(200).data<Draft>()
    const [version] = await listVersions(client, workflow.id)
    assert.deepEqual(draft, {
      workflow_id: workflow.id,
      ...LIVE,
      variables: { x: 1 },
      changed: false,
      base_version_id: version?.id,
      base_version_number: 1,
      updated_at: draft.updated_at,
      updated_by: version?.author,
    })
  })

  it('Edits are not live: runs, the workflow, its ETag and its versions stay as they are', async () => {
    const client = await shared.client()
    const workflow = await publishNew(client)
    const before = await client.get(`/workflows/${workflow.id}`)
    const saved = (await save(client, workflow.id, EDITED)).expect(200)
    assert.equal(saved.data<Draft>().changed, true)
    assert.deepEqual(saved.data<Draft>().nodes, EDITED.nodes)
    const read = await client.get(`/workflows/${workflow.id}/draft`)
    assert.deepEqual(read.body, saved.body)
    assert.equal(read.header('etag'), saved.header('etag'))
    const after = await client.get(`/workflows/${workflow.id}`)
    assert.deepEqual([after.body, after.header('etag')], [before.body, before.header('etag')])
    assert.equal((await listVersions(client, workflow.id)).length, 1)
    assert.deepEqual((await client.run(workflow)).output, { from: 'live' })
  })

  it('Whoever has the current working copy is told so with an empty 304', async () => {
    const client = await shared.client()
    const { id } = await publishNew(client)
    const path = `/workflows/${id}/draft`
    const tag = (await client.get(path)).header('etag')
    const unchanged = await client.get(path, { headers: { 'if-none-match': tag } })
    assert.deepEqual([unchanged.status, unchanged.header('etag')], [304, tag])
    await save(client, id, EDITED)
    const changed = (await client.get(path, { headers: { 'if-none-match': tag } })).expect(200)
    assert.deepEqual(changed.data<Draft>().nodes, EDITED.nodes)
  })

  it('A save without variables keeps those of the working copy', async () => {
    const client = await shared.client()
    const { id } = await publishNew(client, { variables: { x: 1 } })
    await save(client, id, EDITED)
    assert.deepEqual((await readDraft(client, id)).variables, { x: 1 })
    await save(client, id, { ...EDITED, variables: { x: 2 } })
    await save(client, id, OTHER)
    assert.deepEqual((await readDraft(client, id)).variables, { x: 2 })
  })

  it('A save of the live definition ends the edits', async () => {
    const client = await shared.client()
    const { id } = await publishNew(client)
    const tag = (await client.get(`/workflows/${id}/draft`)).header('etag')
    await save(client, id, EDITED)
    const ended = (await save(client, id, LIVE)).expect(200)
    assert.equal(ended.data<Draft>().changed, false)
    assert.equal(ended.header('etag'), tag)
    assert.equal(await isEdited(client, id), false)
  })

  it('The tag of the unedited working copy admits the first save, and only that one', async () => {
    const client = await shared.client()
    const { id } = await publishNew(client)
    const tag = (await client.get(`/workflows/${id}/draft`)).header('etag')
    const rivals = await Promise.all([EDITED, OTHER].map((definition) => save(client, id, definition, tag)))
    assert.deepEqual(
      rivals.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 412],
    )
    const winner = rivals[0]?.status === 200 ? EDITED : OTHER
    assert.deepEqual((await readDraft(client, id)).nodes, winner.nodes)
  })

  it('Of many concurrent saves with one tag, exactly one succeeds', async () => {
    const client = await shared.client()
    const { id } = await publishNew(client)
    const tag = (await save(client, id, EDITED)).header('etag')
    const saves = await Promise.all(
      Array.from({ length: 12 }, (_, n) => save(client, id, { ...OTHER, variables: { n } }, tag)),
    )
    assert.equal(saves.filter(({ status }) => status === 200).length, 1)
    for (const refused of saves.filter(({ status }) => status !== 200)) {
      assert.deepEqual(issuePaths(refused.error(412, 'VALIDATION_ERROR')), ['If-Match'])
    }
  })

  it('A tag does not match again after the edits were discarded and others were saved', async () => {
    const client = await shared.client()
    const { id } = await publishNew(client)
    const old = (await save(client, id, EDITED)).header('etag')
    ;(await client.delete(`/workflows/${id}/draft`)).expect(200)
    ;(await save(client, id, OTHER)).expect(200)
    ;(await save(client, id, LIVE, old)).error(412, 'VALIDATION_ERROR')
  })

  it('A save without effect changes neither tag nor time', async () => {
    const client = await shared.client()
    const { id } = await publishNew(client)
    const first = await save(client, id, EDITED)
    const second = await save(client, id, EDITED, first.header('etag'))
    assert.deepEqual([second.body, second.header('etag')], [first.body, first.header('etag')])
  })

  it('Discarded edits are gone, and discarding again changes nothing', async () => {
    const client = await shared.client()
    const { id } = await publishNew(client)
    const tag = (await save(client, id, EDITED)).header('etag')
    await save(client, id, OTHER)
    const headers = { 'if-match': tag }
    ;(await client.delete(`/workflows/${id}/draft`, { headers })).error(412, 'VALIDATION_ERROR')
    for (let count = 0; count < 2; count += 1) {
      const discarded = (await client.delete(`/workflows/${id}/draft`)).expect(200)
      assert.deepEqual(discarded.data(), { id, deleted: true })
    }
    assert.deepEqual((await readDraft(client, id)).nodes, LIVE.nodes)
    assert.deepEqual((await client.run({ id })).output, { from: 'live' })
  })

  it('Edits stay when the live version changes, keep their base, and end when it becomes equal to them', async () => {
    const client = await shared.client()
    const { id } = await publishNew(client)
    const tag = (await save(client, id, EDITED)).header('etag')
    ;(await client.patch(`/workflows/${id}`, OTHER)).expect(200)
    const draft = await readDraft(client, id)
    assert.deepEqual([draft.nodes, draft.base_version_number], [EDITED.nodes, 1])
    const read = (await client.get(`/workflows/${id}?include=draft`)).data<Workflow>()
    assert.deepEqual(read.draft, { changed: true, version_number: 2, updated_at: draft.updated_at })
    ;(await save(client, id, LIVE, tag)).error(412, 'VALIDATION_ERROR')
    ;(await publish(client, id, {}, tag)).error(412, 'VALIDATION_ERROR')
    ;(await client.patch(`/workflows/${id}`, EDITED)).expect(200)
    assert.equal(await isEdited(client, id), false)
    assert.equal((await readDraft(client, id)).base_version_number, 3)
  })

  it('A restored version is live at once, and edits stay', async () => {
    const client = await shared.client()
    const { id } = await publishNew(client)
    ;(await client.patch(`/workflows/${id}`, OTHER)).expect(200)
    await save(client, id, EDITED)
    const first = (await listVersions(client, id)).at(-1)
    ;(await client.post(`/workflows/${id}/versions/${first?.id}/restore`)).expect(200)
    assert.deepEqual((await client.run({ id })).output, { from: 'live' })
    assert.deepEqual((await readDraft(client, id)).nodes, EDITED.nodes)
  })

  it('Edits to an unpublished workflow become the workflow, and the live version stays in the history', async () => {
    const client = await shared.client()
    const { id } = await publishNew(client)
    await save(client, id, EDITED)
    const patched = (await client.patch(`/workflows/${id}`, { status: 'draft', name: 'Paused' })).expect(200)
    const { name, status, nodes } = patched.data<Workflow>()
    assert.deepEqual([name, status, nodes], ['Paused', 'draft', EDITED.nodes])
    assert.equal(patched.header('etag'), (await client.get(`/workflows/${id}`)).header('etag'))
    assert.deepEqual(await versionNumbers(client, id), [2, 1])
    ;(await client.patch(`/workflows/${id}`, { status: 'published' })).expect(200)
    assert.equal(await isEdited(client, id), false)
  })

  it('A definition that comes with the unpublishing wins, and the edits stay as a version', async () => {
    const client = await shared.client()
    const { id } = await publishNew(client)
    await save(client, id, EDITED)
    const read = (await client.get(`/workflows/${id}`)).data<Workflow>()
    const patched = await client.patch(`/workflows/${id}`, { ...read, status: 'draft' })
    assert.deepEqual(patched.expect(200).data<Workflow>().nodes, LIVE.nodes)
    const [, edits] = await listVersions(client, id)
    const version = await client.get(`/workflows/${id}/versions/${edits?.id}`)
    assert.deepEqual(version.data<Workflow>().nodes, EDITED.nodes)
  })

  it('A deleted workflow has no working copy', async () => {
    const client = await shared.client()
    const { id } = await publishNew(client)
    await save(client, id, EDITED)
    ;(await client.delete(`/workflows/${id}`)).expect(200)
    ;(await client.get(`/workflows/${id}/draft`)).error(404, 'NOT_FOUND')
    ;(await save(client, id, OTHER)).error(404, 'NOT_FOUND')
    ;(await client.delete(`/workflows/${id}/draft`)).error(404, 'NOT_FOUND')
    ;(await publish(client, id)).error(404, 'NOT_FOUND')
  })

  it('Invalid definitions are refused, and the working copy stays', async () => {
    const client = await shared.client()
    const { id } = await publishNew(client)
    await save(client, id, EDITED)
    const cases: readonly [unknown, readonly string[]][] = [
      [{}, ['edges', 'nodes']],
      [{ nodes: [] }, ['edges']],
      [{ nodes: {}, edges: [] }, ['nodes']],
      [{ nodes: [1], edges: [] }, ['nodes[0]']],
      [{ nodes: [], edges: [], variables: [] }, ['variables']],
      [[], ['']],
    ]
    for (const [body, paths] of cases) {
      const refused = await client.put(`/workflows/${id}/draft`, body)
      assert.deepEqual(issuePaths(refused.error(400, 'VALIDATION_ERROR')), paths)
    }
    assert.deepEqual((await readDraft(client, id)).nodes, EDITED.nodes)
  })
})

async function publishNew(client: Client, body: object = {}): Promise<Workflow> {
  return client.createWorkflow({ ...LIVE, status: 'published', ...body })
}

function save(client: Client, id: string, definition: object, ifMatch?: string) {
  const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch }
  return client.put(`/workflows/${id}/draft`, definition, { headers })
}

function publish(client: Client, id: string, body: object = {}, ifMatch?: string) {
  const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch }
  return client.post(`/workflows/${id}/publish`, body, { headers })
}

async function readDraft(client: Client, id: string): Promise<Draft> {
  return (await client.get(`/workflows/${id}/draft`)).expect(200).data<Draft>()
}

async function isEdited(client: Client, id: string): Promise<boolean | undefined> {
  const draft = await readDraft(client, id)
  const workflow = (await client.get(`/workflows/${id}?include=draft`)).expect(200).data<Workflow>()
  assert.equal(workflow.draft?.changed, draft.changed)
  return draft.changed
}

async function listVersions(client: Client, id: string): Promise<VersionSummary[]> {
  return (await client.get(`/workflows/${id}/versions`)).expect(200).data<VersionSummary[]>()
}

async function versionNumbers(client: Client, id: string): Promise<(number | null)[]> {
  return (await listVersions(client, id)).map(({ number }) => number)
}
