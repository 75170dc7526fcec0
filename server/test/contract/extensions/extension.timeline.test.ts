import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { DataSlice } from '@millrace/contract/execution-data.ts'
import type { ExecutionOverview } from '@millrace/contract/execution-list.ts'
import type { AcceptedExecution } from '@millrace/contract/execution.ts'
import type { Timeline } from '@millrace/contract/execution-timeline.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { EventStream } from '../support/event-stream.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { readEnd, readSteps, runToWait } from '../support/waiting-run.ts'

const set = (id: string, values: object) => ({ id, type: 'set', data: { values } })
const edge = (source: string, target: string, sourceHandle = 'main') => ({ source, target, sourceHandle })
const LOOP = {
  nodes: [
    { id: 'loop', type: 'for_each', data: { items: '{{ input.items }}' } },
    set('each', { n: '{{ item }}' }),
    { id: 'after', type: 'log', data: { message: 'done' } },
  ],
  edges: [edge('loop', 'each', 'each'), edge('loop', 'after', 'done')],
}

async function readTimeline(client: Client, id: string): Promise<Timeline> {
  return (await client.get(`/executions/${id}/timeline`)).expect(200).data<Timeline>()
}

async function readData(client: Client, id: string, query = ''): Promise<DataSlice> {
  return (await client.get(`/executions/${id}/data?${query}`)).expect(200).data<DataSlice>()
}

describeOnEveryStore('Extension: executions of all workflows', (shared) => {
  it('Executions of all workflows are listed newest first, in pages, and filtered', async () => {
    const client = await shared.client()
    const good = await client.createWorkflow({ name: 'Good', nodes: [set('a', {})] })
    const bad = await client.createWorkflow({
      name: 'Bad',
      nodes: [{ id: 'f', type: 'fail', data: { message: 'No.', code: 'NO_STOCK' } }],
    })
    const first = await client.run(good)
    const second = await client.run(bad)
    const third = await client.run(good)
    const retried = (await client.post(`/executions/${second.id}/retry`))
      .expect(202)
      .data<AcceptedExecution>()
    await readEnd(client, retried.execution_id)
    const list = async (query: string) => {
      const response = (await client.get(`/executions?${query}`)).expect(200)
      return { rows: response.data<ExecutionOverview[]>(), meta: response.cursorMeta }
    }
    const ids = async (query: string) => (await list(query)).rows.map(({ id }) => id)
    const { rows } = await list('')
    assert.deepEqual(
      rows.map(({ id }) => id),
      [retried.execution_id, third.id, second.id, first.id],
    )
    assert.deepEqual(
      rows.map((row) => [row.workflow_name, row.trigger, row.version_number, row.is_test, row.error?.code]),
      [
        ['Bad', 'retry', 1, false, 'NO_STOCK'],
        ['Good', 'api', 1, false, undefined],
        ['Bad', 'api', 1, false, 'NO_STOCK'],
        ['Good', 'api', 1, false, undefined],
      ],
    )
    assert.deepEqual([rows[0]?.retry_of, rows[1]?.retry_of], [second.id, null])
    assert.deepEqual(await ids('status=failed'), [retried.execution_id, second.id])
    assert.deepEqual(await ids('error_code=NO_STOCK&trigger=api'), [second.id])
    assert.deepEqual(await ids('trigger=retry'), [retried.execution_id])
    assert.deepEqual(await ids(`workflow_id=${good.id.toUpperCase()}`), [third.id, first.id])
    assert.deepEqual(await ids('from=2200-01-01'), [])
    const page = await list('limit=3')
    assert.equal(page.meta.has_more, true)
    assert.deepEqual(await ids(`limit=3&cursor=${page.meta.next_cursor ?? ''}`), [first.id])
    const refused = (await client.get('/executions?trigger=magic&cursor=x&from=y&limit=0')).error(
      400,
      'VALIDATION_ERROR',
    )
    assert.deepEqual(issuePaths(refused), ['cursor', 'from', 'limit', 'trigger'])
    ;(await client.delete(`/workflows/${good.id}`)).expect(200)
    assert.equal((await list('trigger=api')).rows[0]?.workflow_name, null)
    assert.deepEqual((await (await shared.client()).get('/executions')).expect(200).data(), [])
  })
})

