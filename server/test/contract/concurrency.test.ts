import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { AcceptedExecution, Execution } from '@millrace/contract/execution.ts'
import type { WorkflowCheck } from '@millrace/contract/workflow.ts'
import type { Client } from './support/client.ts'
import { describeOnEveryStore } from './support/on-every-store.ts'

describeOnEveryStore('the concurrency of a workflow', (shared) => {
  const limited = (client: Client, concurrency: object) =>
    client.createWorkflow({
      nodes: [
        { id: 'start', type: 'start', data: { concurrency } },
        { id: 'wait', type: 'wait', data: { for: 'event', event: 'go' } },
      ],
      edges: [{ source: 'start', target: 'wait' }],
    })

  const read = async (client: Client, { execution_id: id }: AcceptedExecution) =>
    (await client.get(`/executions/${id}`)).data<Execution>()

  async function reaches(client: Client, accepted: AcceptedExecution, isThere: (run: Execution) => boolean) {
    for (;;) {
      const run = await read(client, accepted)
      if (isThere(run)) return run
    }
  }

  /** It waits for its event: it has got a place. */
  const goes = async (client: Client, accepted: AcceptedExecution) => {
    for (;;) {
      const steps = await client.get(`/executions/${accepted.execution_id}/steps`)
      const list = steps.data<{ node_id: string; status: string }[]>()
      if (list.some(({ node_id, status }) => node_id === 'wait' && status === 'waiting')) return
    }
  }

  const send = async (client: Client, accepted: AcceptedExecution) =>
    (await client.post(`/executions/${accepted.execution_id}/signal`, { event: 'go', data: {} })).expect(202)

  it('lets runs wait for their turn, in their order', async () => {
    const client = await shared.client()
    const workflow = await limited(client, { limit: 1 })
    const runs: AcceptedExecution[] = []
    for (let n = 0; n < 3; n += 1) {
      runs.push(await client.accept(workflow))
      assert.equal(runs[n]?.status, 'running')
      await reaches(client, runs[n] ?? assert.fail(), ({ status }) => status === 'pending')
    }
    const [first, second, third] = runs as [AcceptedExecution, AcceptedExecution, AcceptedExecution]
    await goes(client, first)
    // An event for one whose turn has not come waits with it.
    await send(client, third)
    assert.equal((await read(client, third)).status, 'pending')
    await send(client, first)
    await goes(client, second)
    assert.equal((await read(client, third)).status, 'pending')
    ;(await client.post(`/executions/${second.execution_id}/cancel`)).expect(200)
    await reaches(client, third, ({ status }) => status === 'completed')
  })

  it('counts by a key of the input', async () => {
    const client = await shared.client()
    const workflow = await limited(client, { limit: 1, key: '{{ input.customer }}', on_limit: 'drop' })
    const ada = await client.accept(workflow, { customer: 'ada' })
    const bob = await client.accept(workflow, { customer: 'bob' })
    await goes(client, ada)
    await goes(client, bob)
    const again = await client.run(workflow, { customer: 'ada' })
    assert.deepEqual([again.status, again.error?.code], ['failed', 'DROPPED'])
    assert.equal(again.logs.length, 1)
  })

  it('replaces the oldest run', async () => {
    const client = await shared.client()
    const workflow = await limited(client, { limit: 1, on_limit: 'replace' })
    const old = await client.accept(workflow)
    await goes(client, old)
    const young = await client.accept(workflow)
    const { error } = await reaches(client, old, ({ status }) => status === 'failed')
    assert.deepEqual([error?.code, error?.message], ['CANCELLED', 'A newer run took its place.'])
    await goes(client, young)
  })

  it('works off a long queue without pauses', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({
      nodes: [
        { id: 'start', type: 'start', data: { concurrency: { limit: 2 } } },
        { id: 'code', type: 'code', data: { code: 'return { n: input.n }' } },
      ],
      edges: [{ source: 'start', target: 'code' }],
    })
    const runs = await Promise.all(Array.from({ length: 20 }, (_, n) => client.accept(workflow, { n })))
    for (const [n, run] of runs.entries()) {
      const { output } = await reaches(client, run, ({ status }) => status === 'completed')
      assert.deepEqual(output, { n })
    }
  })

  it('does not count sub-workflows, which run within the place of their caller', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ nodes: [] })
    const nodes = [
      { id: 'start', type: 'start', data: { concurrency: { limit: 1 } } },
      { id: 'deeper', type: 'if', data: { condition: 'input.depth < 2' } },
      { id: 'call', type: 'workflow', data: { workflow_id: id, input: { depth: '{{ input.depth + 1 }}' } } },
    ]
    const edges = [
      { source: 'start', target: 'deeper' },
      { source: 'deeper', target: 'call', sourceHandle: 'true' },
    ]
    ;(await client.patch(`/workflows/${id}`, { nodes, edges })).expect(200)
    assert.equal((await client.run({ id }, { depth: 0 })).status, 'completed')
  })

  it('that cannot be read keeps the workflow from running, and says why', async () => {
    const client = await shared.client()
    const problemsOf = async (concurrency: unknown) => {
      const { id } = await limited(client, concurrency as object)
      const answer = await client.post(`/workflows/${id}/check`)
      return answer.data<WorkflowCheck>().problems.map(({ parameter }) => parameter)
    }
    assert.deepEqual(await problemsOf({ limit: 1, key: '{{ input. }}' }), ['concurrency.key'])
    assert.deepEqual(await problemsOf({ limit: 0 }), ['concurrency.limit'])
    assert.deepEqual(await problemsOf({ limit: 1, on_limit: 'wait' }), ['concurrency.on_limit'])
    assert.deepEqual(await problemsOf({}), ['concurrency.limit'])
    const workflow = await limited(client, { limit: 1, key: '{{ input.a.b.c }}' })
    const run = await client.run(workflow, { a: null })
    assert.deepEqual([run.status, run.error?.code], ['failed', 'INVALID_PARAMETERS'])
    assert.match(run.error?.message ?? '', /^`concurrency\.key` could not be evaluated: /)
  })
})
