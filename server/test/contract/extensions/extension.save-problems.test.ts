import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Workflow } from '@millrace/contract/workflow.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const good = { nodes: [{ id: 'a', type: 'start' }] }
const bad = {
  nodes: [
    { id: 'a', type: 'http', data: {} },
    { id: 'b', type: 'set', data: { values: { x: '{{ 1 + }}' }, ulr: 1 } },
  ],
  edges: [{ source: 'a', target: 'b' }],
}

describeOnEveryStore('Extension: meta.problems', (shared) => {
  it('Saving a workflow with problems succeeds and says how many errors it has', async () => {
    const client = await shared.client()
    const created = (await client.post('/workflows', { name: 'Bad', ...bad })).expect(201)
    assert.deepEqual(created.body['meta'], { problems: 2 })
    const { id } = created.data<Workflow>()
    const published = (await client.patch(`/workflows/${id}`, { status: 'published' })).expect(200)
    assert.deepEqual(published.body['meta'], { problems: 2 })
    const fixed = (await client.patch(`/workflows/${id}`, { ...good, edges: [] })).expect(200)
    assert.equal(fixed.body['meta'], undefined)
  })

  it('A workflow with warnings only has no `meta.problems`', async () => {
    const client = await shared.client()
    const nodes = [{ id: 'a', type: 'log', data: { message: 'x', levle: 'warn' } }]
    assert.equal((await client.post('/workflows', { name: 'W', nodes })).expect(201).body['meta'], undefined)
  })

  it('The working copy, publishing and restoring say so too', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ ...good, status: 'published' })
    const saved = (await client.put(`/workflows/${id}/draft`, bad)).expect(200)
    assert.deepEqual(saved.body['meta'], { problems: 2 })
    const published = (await client.post(`/workflows/${id}/publish`, {})).expect(200)
    assert.deepEqual(published.body['meta'], { problems: 2 })
    const versions = (await client.get(`/workflows/${id}/versions`)).data<{ id: string }[]>()
    const restored = (await client.post(`/workflows/${id}/versions/${versions.at(-1)?.id}/restore`)).expect(
      200,
    )
    assert.equal(restored.body['meta'], undefined)
    const back = (await client.post(`/workflows/${id}/versions/${versions[0]?.id}/restore`)).expect(200)
    assert.deepEqual(back.body['meta'], { problems: 2 })
  })

  it('A repeated request with the same Idempotency-Key says the same', async () => {
    const client = await shared.client()
    const headers = { 'idempotency-key': 'problems' }
    const body = { name: 'Bad', ...bad, colour: 'red' }
    const first = (await client.post('/workflows', body, { headers })).expect(201)
    const again = (await client.post('/workflows', body, { headers })).expect(201)
    assert.equal(again.header('idempotent-replayed'), 'true')
    assert.deepEqual(again.body, first.body)
    assert.equal((again.body['meta'] as { problems: number }).problems, 2)
  })
})
