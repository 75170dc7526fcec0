import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { WorkflowCheck } from '@millrace/contract/workflow.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

describeOnEveryStore('Extension: POST /workflows/:id/check', (shared) => {
  async function newCheck(graph: object) {
    const client = await shared.client()
    const { id } = await client.createWorkflow(graph)
    return async (body?: object) => {
      const response = (await client.post(`/workflows/${id}/check`, body)).expect(200)
      return response.data<WorkflowCheck>().problems
    }
  }

  it('A workflow that can run has no problems', async () => {
    const check = await newCheck({ nodes: [{ id: 'a', type: 'start' }] })
    assert.deepEqual(await check(), [])
  })

  it('Notes and groups may contain anything, but no edge may lead to or from them', async () => {
    const nodes = [
      { id: 'a', type: 'start' },
      { id: 'n', type: 'note', data: { text: '{{ not an expression', width: 'wide' } },
      { id: 'g', type: 'section', data: { title: 5, node_ids: ['a', 'deleted'] } },
    ]
    const check = await newCheck({ nodes })
    assert.deepEqual(await check(), [])
    const problems = await check({
      nodes,
      edges: [
        { source: 'a', target: 'n' },
        { source: 'g', target: 'a' },
      ],
    })
    assert.deepEqual(
      problems.map(({ node_id }) => node_id),
      ['n', 'g'],
    )
  })

  it('All problems are listed together, with node and parameter', async () => {
    const check = await newCheck({
      nodes: [
        { id: 'a', type: 'sett' },
        { id: 'b', type: 'set', data: { values: { x: '{{ 1 + }}' } } },
      ],
      edges: [{ source: 'b', target: 'nowhere' }],
    })
    const problems = await check()
    assert.deepEqual(
      problems.map(({ node_id, parameter }) => [node_id, parameter]),
      [
        [null, null],
        ['a', 'type'],
        ['b', 'values.x'],
      ],
    )
    for (const { message } of problems) assert.ok(message.length > 10)
  })

  it('A graph in the request is checked instead of the stored one, and nothing is stored', async () => {
    const check = await newCheck({ nodes: [{ id: 'a', type: 'start' }] })
    assert.equal((await check({ nodes: [{ id: 'a', type: 'strat' }] })).length, 1)
    assert.deepEqual(await check(), [])
  })
})