describeOnEveryStore('Extension: timeline', (shared) => {
  it('The timeline contains every step without its data, and agrees with the list of steps', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow(LOOP)
    const run = await client.run(workflow, { items: [1, 2, 3] })
    const timeline = await readTimeline(client, run.id)
    assert.equal(timeline.execution.id, run.id)
    assert.equal(timeline.complete, true)
    const steps = await readSteps(client, run.id)
    for (const [index, outline] of timeline.steps.entries()) {
      const {
        input: _input,
        output,
        node_name: _name,
        ...rest
      } = steps[index] ?? assert.fail('a step is missing')
      const { output_size, item_count, pinned, reused, ...same } = outline
      assert.deepEqual(same, rest)
      assert.equal(output_size, JSON.stringify(output).length)
      assert.equal(item_count, Array.isArray(output) ? output.length : null)
      assert.deepEqual([pinned, reused], [false, false])
    }
    assert.equal(timeline.steps.length, steps.length)
    const stream = await EventStream.open(
      client,
      run.id,
      {},
      `?last_event_id=${timeline.last_event_id ?? ''}`,
    )
    assert.deepEqual(
      (await stream.all()).map(({ event }) => event),
      ['status'],
      'following from the timeline repeats nothing',
    )
  })

  it('A step that waits is in the timeline with what it waits for; reused steps of a retry are marked', async () => {
    const client = await shared.client()
    const waiting = await runToWait(client, {
      nodes: [set('a', { n: 1 }), { id: 'w', type: 'wait', data: { for: 'callback' } }],
      edges: [edge('a', 'w')],
    })
    const timeline = await readTimeline(client, waiting.id)
    assert.deepEqual(
      timeline.steps.map(({ key, status, output_size, waiting: wait }) => [
        key,
        status,
        output_size,
        wait?.for,
      ]),
      [
        ['a', 'completed', 7, undefined],
        ['w', 'waiting', null, 'callback'],
      ],
    )
    ;(await client.post(`/executions/${waiting.id}/cancel`)).expect(200)
    const retry = (await client.post(`/executions/${waiting.id}/retry`)).expect(202).data<AcceptedExecution>()
    const retried = await readTimeline(client, retry.execution_id)
    assert.deepEqual(
      retried.steps.slice(0, 1).map(({ key, reused }) => [key, reused]),
      [['a', true]],
    )
    assert.equal(retried.execution.retry_of, waiting.id)
    ;(await client.post(`/executions/${retry.execution_id}/cancel`)).expect(200)
  })

  it('Events without data carry outlines, and the last status no output', async () => {
    const client = await shared.client()
    const run = await client.run(await client.createWorkflow(LOOP), { items: ['x'.repeat(100)] })
    const events = await (await EventStream.open(client, run.id, {}, '?data=none')).all()
    const steps = events.filter(({ event }) => event === 'step')
    assert.ok(steps.length >= 3)
    for (const { data } of steps) assert.deepEqual(['output' in data, 'pinned' in data], [false, true])
    assert.ok(!events.some(({ data }) => JSON.stringify(data).includes('xxx')))
    const last = events.at(-1) ?? assert.fail('no events')
    assert.deepEqual([last.event, last.data.status, 'output' in last.data], ['status', 'completed', false])
    ;(await client.get(`/executions/${run.id}/events?data=some`)).error(400, 'VALIDATION_ERROR')
  })
})

