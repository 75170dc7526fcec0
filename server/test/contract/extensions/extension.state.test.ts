import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { File } from '@millrace/contract/file.ts'
import type { StateEntry, StateSummary } from '@millrace/contract/state.ts'
import type { Client } from '#test/contract/support/client.ts'
import { describeOnEveryStore } from '#test/contract/support/on-every-store.ts'

const ABSENT = '018f0000-0000-7000-8000-000000000000'
const path = (scope: string, key: string) => `/state/${scope}/${encodeURIComponent(key)}`
const readKeys = async (client: Client, query: string) =>
  (await client.get(`/state?${query}`))
    .expect(200)
    .data<StateSummary[]>()
    .map(({ key }) => key)

describeOnEveryStore('State', (shared) => {
  it('A value is set, read, replaced and deleted, whatever characters its key has', async () => {
    const client = await shared.client()
    for (const key of ['orders', 'a/b ?#%', 'ümläut 😀', '...', 'x'.repeat(200)]) {
      const created = (await client.put(path('account', key), { value: { n: [1, null] } })).expect(200)
      const entry = created.data<StateEntry>()
      assert.deepEqual([entry.key, entry.scope, entry.kind, entry.revision], [key, 'account', 'value', 1])
      assert.deepEqual((await client.get(path('account', key))).expect(200).data(), entry)
      const replaced = (await client.put(path('account', key), { value: false })).data<StateEntry>()
      assert.deepEqual([replaced.id, replaced.value, replaced.revision], [entry.id, false, 2])
      const deleted = (await client.delete(path('account', key))).expect(200)
      assert.deepEqual(deleted.data(), { id: entry.id, deleted: true })
      ;(await client.get(path('account', key))).error(404, 'NOT_FOUND')
      ;(await client.delete(path('account', key))).error(404, 'NOT_FOUND')
    }
  })

  it('Runs and requests see the same values', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({
      nodes: [
        { id: 'count', type: 'state', data: { operation: 'increment', key: 'n' } },
        { id: 'fresh', type: 'only_new', data: { items: [1, 2, 2] } },
      ],
      edges: [{ source: 'count', target: 'fresh' }],
    })
    ;(await client.put(path(workflow.id, 'n'), { value: 41 })).expect(200)
    assert.equal((await client.run(workflow)).status, 'completed')
    const { value, revision } = (await client.get(path(workflow.id.toUpperCase(), 'n'))).data<StateEntry>()
    assert.deepEqual([value, revision], [42, 2])
    const seen = (await client.get(path(workflow.id, 'fresh'))).expect(200).data<StateEntry>()
    assert.deepEqual([seen.kind, seen.value, seen.remembered], ['seen', null, 2])
    ;(await client.put(path(workflow.id, 'fresh'), { value: 1 })).error(409, 'VALIDATION_ERROR')
    const listed = (await client.get(`/state?scope=${workflow.id}`)).expect(200).data<StateSummary[]>()
    assert.deepEqual(
      listed.map(({ key, preview, workflow_name: name }) => [key, preview, name]),
      [
        ['fresh', '', workflow.name],
        ['n', '42', workflow.name],
      ],
    )
    ;(await client.delete(`/workflows/${workflow.id}`)).expect(200)
    assert.deepEqual(await readKeys(client, `scope=${workflow.id}`), [])
  })

  it('A value keeps the files in it until it is replaced or deleted', async () => {
    const client = await shared.client()
    const upload = async (rawBody: string) => {
      const headers = { 'content-type': 'text/plain' }
      const { id } = (await client.send('POST', '/files', { rawBody, headers })).expect(201).data<File>()
      return id
    }
    const [first, second] = [await upload('first'), await upload('second')]
    ;(await client.put(path('account', 'f'), { value: { latest: [{ $file: first }] } })).expect(200)
    ;(await client.delete(`/files/${first}`)).expect(409)
    ;(await client.put(path('account', 'f'), { value: { latest: [{ $file: second }] } })).expect(200)
    ;(await client.delete(`/files/${first}`)).expect(200)
    ;(await client.delete(`/files/${second}`)).expect(409)
    ;(await client.delete(path('account', 'f'))).expect(200)
    ;(await client.delete(`/files/${second}`)).expect(200)
  })

  it('The list is read by prefix and in pages', async () => {
    const client = await shared.client()
    for (const key of ['order:1', 'order:2', 'Order:3', 'order:4']) {
      ;(await client.put(path('account', key), { value: key })).expect(200)
    }
    assert.deepEqual(await readKeys(client, 'prefix=order:'), ['order:4', 'order:2', 'order:1'])
    const first = (await client.get('/state?scope=account&limit=3')).expect(200)
    const { next_cursor: cursor } = first.cursorMeta
    assert.deepEqual(await readKeys(client, `scope=account&limit=3&cursor=${cursor}`), ['order:1'])
    ;(await client.get('/state?cursor=broken')).error(400, 'VALIDATION_ERROR')
    ;(await client.get('/state?scope=nobody')).error(400, 'VALIDATION_ERROR')
  })

  it('A change can be refused if somebody else was faster', async () => {
    const client = await shared.client()
    const created = (await client.put(path('account', 'k'), { value: 1 })).expect(200)
    const headers = { 'if-match': created.headers.get('etag') ?? '' }
    ;(await client.put(path('account', 'k'), { value: 2 }, { headers })).expect(200)
    ;(await client.put(path('account', 'k'), { value: 3 }, { headers })).error(412, 'VALIDATION_ERROR')
    ;(await client.delete(path('account', 'k'), { headers })).error(412, 'VALIDATION_ERROR')
    assert.equal((await client.get(path('account', 'k'))).data<StateEntry>().value, 2)
  })

  it('What cannot be stored is refused with the reason', async () => {
    const client = await shared.client()
    const refused = async (target: string, body: object, status = 400) =>
      JSON.stringify(
        (await client.put(target, body)).error(status, status === 404 ? 'NOT_FOUND' : 'VALIDATION_ERROR'),
      )
    assert.match(await refused(path('account', 'k'), {}), /"path":"value"/)
    assert.match(
      await refused(path('account', 'k'), { value: 'x'.repeat(300_000) }),
      /at most 262144 are allowed/,
    )
    assert.match(
      await refused(path('account', 'k'), { value: 1, expires_at: '2020-01-01T00:00:00Z' }),
      /must be in the future/,
    )
    assert.match(await refused(path('account', 'x'.repeat(201)), { value: 1 }), /"path":"key"/)
    assert.match(await refused(path('account', 'a\u0007'), { value: 1 }), /control characters/)
    assert.match(await refused(path('elsewhere', 'k'), { value: 1 }), /id of a workflow/)
    assert.match(await refused(path(ABSENT, 'k'), { value: 1 }, 404), /workflow/i)
    const { expires_at: expiry } = (
      await client.put(path('account', 'k'), { value: 1, expires_at: '2999-01-01T00:00:00Z' })
    ).data<StateEntry>()
    assert.equal(expiry, '2999-01-01T00:00:00.000Z')
  })
})
