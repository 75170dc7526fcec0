import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AcceptedExecution, Execution, ExecutionSummary } from '@millrace/contract/execution.ts'
import type { Trigger } from '@millrace/contract/trigger.ts'
import type { WorkflowCheck } from '@millrace/contract/workflow.ts'
import { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { startService, STORE_KINDS } from '#test/support/test-service.ts'
import { until } from '#test/support/until.ts'

describeOnEveryStore('The concurrency limit of a workflow', (shared) => {
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

  /** The execution waits for its event, so it has a concurrency slot. */
  const startOrder = async (client: Client, accepted: AcceptedExecution) => {
    for (;;) {
      const steps = await client.get(`/executions/${accepted.execution_id}/steps`)
      const list = steps.data<{ node_id: string; status: string }[]>()
      if (list.some(({ node_id, status }) => node_id === 'wait' && status === 'waiting')) return
    }
  }

  const send = async (client: Client, accepted: AcceptedExecution) =>
    (await client.post(`/executions/${accepted.execution_id}/signal`, { event: 'go', data: {} })).expect(202)

  it('Executions beyond the limit wait for a slot, in order', async () => {
    const client = await shared.client()
    const workflow = await limited(client, { limit: 1 })
    const runs: AcceptedExecution[] = []
    for (let n = 0; n < 3; n += 1) {
      runs.push(await client.accept(workflow))
      assert.equal(runs[n]?.status, 'running')
      await reaches(client, runs[n] ?? assert.fail(), ({ status }) => status === 'pending')
    }
    const [first, second, third] = runs as [AcceptedExecution, AcceptedExecution, AcceptedExecution]
    await startOrder(client, first)
    // An event for an execution without a slot waits with it.
    await send(client, third)
    assert.equal((await read(client, third)).status, 'pending')
    await send(client, first)
    await startOrder(client, second)
    assert.equal((await read(client, third)).status, 'pending')
    ;(await client.post(`/executions/${second.execution_id}/cancel`)).expect(200)
    await reaches(client, third, ({ status }) => status === 'completed')
  })

  it('Executions are limited per key of the input', async () => {
    const client = await shared.client()
    const workflow = await limited(client, { limit: 1, key: '{{ input.customer }}', on_limit: 'drop' })
    const ada = await client.accept(workflow, { customer: 'ada' })
    const bob = await client.accept(workflow, { customer: 'bob' })
    await startOrder(client, ada)
    await startOrder(client, bob)
    const again = await client.run(workflow, { customer: 'ada' })
    assert.deepEqual([again.status, again.error?.code], ['failed', 'DROPPED'])
    assert.equal(again.logs.length, 1)
  })

  it('The policy `replace` ends the oldest execution', async () => {
    const client = await shared.client()
    const workflow = await limited(client, { limit: 1, on_limit: 'replace' })
    const old = await client.accept(workflow)
    await startOrder(client, old)
    const young = await client.accept(workflow)
    const { error } = await reaches(client, old, ({ status }) => status === 'failed')
    assert.deepEqual(
      [error?.code, error?.message],
      ['CANCELLED', 'A newer run replaced it (`on_limit: "replace"`).'],
    )
    await startOrder(client, young)
  })

  it('A long queue is processed without pauses', async () => {
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

  /** Waits for an event after the trigger, and after `start`. */
  const triggered = (client: Client, trigger: object) =>
    client.createWorkflow({
      status: 'published',
      nodes: [
        { id: 'trigger', ...trigger },
        { id: 'wait', type: 'wait', data: { for: 'event', event: 'go' } },
      ],
      edges: [{ source: 'trigger', target: 'wait' }],
    })

  const runsOf = async (client: Client, { id }: { id: string }, count: number) => {
    for (;;) {
      const list = (await client.get(`/workflows/${id}/executions`)).data<ExecutionSummary[]>()
      if (list.length >= count)
        return list.map((run) => ({ execution_id: run.id }) as AcceptedExecution).toReversed()
    }
  }

  /** One after the other, so that their order is the order of their slots. */
  const acceptOneByOne = async (client: Client, workflow: { id: string }, count: number) => {
    const runs: AcceptedExecution[] = []
    for (let n = 0; n < count; n += 1) {
      const run = await client.accept(workflow)
      await reaches(client, run, ({ status }) => status === 'pending')
      runs.push(run)
    }
    return runs as [AcceptedExecution, AcceptedExecution, ...AcceptedExecution[]]
  }

  const isRunning = async (client: Client, { execution_id: id }: AcceptedExecution) => {
    const steps = (await client.get(`/executions/${id}/steps`)).data<{ node_id: string; status: string }[]>()
    return steps.some(({ node_id, status }) => node_id === 'wait' && status === 'waiting')
  }

  /** One of them holds the slot at a time, and the next one follows. */
  const endOneByOne = async (client: Client, runs: readonly AcceptedExecution[]) => {
    for (const run of runs) await reaches(client, run, ({ status }) => status === 'pending')
    for (let left = runs; left.length > 0;) {
      const running = await Promise.all(left.map((run) => isRunning(client, run)))
      const index = running.indexOf(true)
      if (index === -1) continue
      assert.equal(running.filter(Boolean).length, 1)
      const run = left[index] ?? assert.fail()
      await send(client, run)
      await reaches(client, run, ({ status }) => status === 'completed')
      left = left.filter((other) => other !== run)
    }
  }

  it('The limit applies to runs started by inbound webhooks, and a caller that waits for a queued run gets 202', async () => {
    const client = await shared.client()
    const data = { respond: 'last_node', wait_seconds: 0.2, concurrency: { limit: 1 } }
    const { id } = await triggered(client, { type: 'webhook', data })
    const [trigger] = (await client.get(`/workflows/${id}/triggers`)).data<Trigger[]>()
    const { pathname } = new URL(trigger?.url ?? assert.fail('no address'))
    const runs: AcceptedExecution[] = []
    for (let n = 0; n < 2; n += 1) {
      const response = await shared.running.request('POST', pathname, { key: null, body: { n } })
      assert.equal(response.status, 202)
      runs.push((response.body as { data: AcceptedExecution }).data)
    }
    await endOneByOne(client, runs)
  })

  it('The limit applies to runs started by forms and events', async () => {
    const client = await shared.client()
    const form = await client.createForm({ fields: [{ name: 'n', type: 'number' }] })
    const concurrency = { limit: 1 }
    const byForm = await triggered(client, { type: 'form', data: { form_id: form.id, concurrency } })
    const byEvent = await triggered(client, { type: 'event', data: { event: 'form.submitted', concurrency } })
    for (let n = 0; n < 2; n += 1) {
      ;(await client.post(`/forms/${form.id}/submissions`, { data: { n } })).expect(201)
    }
    for (const workflow of [byForm, byEvent]) await endOneByOne(client, await runsOf(client, workflow, 2))
  })

  it('The limit applies to runs started by schedules', async () => {
    const client = await shared.client()
    const data = { every_seconds: 1, misfire: 'all', concurrency: { limit: 1 } }
    const workflow = await triggered(client, { type: 'schedule', data })
    await runsOf(client, workflow, 2)
    ;(await client.patch(`/workflows/${workflow.id}`, { status: 'draft' })).expect(200)
    await endOneByOne(client, await runsOf(client, workflow, 2))
  })

  it('A run that was cancelled in the queue does nothing, and the next one gets the slot', async () => {
    const client = await shared.client()
    const workflow = await limited(client, { limit: 1 })
    const [first, second, third = assert.fail()] = await acceptOneByOne(client, workflow, 3)
    ;(await client.post(`/executions/${second.execution_id}/cancel`)).expect(200)
    const { error } = await read(client, second)
    assert.equal(error?.code, 'CANCELLED')
    await send(client, first)
    await startOrder(client, third)
    const steps = (await client.get(`/executions/${second.execution_id}/steps`)).data<{ status: string }[]>()
    assert.ok(
      steps.every(({ status }) => status === 'skipped'),
      JSON.stringify(steps),
    )
  })

  it('A run that waits for an event is replaced and no longer accepts the event', async () => {
    const client = await shared.client()
    const workflow = await limited(client, { limit: 1, on_limit: 'replace' })
    const runs = [await client.accept(workflow)]
    for (let n = 1; n < 4; n += 1) {
      const old = runs[n - 1] ?? assert.fail()
      await startOrder(client, old)
      await reaches(client, old, ({ status }) => status === 'pending')
      runs.push(await client.accept(workflow))
      await reaches(client, old, ({ status }) => status === 'failed')
      const late = await client.post(`/executions/${old.execution_id}/signal`, { event: 'go', data: {} })
      late.error(409, 'VALIDATION_ERROR')
    }
  })

  it('A retry is counted like a new run', async () => {
    const client = await shared.client()
    const workflow = await limited(client, { limit: 1 })
    const first = await client.accept(workflow)
    await startOrder(client, first)
    ;(await client.post(`/executions/${first.execution_id}/cancel`)).expect(200)
    const second = await client.accept(workflow)
    await startOrder(client, second)
    const response = await client.post(`/executions/${first.execution_id}/retry`)
    const again = response.expect(202).data<AcceptedExecution>()
    await endOneByOne(client, [second, again])
  })

  it('Queued runs of a workflow that was deleted still run', async () => {
    const client = await shared.client()
    const workflow = await limited(client, { limit: 1 })
    const runs = await acceptOneByOne(client, workflow, 2)
    ;(await client.delete(`/workflows/${workflow.id}`)).expect(200)
    await endOneByOne(client, runs)
  })

  it('The limit of the newest version applies, also to queued runs', async () => {
    const client = await shared.client()
    const workflow = await limited(client, { limit: 1 })
    const runs = await acceptOneByOne(client, workflow, 3)
    const { nodes } = (await client.get(`/workflows/${workflow.id}`)).data<{ nodes: { id: string }[] }>()
    const more = nodes.map((node) =>
      node.id === 'start' ? { ...node, data: { concurrency: { limit: 3 } } } : node,
    )
    ;(await client.patch(`/workflows/${workflow.id}`, { nodes: more })).expect(200)
    const last = await client.accept(workflow)
    for (const run of runs) await startOrder(client, run)
    await reaches(client, last, ({ status }) => status === 'pending')
    assert.deepEqual((await client.get(`/executions/${last.execution_id}/steps`)).data<unknown[]>(), [])
    await send(client, runs[2] ?? assert.fail())
    await startOrder(client, last)
  })

  it('Sub-workflows are not counted and run within the slot of their caller', async () => {
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

  it('An invalid limit keeps the workflow from running, with a reason', async () => {
    const client = await shared.client()
    const problemsOf = async (concurrency: unknown) => {
      const { id } = await limited(client, concurrency as object)
      const response = await client.post(`/workflows/${id}/check`)
      return response.data<WorkflowCheck>().problems.map(({ parameter }) => parameter)
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

for (const store of STORE_KINDS) {
  describe(`A queued run [${store}]`, () => {
    it('A queued run keeps its position after a restart, ahead of newer ones', async () => {
      const first = await startService({ store })
      const before = new Client(first, first.key)
      const { id } = await before.createWorkflow({
        nodes: [
          { id: 'start', type: 'start', data: { concurrency: { limit: 1 } } },
          { id: 'wait', type: 'wait', data: { for: 'event', event: 'go' } },
        ],
        edges: [{ source: 'start', target: 'wait' }],
      })
      const runs: string[] = []
      for (let n = 0; n < 2; n += 1) {
        const { execution_id: run } = await before.accept({ id })
        await untilStatus(before, run, 'pending')
        runs.push(run)
      }
      await first.stop()
      const second = await startService({ store, dataOf: first })
      try {
        const client = new Client(second, second.key)
        const { execution_id: late } = await client.accept({ id })
        await untilStatus(client, late, 'pending')
        for (const run of [...runs, late]) {
          const others = [...runs, late].filter((other) => other > run)
          for (const other of others) await untilStatus(client, other, 'pending')
          ;(await client.post(`/executions/${run}/signal`, { event: 'go', data: {} })).expect(202)
          await untilStatus(client, run, 'completed')
        }
      } finally {
        await second.destroy()
      }
    })
  })
}

async function untilStatus(client: Client, id: string, status: string): Promise<void> {
  await until(`the status ${status}`, async () => {
    return (await client.get(`/executions/${id}`)).data<Execution>().status === status
  })
}
