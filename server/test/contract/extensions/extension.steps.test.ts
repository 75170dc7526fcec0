import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Step } from '@millrace/contract/execution-step.ts'
import { issuePaths } from '../support/api-response.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { readSteps, runToWait } from '../support/waiting-run.ts'

const set = (id: string, values: object, more: object = {}) => ({
  id,
  type: 'set',
  data: { values },
  ...more,
})
const edge = (source: string, target: string, sourceHandle = 'main') => ({ source, target, sourceHandle })

describeOnEveryStore('Extension: steps', (shared) => {
  it('Steps show each node that ran, with its input and output, in start order', async () => {
    const client = await shared.client()
    const run = await client.run(
      await client.createWorkflow({
        nodes: [
          { id: 'start', type: 'start', name: 'Begin' },
          { id: 'big', type: 'if', data: { condition: 'input.n > 5' } },
          set('yes', { n: '{{ previous.n * 2 }}' }),
          set('no', {}),
        ],
        edges: [edge('start', 'big'), edge('big', 'yes', 'true'), edge('big', 'no', 'false')],
      }),
      { n: 7 },
    )
    const response = await client.get(`/executions/${run.id}/steps`)
    const steps = response.expect(200).data<Step[]>()
    assert.deepEqual(
      steps.map(({ key, node_name, type, status, handle, input, output }) => ({
        key,
        node_name,
        type,
        status,
        handle,
        input,
        output,
      })),
      [
        {
          key: 'start',
          node_name: 'Begin',
          type: 'start',
          handle: 'main',
          input: { n: 7 },
          output: { n: 7 },
        },
        { key: 'big', node_name: null, type: 'if', handle: 'true', input: { n: 7 }, output: { n: 7 } },
        { key: 'yes', node_name: null, type: 'set', handle: 'main', input: { n: 7 }, output: { n: 14 } },
      ].map((step) => ({ ...step, status: 'completed' })),
    )
    for (const { attempts, retries, error, waiting, started_at, ended_at, duration_ms } of steps) {
      assert.deepEqual([attempts, retries, error, waiting], [1, [], null, null])
      assert.equal(Date.parse(ended_at ?? '') - Date.parse(started_at), duration_ms)
    }
    const meta = response.body['meta'] as Record<string, unknown>
    const [version] = (await client.get(`/workflows/${run.workflow_id}/versions`)).data<{ id: string }[]>()
    assert.deepEqual(meta, {
      limit: 20,
      next_cursor: null,
      has_more: false,
      version_id: version?.id,
      retry_of: null,
    })
  })

  it('Steps in loops name the items around them', async () => {
    const client = await shared.client()
    const run = await client.run(
      await client.createWorkflow({
        nodes: [
          { id: 'out/er', type: 'for_each', data: { items: [['a', 'b'], ['c']] } },
          { id: 'inner', type: 'for_each', data: { items: '{{ item }}' } },
          set('leaf', { x: '{{ item }}' }),
        ],
        edges: [edge('out/er', 'inner', 'each'), edge('inner', 'leaf', 'each')],
      }),
    )
    const leaves = (await readSteps(client, run.id)).filter(({ node_id }) => node_id === 'leaf')
    assert.deepEqual(
      leaves.map(({ frame, index, input, output }) => ({ frame, index, input, output })),
      [
        { frame: 'out%2fer[0]/inner[0]', index: 0, input: 'a', output: { x: 'a' } },
        { frame: 'out%2fer[0]/inner[1]', index: 1, input: 'b', output: { x: 'b' } },
        { frame: 'out%2fer[1]/inner[0]', index: 0, input: 'c', output: { x: 'c' } },
      ],
    )
    assert.equal(new Set(leaves.map(({ key }) => key)).size, 3)
  })

  it('A failed step shows the reason and its earlier attempts', async () => {
    const client = await shared.client()
    const fail = { id: 'f', type: 'fail', data: { message: 'No.', code: 'NO' } }
    const retry = { max_attempts: 3, initial_ms: 1, jitter: 0 }
    const run = await client.run(await client.createWorkflow({ nodes: [{ ...fail, retry }] }))
    const [step] = await readSteps(client, run.id)
    assert.deepEqual(
      [step?.status, step?.handle, step?.error],
      ['failed', null, { code: 'NO', message: 'No.' }],
    )
    assert.equal(step?.attempts, 3)
    assert.deepEqual(
      step.retries.map(({ attempt, error }) => [attempt, error.code]),
      [
        [1, 'NO'],
        [2, 'NO'],
      ],
    )
    for (const { ended_at, next_at } of step.retries) assert.ok(next_at > ended_at)
  })

  it('A waiting step shows what it waits for and until when', async () => {
    const client = await shared.client()
    const delay = { id: 'd', type: 'delay', data: { seconds: 3_600 } }
    const { step } = await runToWait(client, { nodes: [delay] })
    assert.equal(step.waiting?.for, 'timer')
    assert.ok((step.waiting.until ?? '') > step.started_at)
    assert.deepEqual([step.status, step.ended_at, step.duration_ms], ['waiting', null, null])
  })

  it('Steps are read page by page without gaps, also while more are added', async () => {
    const client = await shared.client()
    const nodes = [
      { id: 'l', type: 'for_each', data: { items: [1, 2, 3, 4, 5, 6] } },
      set('leaf', { x: '{{ item }}' }),
      { id: 'w', type: 'wait', data: { for: 'event', event: 'go' } },
      set('after', {}),
    ]
    const edges = [edge('l', 'leaf', 'each'), edge('l', 'w', 'done'), edge('w', 'after')]
    const { id } = await runToWait(client, { nodes, edges })
    const first = (await client.get(`/executions/${id}/steps?limit=5`)).expect(200)
    assert.ok(first.cursorMeta.has_more)
    ;(await client.post(`/executions/${id}/signal`, { event: 'go' })).expect(202)
    const keys = first.data<Step[]>().map(({ key }) => key)
    await client.service.request('GET', `/v1/executions/${id}/events`, { key: client.key })
    let cursor = first.cursorMeta.next_cursor
    while (cursor !== null) {
      const page = (await client.get(`/executions/${id}/steps?limit=2&cursor=${cursor}`)).expect(200)
      keys.push(...page.data<Step[]>().map(({ key }) => key))
      cursor = page.cursorMeta.next_cursor
    }
    const all = (await readSteps(client, id)).map(({ key }) => key)
    assert.equal(all.length, 9)
    assert.deepEqual(keys, all)
  })

  it('A damaged cursor is rejected', async () => {
    const client = await shared.client()
    const run = await client.run(await client.createWorkflow({ nodes: [{ id: 's', type: 'start' }] }))
    for (const cursor of ['x', '', 'MC4w!', 'OTkuOTk', Buffer.from('0.0 ').toString('base64url')]) {
      const path = `/executions/${run.id}/steps?cursor=${encodeURIComponent(cursor)}`
      assert.deepEqual(issuePaths((await client.get(path)).error(400, 'VALIDATION_ERROR')), ['cursor'])
    }
  })
})
