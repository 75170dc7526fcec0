import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RunSample, WorkflowStatistics } from '@millrace/contract/workflow-insight.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const set = (id: string, values: object) => ({ id, type: 'set', data: { values } })
const edge = (source: string, target: string, sourceHandle = 'main') => ({ source, target, sourceHandle })
const GRAPH = {
  nodes: [
    { id: 'loop', type: 'for_each', data: { items: '{{ input.items }}' } },
    set('each', { n: '{{ item }}' }),
    { id: 'check', type: 'if', data: { condition: 'input.ok' } },
    { id: 'stop', type: 'fail', data: { message: 'No.' } },
    set('rest', { text: '{{ input.text }}' }),
  ],
  edges: [
    edge('loop', 'each', 'each'),
    edge('loop', 'check', 'done'),
    edge('check', 'stop', 'false'),
    edge('check', 'rest', 'true'),
  ],
}

const statistics = async (client: Client, id: string, query = ''): Promise<WorkflowStatistics> =>
  (await client.get(`/workflows/${id}/statistics?${query}`)).expect(200).data<WorkflowStatistics>()
const samples = async (client: Client, id: string, query = ''): Promise<RunSample[]> =>
  (await client.get(`/workflows/${id}/samples?${query}`)).expect(200).data<RunSample[]>()

describeOnEveryStore('Extension: statistics and samples of recent runs', (shared) => {
  it('Statistics count steps and failures of recent live runs', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow(GRAPH)
    assert.deepEqual(await statistics(client, id), { runs: 0, failed: 0, from: null, nodes: [] })
    const first = await client.run({ id }, { items: [1, 2, 3], ok: true, text: 'x' })
    await client.run({ id }, { items: [1], ok: false })
    ;(
      await client.post(
        `/workflows/${id}/execute`,
        { draft: true, input: { items: [9] } },
        { headers: { prefer: 'wait=30' } },
      )
    ).expect(200)
    const shown = await statistics(client, id)
    assert.deepEqual([shown.runs, shown.failed, shown.from], [2, 1, first.started_at])
    const counts = new Map(shown.nodes.map(({ node_id, steps, failed }) => [node_id, [steps, failed]]))
    assert.deepEqual(
      counts,
      new Map([
        ['each', [4, 0]],
        ['loop', [2, 0]],
        ['check', [2, 0]],
        ['stop', [1, 1]],
        ['rest', [1, 0]],
      ]),
    )
    for (const { retried, median_ms, p95_ms } of shown.nodes) {
      assert.equal(retried, 0)
      assert.ok(median_ms !== null && p95_ms !== null && median_ms <= p95_ms)
    }
    assert.equal((await statistics(client, id, 'runs=1')).runs, 1)
    const refused = (await client.get(`/workflows/${id}/statistics?runs=101`)).error(400, 'VALIDATION_ERROR')
    assert.deepEqual(issuePaths(refused), ['runs'])
    ;(await (await shared.client()).get(`/workflows/${id}/statistics`)).error(404, 'NOT_FOUND')
  })

  it('Samples contain inputs and the outputs of the given nodes, newest first; large values are named', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow(GRAPH)
    const long = 'x'.repeat(70_000)
    const one = await client.run({ id }, { items: [1, 2], ok: true, text: 'short' })
    const two = await client.run({ id }, { items: [3], ok: true, text: long })
    const shown = await samples(client, id, 'nodes=each,rest,unknown')
    assert.deepEqual(
      shown.map(({ execution_id, outputs, left_out }) => ({ execution_id, outputs, left_out })),
      [
        { execution_id: two.id, outputs: { each: { n: 3 } }, left_out: ['input', 'rest'] },
        { execution_id: one.id, outputs: { each: { n: 2 }, rest: { text: 'short' } }, left_out: [] },
      ],
    )
    assert.deepEqual([shown[0]?.input, shown[1]?.input], [null, one.input])
    assert.equal((await samples(client, id, 'runs=1')).length, 1)
    const [only] = await samples(client, id, `execution_id=${one.id}&nodes=check`)
    assert.deepEqual([only?.execution_id, Object.keys(only?.outputs ?? {})], [one.id, ['check']])
    const other = await client.createWorkflow(GRAPH)
    ;(await client.get(`/workflows/${other.id}/samples?execution_id=${one.id}`)).error(404, 'NOT_FOUND')
    ;(await (await shared.client()).get(`/workflows/${id}/samples`)).error(404, 'NOT_FOUND')
  })

  it('A response with samples ends after a few megabytes', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ nodes: [set('a', {})] })
    const text = 'y'.repeat(60_000)
    for (let n = 0; n < 75; n += 1) await client.accept({ id }, { text })
    const shown = await samples(client, id, 'runs=100')
    assert.ok(shown.length > 60 && shown.length < 75, String(shown.length))
  })
})