describeOnEveryStore('Extension: data of an execution', (shared) => {
  it('Data is read piece by piece: by pointer, offset and limit; large values come without their value', async () => {
    const client = await shared.client()
    const long = 'ä"\\ü😀'.repeat(1_000)
    const input = {
      items: [1, 'two', { three: [3] }, null, true],
      'a/b~c': 1.5,
      long,
      big: { rows: Array(2_000).fill(7) },
    }
    const workflow = await client.createWorkflow({
      nodes: [{ id: 'r', type: 'return', data: { value: '{{ input }}' } }],
    })
    const { id } = await client.run(workflow, input)
    for (const part of ['input', 'output']) {
      const whole = await readData(client, id, `part=${part}`)
      assert.deepEqual(
        [whole.type, whole.length, whole.is_whole, 'value' in whole],
        ['object', 4, false, false],
      )
      assert.equal(whole.size, JSON.stringify(input).length)
      assert.deepEqual(
        whole.entries.map(({ key, type, length, is_whole }) => [key, type, length, is_whole]),
        [
          ['items', 'array', 5, true],
          ['a/b~c', 'number', null, true],
          ['long', 'string', long.length, false],
          ['big', 'object', 1, false],
        ],
      )
      assert.equal(whole.entries[2]?.value, long.slice(0, 1_000))
      assert.ok(!('value' in (whole.entries[3] ?? {})))
    }
    const items = await readData(client, id, 'pointer=/items&offset=1&limit=2')
    assert.deepEqual(
      items.entries.map(({ key, value }) => [key, value]),
      [
        [1, 'two'],
        [2, { three: [3] }],
      ],
    )
    assert.deepEqual([items.offset, items.length, items.value], [1, 5, input.items])
    assert.equal((await readData(client, id, `pointer=${encodeURIComponent('/a~1b~0c')}`)).value, 1.5)
    assert.equal((await readData(client, id, 'pointer=/items/2/three/0')).value, 3)
    assert.equal((await readData(client, id, 'pointer=/items/3')).type, 'null')
    const text = await readData(client, id, 'pointer=/long&offset=5')
    assert.deepEqual([text.value, text.is_whole, text.length], [long.slice(5), false, long.length])
    const rows = await readData(client, id, 'pointer=/big/rows&offset=1990&limit=1000')
    assert.deepEqual(
      rows.entries.map(({ key }) => key),
      [1990, 1991, 1992, 1993, 1994, 1995, 1996, 1997, 1998, 1999],
    )
    for (const pointer of ['/none', '/items/5', '/items/x', '/items/01', '/items/0/x', '/a~1b~0c/1']) {
      ;(await client.get(`/executions/${id}/data?pointer=${encodeURIComponent(pointer)}`)).error(
        404,
        'NOT_FOUND',
      )
    }
    for (const pointer of ['items', '/a~2']) {
      const refused = await client.get(`/executions/${id}/data?pointer=${pointer}`)
      assert.deepEqual(issuePaths(refused.error(400, 'VALIDATION_ERROR')), ['pointer'])
    }
    ;(await client.get(`/executions/${id}/data?step=none`)).error(404, 'NOT_FOUND')
    ;(await (await shared.client()).get(`/executions/${id}/data`)).error(404, 'NOT_FOUND')
    ;(await (await shared.client()).get(`/executions/${id}/data/content`)).error(404, 'NOT_FOUND')
    ;(await (await shared.client()).get(`/executions/${id}/timeline`)).error(404, 'NOT_FOUND')
  })

  it('The input and output of every step are those of the list of steps, and can be downloaded', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({
      nodes: [
        { id: 'start', type: 'start' },
        set('l', { x: 'left 😀' }),
        set('r', { x: [1, 2] }),
        { id: 'join', type: 'merge', data: { mode: 'list' } },
        { id: 'loop', type: 'for_each', data: { items: '{{ [1, { a: 2 }] }}' } },
        set('one', { n: '{{ item }}' }),
        set('two', { n: '{{ previous }}' }),
        { id: 'while', type: 'loop', data: { while: 'index < 2', max_iterations: 5 } },
        set('again', { i: '{{ index }}' }),
        set('same', {}),
      ],
      edges: [
        edge('start', 'l'),
        edge('start', 'r'),
        edge('l', 'join'),
        edge('r', 'join'),
        edge('join', 'loop'),
        edge('loop', 'one', 'each'),
        edge('one', 'two'),
        edge('loop', 'while', 'done'),
        edge('while', 'again', 'each'),
        edge('while', 'same', 'done'),
      ],
    })
    const run = await client.run(workflow, { order: 7 })
    assert.equal(run.status, 'completed', JSON.stringify(run.error))
    for (const step of await readSteps(client, run.id)) {
      for (const part of ['input', 'output'] as const) {
        const slice = await readData(client, run.id, `step=${encodeURIComponent(step.key)}&part=${part}`)
        assert.deepEqual(slice.value, step[part], `${part} of ${step.key}`)
        const path = `${client.service.url}/v1/executions/${run.id}/data/content?part=${part}&step=${encodeURIComponent(step.key)}`
        const response = await fetch(path, { headers: { authorization: `Bearer ${client.key}` } })
        assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename=".+\.json"$/)
        assert.equal(await response.text(), JSON.stringify(step[part]))
      }
    }
  })

  it('A step without a result has the output null', async () => {
    const client = await shared.client()
    const { id, step } = await runToWait(client, {
      nodes: [{ id: 'w', type: 'wait', data: { for: 'callback' } }],
    })
    assert.equal((await readData(client, id, `step=${step.key}`)).value, null)
    assert.deepEqual((await readData(client, id)).value, {})
    ;(await client.post(`/executions/${id}/cancel`)).expect(200)
  })
})

describeOnEveryStore('Extension: hashes in the timeline', (shared) => {
  it('Equal inputs and outputs have equal hashes, and a timeline has none unless they are wanted', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({
      nodes: [set('same', { a: 1 }), set('own', { n: '{{ input.n }}' })],
      edges: [edge('same', 'own')],
    })
    const read = async (n: number) => {
      const { id } = await client.run(workflow, { n })
      return (await client.get(`/executions/${id}/timeline?include=hashes`)).expect(200).data<Timeline>()
    }
    const [one, two, again] = [await read(1), await read(2), await read(1)]
    const hashes = ({ steps, input_hash: input }: Timeline) => [input, ...steps.map((s) => s.output_hash)]
    assert.deepEqual(hashes(one), hashes(again))
    assert.equal(one.steps[0]?.output_hash, two.steps[0]?.output_hash)
    assert.notEqual(one.steps[1]?.output_hash, two.steps[1]?.output_hash)
    assert.notEqual(one.input_hash, two.input_hash)
    assert.match(one.input_hash ?? '', /^[\w-]{22}$/)
    const plain = await readTimeline(client, one.execution.id)
    assert.equal(JSON.stringify(plain).includes('_hash'), false)
    const refused = await client.get(`/executions/${one.execution.id}/timeline?include=everything`)
    assert.deepEqual(issuePaths(refused.error(400, 'VALIDATION_ERROR')), ['include'])
  })

  it('A step that waits has no output yet, and so no hash', async () => {
    const client = await shared.client()
    const { id } = await runToWait(client, {
      nodes: [{ id: 'w', type: 'wait', data: { for: 'event', event: 'x' } }],
    })
    const answer = (await client.get(`/executions/${id}/timeline?include=hashes`)).expect(200)
    assert.equal(answer.data<Timeline>().steps[0]?.output_hash, null)
  })
})
