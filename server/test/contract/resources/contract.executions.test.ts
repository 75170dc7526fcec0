import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { AcceptedExecution, Execution, LogEntry } from '@millrace/contract/execution.ts'
import { issuePaths } from '../support/api-response.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const SHAPE = [
  'completed_at',
  'error',
  'id',
  'input',
  'logs',
  'output',
  'started_at',
  'status',
  'workflow_id',
]

describeOnEveryStore('Contract: executions', (shared) => {
  it('The `input` defaults to {}: no body, an empty object and an empty input all start a run', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ nodes: [{ id: 's', type: 'start' }] })
    const headers = { prefer: 'wait=30' }
    for (const body of [undefined, {}, { input: {} }, { other: 1 }]) {
      const run = (await client.post(`/workflows/${id}/execute`, body, { headers }))
        .expect(200)
        .data<Execution>()
      assert.deepEqual([run.input, run.output], [{}, {}])
    }
    const typed = { 'content-type': 'application/json', prefer: 'wait=30' }
    const empty = await client.send('POST', `/workflows/${id}/execute`, { rawBody: '', headers: typed })
    assert.deepEqual(empty.expect(200).data<Execution>().input, {})
  })

  it('An `input` or a body that is not an object is rejected', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    for (const input of [null, [], 'text', 5, true]) {
      const error = (await client.post(`/workflows/${id}/execute`, { input })).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(error), ['input'])
    }
    for (const body of [null, [], 'text', 5, true]) {
      ;(await client.post(`/workflows/${id}/execute`, body)).error(400, 'VALIDATION_ERROR')
    }
    assert.deepEqual((await client.get(`/workflows/${id}/executions`)).data(), [])
  })

  it('Drafts and published workflows can be executed', async () => {
    const client = await shared.client()
    for (const status of ['draft', 'published']) {
      const run = await client.run(await client.createWorkflow({ status }))
      assert.equal(run.status, 'completed')
    }
  })

  it('A started run is answered with 202 and `running`, and the execution exists immediately', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    const accepted = (await client.post(`/workflows/${id}/execute`)).expect(202).data<AcceptedExecution>()
    assert.equal(accepted.status, 'running')
    const run = (await client.get(`/executions/${accepted.execution_id}`)).expect(200).data<Execution>()
    assert.equal(run.started_at, accepted.started_at)
    assert.equal(run.workflow_id, id)
  })

  it('GET returns an execution with the seven fields, `input` and `error`', async () => {
    const client = await shared.client()
    const run: object = await client.run(await client.createWorkflow(), { a: [1] })
    assert.deepEqual(Object.keys(run).sort(), SHAPE)
    assert.deepEqual((run as Execution).input, { a: [1] })
    assert.equal((run as Execution).error, null)
  })

  it('List items carry id, workflow_id, status, started_at and completed_at', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    const run = await client.run({ id })
    const [item] = (await client.get(`/workflows/${id}/executions`)).data<object[]>()
    const { started_at, completed_at, status } = run
    assert.deepEqual(item, { id: run.id, workflow_id: id, status, started_at, completed_at })
  })

  it('A failed run has the status `failed`, an `error` with code, message and node_id, and the reason in its log', async () => {
    const client = await shared.client()
    const nodes = [{ id: 'stop', type: 'fail', data: { message: 'Not today', code: 'CLOSED' } }]
    const run = await client.run(await client.createWorkflow({ nodes }))
    assert.equal(run.status, 'failed')
    assert.deepEqual(run.error, { code: 'CLOSED', message: 'Not today', node_id: 'stop' })
    assert.deepEqual(run.output, {})
    assert.ok(run.completed_at !== null)
    assert.ok(
      run.logs.some(
        ({ level, message, node_id }) => level === 'error' && message === 'Not today' && node_id === 'stop',
      ),
    )
  })

  it('A graph that cannot run fails, and the log lists every problem', async () => {
    const client = await shared.client()
    const nodes = [
      { id: 'a', type: 'no_such_type' },
      { type: 'set' },
      { id: 'b', type: 'set', data: { values: { x: '{{ input. }}', y: '{{ unknownName }}' } } },
      { id: 'c', type: 'start' },
      { id: 'c', type: 'start' },
      { id: 'd' },
      { id: 'e', type: 'log', data: 'text' },
      { id: 'f', type: 'log', data: { message: 'x' }, on_error: 'explode' },
      { id: 'g', type: 'log', data: { message: 'x' } },
      { id: 'h', type: 'log', data: { message: 'x' } },
    ]
    const edges = [
      { source: 'c', target: 'nowhere' },
      { source: 'c' },
      { source: 'g', target: 'h' },
      { source: 'h', target: 'g' },
    ]
    const run = await client.run(await client.createWorkflow({ nodes, edges }))
    assert.equal(run.status, 'failed')
    const messages = run.logs.filter(({ level }) => level === 'error').map(({ message }) => message)
    const expected = [
      /"a" has the unknown type "no_such_type"/,
      /number 2 has no `id`/,
      /`values\.x` of node "b"/,
      /`values\.y` of node "b"/,
      /Two nodes have the id "c"/,
      /"d" has no `type`/,
      /`data` of node "e" must be an object/,
      /`on_error` of node "f"/,
      /number 1 .*"nowhere"/,
      /number 2 has no `target`/,
      /"g" → "h" → "g" form a cycle/,
    ]
    for (const pattern of expected) {
      assert.ok(
        messages.some((message) => pattern.test(message)),
        `${String(pattern)} is not among\n${messages.join('\n')}`,
      )
    }
    assert.ok(run.error !== null && messages.some((message) => run.error?.message.startsWith(message)))
  })

  it('A thousand nodes run, one more fails with a clear error', async () => {
    const client = await shared.client()
    const nodes = Array.from({ length: 1_001 }, (_, index) => ({ id: `n${index}`, type: 'start' }))
    const chain = nodes.slice(0, 1_000).map(({ id }) => ({ id, type: 'log', data: { message: id } }))
    const edges = chain.slice(1).map(({ id }, index) => ({ source: `n${index}`, target: id }))
    const long = await client.run(await client.createWorkflow({ nodes: chain, edges }))
    assert.equal(long.status, 'completed', long.error?.message ?? '')
    assert.equal(long.logs.filter(({ node_id }) => node_id !== null).length, 1_000)
    const tooMany = await client.run(await client.createWorkflow({ nodes }))
    assert.equal(tooMany.status, 'failed')
    assert.match(tooMany.error?.message ?? '', /1001 nodes.*1000/)
  })

  it('Log entries have timestamp, level, message, node_id and, where given, data', async () => {
    const client = await shared.client()
    const nodes = ['debug', 'info', 'warn', 'error'].map((level) => ({
      id: level,
      type: 'log',
      data: { message: `at ${level}`, level, ...(level === 'warn' && { data: { a: 1 } }) },
    }))
    const edges = ['debug', 'info', 'warn'].map((source, index) => ({ source, target: nodes[index + 1]?.id }))
    const { logs } = await client.run(await client.createWorkflow({ nodes, edges }))
    const written = logs.filter(({ node_id }) => node_id !== null)
    assert.deepEqual(
      written.map(({ level, message, node_id }: LogEntry) => [level, message, node_id]),
      nodes.map(({ id }) => [id, `at ${id}`, id]),
    )
    assert.deepEqual(
      written.map(({ data }) => data),
      [undefined, undefined, { a: 1 }, undefined],
    )
    for (const entry of logs) {
      const known = new Set(['timestamp', 'level', 'message', 'node_id', 'data'])
      assert.deepEqual(
        Object.keys(entry).filter((name) => !known.has(name)),
        [],
      )
      assert.match(entry.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
  })

  it('An output that is not an object is wrapped as `value`, and without nodes the output is {}', async () => {
    const client = await shared.client()
    for (const [value, output] of [
      ['text', { value: 'text' }],
      [[1, 2], { value: [1, 2] }],
      [null, { value: null }],
      [{ a: 1 }, { a: 1 }],
    ] as const) {
      const nodes = [{ id: 'r', type: 'return', data: { value } }]
      assert.deepEqual((await client.run(await client.createWorkflow({ nodes }))).output, output)
    }
    assert.deepEqual((await client.run(await client.createWorkflow())).output, {})
  })

  it('A final state never changes, whatever happens to the workflow', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ nodes: [{ id: 's', type: 'start' }] })
    const run = await client.run({ id }, { n: 1 })
    ;(await client.patch(`/workflows/${id}`, { nodes: [{ id: 'f', type: 'fail' }] })).expect(200)
    await client.run({ id })
    ;(await client.delete(`/workflows/${id}`)).expect(200)
    assert.deepEqual((await client.get(`/executions/${run.id}`)).data(), run)
  })

  it('Input is data: text that looks like an expression is returned unchanged', async () => {
    const client = await shared.client()
    const input = { text: '{{ 1 + 1 }}', more: ['{{ variables }}', '${x}', '<%= y %>'] }
    const nodes = [{ id: 'out', type: 'set', data: { values: { copy: '{{ input }}' } } }]
    assert.deepEqual((await client.run(await client.createWorkflow({ nodes }), input)).output, {
      copy: input,
    })
  })
})

