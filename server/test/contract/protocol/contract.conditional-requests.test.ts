import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Workflow } from '@millrace/contract/workflow.ts'
import { issuePaths } from '../support/api-response.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

describeOnEveryStore('Contract: ETag and If-Match', (shared) => {
  it('`ETag` is a strong tag on get, create and patch, and changes with the workflow', async () => {
    const client = await shared.client()
    const created = await client.post('/workflows', { name: 'A' })
    const { id } = created.data<{ id: string }>()
    const read = await client.get(`/workflows/${id}`)
    const patched = await client.patch(`/workflows/${id}`, { name: 'B' })
    assert.match(read.header('etag'), /^"[^"]+"$/)
    assert.equal(created.header('etag'), read.header('etag'))
    assert.notEqual(patched.header('etag'), read.header('etag'))
    assert.equal((await client.get(`/workflows/${id}`)).header('etag'), patched.header('etag'))
  })

  it('Without `If-Match` the last writer wins', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    ;(await client.patch(`/workflows/${id}`, { name: 'One' })).expect(200)
    ;(await client.patch(`/workflows/${id}`, { name: 'Two' })).expect(200)
    assert.equal((await client.get(`/workflows/${id}`)).data<{ name: string }>().name, 'Two')
  })

  it('An outdated `If-Match` is answered with 412 and changes nothing', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ name: 'A' })
    const stale = (await client.get(`/workflows/${id}`)).header('etag')
    ;(await client.patch(`/workflows/${id}`, { name: 'B' })).expect(200)
    const headers = { 'if-match': stale }
    const patch = await client.patch(`/workflows/${id}`, { name: 'C' }, { headers })
    assert.deepEqual(issuePaths(patch.error(412, 'VALIDATION_ERROR')), ['If-Match'])
    ;(await client.delete(`/workflows/${id}`, { headers })).error(412, 'VALIDATION_ERROR')
    assert.equal((await client.get(`/workflows/${id}`)).data<{ name: string }>().name, 'B')
  })

  it('The current tag, a list that contains it, and `*` match', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    const forms = [
      (tag: string) => tag,
      (tag: string) => `"x", ${tag}`,
      (tag: string) => `${tag},"y"`,
      (tag: string) => ` "x" ,  ${tag} , W/"z"`,
      () => '*',
    ]
    for (const [index, form] of forms.entries()) {
      const tag = (await client.get(`/workflows/${id}`)).header('etag')
      const headers = { 'if-match': form(tag) }
      ;(await client.patch(`/workflows/${id}`, { name: `N${index}` }, { headers })).expect(200)
    }
    const tag = (await client.get(`/workflows/${id}`)).header('etag')
    ;(await client.delete(`/workflows/${id}`, { headers: { 'if-match': tag } })).expect(200)
  })

  it('A weak tag, a tag without quotes, part of a tag and an empty header never match', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    const tag = (await client.get(`/workflows/${id}`)).header('etag')
    for (const value of [`W/${tag}`, tag.slice(1, -1), tag.slice(0, -1), '""', '"*"', '']) {
      const response = await client.patch(
        `/workflows/${id}`,
        { name: 'x' },
        { headers: { 'if-match': value } },
      )
      response.error(412, 'VALIDATION_ERROR')
    }
  })

  it('Of two writers with the same tag, one wins', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    const headers = { 'if-match': (await client.get(`/workflows/${id}`)).header('etag') }
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        client.patch(`/workflows/${id}`, { name: `Writer ${index}` }, { headers }),
      ),
    )
    assert.deepEqual(
      responses.map(({ status }) => status).sort((a, b) => a - b),
      [200, ...Array.from({ length: 7 }, () => 412)],
    )
    const winner = responses.find(({ status }) => status === 200)
    assert.deepEqual((await client.get(`/workflows/${id}`)).data(), winner?.data())
  })

  it('Concurrent changes of different fields are all kept', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    for (let round = 0; round < 5; round += 1) {
      const changes = [{ name: `N${round}` }, { description: `D${round}` }, { variables: { round } }]
      const responses = await Promise.all(changes.map((change) => client.patch(`/workflows/${id}`, change)))
      for (const response of responses) response.expect(200)
      const { name, description, variables } = (await client.get(`/workflows/${id}`)).data<Workflow>()
      assert.deepEqual({ name, description, variables }, Object.assign({}, ...changes))
    }
  })

  it('Concurrent writers without a tag all succeed, one after the other', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => client.patch(`/workflows/${id}`, { name: `Writer ${index}` })),
    )
    for (const response of responses) response.expect(200)
    assert.equal(new Set(responses.map((response) => response.header('etag'))).size, 8)
  })
})
