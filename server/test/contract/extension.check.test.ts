import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { WorkflowCheck } from '@millrace/contract/workflow.ts'
import { describeOnEveryStore } from './support/on-every-store.ts'

describeOnEveryStore('POST /workflows/:id/check (extension)', (shared) => {
  async function newCheck(drawing: object) {
    const client = await shared.client()
    const { id } = await client.createWorkflow(drawing)
    return async (body?: object) => {
      const answer = (await client.post(`/workflows/${id}/check`, body)).expect(200)
      return answer.data<WorkflowCheck>().problems
    }
  }

  it('finds nothing to mend in a workflow that can run', async () => {
    const check = await newCheck({ nodes: [{ id: 'a', type: 'start' }] })
    assert.deepEqual(await check(), [])
  })

  it('lists all problems at once, with node and parameter', async () => {
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
        ['a', null],
        ['b', 'values.x'],
      ],
    )
    for (const { message } of problems) assert.ok(message.length > 10)
  })

  it('checks a drawing that is not stored, and stores nothing', async () => {
    const check = await newCheck({ nodes: [{ id: 'a', type: 'start' }] })
    assert.equal((await check({ nodes: [{ id: 'a', type: 'strat' }] })).length, 1)
    assert.deepEqual(await check(), [])
  })
})