describeOnEveryStore('Contract: `Prefer: wait=N`', (shared) => {
  it('With `Prefer: wait`, a run that ends in time is answered with 200, the execution as GET returns it and `Preference-Applied`', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    for (const [prefer, applied] of [
      ['wait=10', 'wait=10'],
      ['respond-async, wait=5', 'wait=5'],
      ['wait=7; foo', 'wait=7'],
      ['WAIT=3', 'wait=3'],
      ['wait=600', 'wait=60'],
    ] as const) {
      const response = await client.post(`/workflows/${id}/execute`, {}, { headers: { prefer } })
      assert.equal(response.expect(200).header('preference-applied'), applied, prefer)
      const run = response.data<Execution>()
      assert.deepEqual((await client.get(`/executions/${run.id}`)).data(), run)
      assert.equal(response.header('location'), `/v1/executions/${run.id}`)
    }
  })

  it('With `Prefer: wait`, a failed run is answered like a completed one', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ nodes: [{ id: 'f', type: 'fail' }] })
    assert.equal((await client.run({ id })).status, 'failed')
  })

  it('Without `Prefer: wait`, with zero and with an invalid value, a run is answered with 202', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    for (const prefer of ['wait=0', 'wait=', 'wait=x', 'wait=-1', 'await=5', 'return=minimal', '']) {
      const response = await client.post(`/workflows/${id}/execute`, {}, { headers: { prefer } })
      assert.equal(response.expect(202).headers.get('preference-applied'), null, prefer)
    }
  })
})
