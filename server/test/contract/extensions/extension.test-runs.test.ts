import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RetryPreview } from '@millrace/contract/execution-control.ts'
import type { ExecutionOverview } from '@millrace/contract/execution-list.ts'
import type { Timeline } from '@millrace/contract/execution-timeline.ts'
import type { AcceptedExecution, Execution } from '@millrace/contract/execution.ts'
import type { Version } from '@millrace/contract/workflow-version.ts'
import type { Workflow } from '@millrace/contract/workflow.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { readEnd } from '../support/waiting-run.ts'

const set = (id: string, values: object, more: object = {}) => ({
  id,
  type: 'set',
  data: { values },
  ...more,
})
const fail = (id: string, more: object = {}) => ({
  id,
  type: 'fail',
  data: { message: 'Live.', code: 'LIVE' },
  ...more,
})
const edge = (source: string, target: string, sourceHandle = 'main') => ({ source, target, sourceHandle })
const START = { id: 'start', type: 'start', data: {} }
const WAIT = { headers: { prefer: 'wait=30' } }

async function publish(client: Client, graph: object): Promise<Workflow> {
  const { id } = await client.createWorkflow(graph)
  return (await client.post(`/workflows/${id}/publish`)).expect(200).data<Workflow>()
}

async function saveDraft(client: Client, { id }: { id: string }, draft: object): Promise<void> {
  ;(await client.send('PUT', `/workflows/${id}/draft`, { body: { edges: [], ...draft } })).expect(200)
}

async function test(client: Client, { id }: { id: string }, options: object = {}): Promise<Execution> {
  const response = await client.post(`/workflows/${id}/execute`, { draft: true, ...options }, WAIT)
  return response.expect(200).data<Execution>()
}

async function timelineOf(client: Client, id: string): Promise<Timeline> {
  return (await client.get(`/executions/${id}/timeline`)).expect(200).data<Timeline>()
}

const PINNED = {
  nodes: [START, fail('call', { pinned_output: { id: 7 } }), set('after', { n: '{{ previous.id }}' })],
  edges: [edge('start', 'call'), edge('call', 'after')],
}

describeOnEveryStore('Extension: test runs', (shared) => {
  it('A test run runs the working copy with its pins, and a live run the live version without', async () => {
    const client = await shared.client()
    const workflow = await publish(client, { nodes: [set('live', { is: 'live' })] })
    await saveDraft(client, workflow, PINNED)
    const run = await test(client, workflow)
    assert.deepEqual([run.status, run.output], ['completed', { n: 7 }], JSON.stringify(run.error))
    const { execution, steps } = await timelineOf(client, run.id)
    assert.deepEqual([execution.is_test, execution.version_number, execution.trigger], [true, null, 'api'])
    assert.deepEqual(
      steps.map(({ key, pinned, output_size }) => [key, pinned, output_size]),
      [
        ['start', false, 2],
        ['call', true, 8],
        ['after', false, 7],
      ],
    )
    assert.deepEqual((await client.run(workflow)).output, { is: 'live' })
    ;(await client.post(`/workflows/${workflow.id}/publish`)).expect(200)
    const live = await client.run(workflow)
    assert.deepEqual([live.status, live.error?.code], ['failed', 'LIVE'], 'a published pin is not used')
  })

  it('The working copy of an unpublished workflow is the workflow itself', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow(PINNED)
    assert.deepEqual((await test(client, workflow)).output, { n: 7 })
    assert.equal((await client.run(workflow)).error?.code, 'LIVE')
    assert.deepEqual(
      (await client.get('/executions')).data<ExecutionOverview[]>().map(({ is_test }) => is_test),
      [false, true],
    )
  })

  it('A test version is no part of the history, and identical tests use the same one', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow(PINNED)
    const [one, two] = [await test(client, workflow), await test(client, workflow)]
    const other = await test(client, workflow, { until: 'call' })
    const versions = await Promise.all(
      [one, two, other].map(async ({ id }) => (await timelineOf(client, id)).execution.version_id),
    )
    assert.equal(versions[0], versions[1])
    assert.notEqual(versions[0], versions[2])
    const history = (await client.get(`/workflows/${workflow.id}/versions`)).data<
      { id: string; number: number }[]
    >()
    assert.deepEqual(
      history.map(({ number }) => number),
      [1],
    )
    const saved = await client.get(`/workflows/${workflow.id}/versions/${versions[0] ?? ''}`)
    const { nodes, number } = saved.expect(200).data<Version>()
    assert.deepEqual([nodes, number], [PINNED.nodes, null])
  })

  it('A test up to a node runs only what it depends on; a trigger can be chosen', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({
      nodes: [
        START,
        { id: 'hook', type: 'webhook', data: {}, pinned_output: { body: { n: 5 } } },
        set('a', { n: '{{ input.body.n }}' }),
        set('b', { from: 'start' }),
        { id: 'bad', type: 'nothing' },
      ],
      edges: [edge('start', 'b'), edge('hook', 'a'), edge('a', 'bad')],
    })
    assert.deepEqual((await test(client, workflow, { until: 'b' })).output, { from: 'start' })
    const hook = await test(client, workflow, { until: 'a', trigger_node_id: 'hook' })
    assert.deepEqual(
      [hook.output, hook.input],
      [{ n: 5 }, { body: { n: 5 } }],
      'the pin of the trigger is the input',
    )
    const given = await test(client, workflow, {
      until: 'a',
      trigger_node_id: 'hook',
      input: { body: { n: 6 } },
    })
    assert.deepEqual(given.input, { body: { n: 6 } })
    assert.equal((await timelineOf(client, hook.id)).execution.trigger_node_id, 'hook')
  })

  it('Wrong combinations and unknown nodes are refused', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow(PINNED)
    const refused = async (body: object) =>
      issuePaths(
        (await client.post(`/workflows/${workflow.id}/execute`, body)).error(400, 'VALIDATION_ERROR'),
      )
    assert.deepEqual(await refused({ until: 'call' }), ['until'])
    assert.deepEqual(await refused({ until: 'call', trigger_node_id: 'start', draft: false }), [
      'trigger_node_id',
      'until',
    ])
    assert.deepEqual(await refused({ draft: true, until: 'none' }), ['until'])
    assert.deepEqual(await refused({ draft: true, trigger_node_id: 'call' }), ['trigger_node_id'])
    assert.deepEqual(await refused({ draft: 'yes', until: 5 }), ['draft', 'until'])
    const stranger = await shared.client()
    ;(await stranger.post(`/workflows/${workflow.id}/execute`, { draft: true })).error(404, 'NOT_FOUND')
    assert.deepEqual((await client.get('/executions')).data(), [])
  })

  it('With an Idempotency-Key, a test starts once', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow(PINNED)
    const once = { headers: { 'idempotency-key': 'one' } }
    const start = async () =>
      (await client.post(`/workflows/${workflow.id}/execute`, { draft: true }, once))
        .expect(202)
        .data<AcceptedExecution>()
    assert.deepEqual(await start(), await start())
    assert.equal((await client.get('/executions')).data<unknown[]>().length, 1)
  })

  it('A test run starts no follow-up run', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({ nodes: [set('a', {})] })
    const follower = await publish(client, {
      nodes: [{ id: 'e', type: 'event', data: { event: 'workflow.completed', workflow_ids: [workflow.id] } }],
    })
    await test(client, workflow)
    await client.run(workflow)
    const runs = (await client.get(`/executions?workflow_id=${follower.id}`)).data<ExecutionOverview[]>()
    assert.deepEqual(
      runs.map(({ trigger, trigger_node_id }) => [trigger, trigger_node_id]),
      [['event', 'e']],
    )
  })
})

describeOnEveryStore('Extension: retries on the working copy, and their preview', (shared) => {
  const BROKEN = {
    nodes: [START, set('one', { n: 1 }), fail('two'), set('three', { n: '{{ previous }}' })],
    edges: [edge('start', 'one'), edge('one', 'two'), edge('two', 'three')],
  }
  const preview = async (client: Client, id: string, body: object): Promise<RetryPreview> =>
    (await client.post(`/executions/${id}/retry/preview`, body)).expect(200).data<RetryPreview>()
  const retry = async (client: Client, id: string, body: object): Promise<Execution> =>
    readEnd(
      client,
      (await client.post(`/executions/${id}/retry`, body)).expect(202).data<AcceptedExecution>().execution_id,
    )

  it('The preview lists what a retry keeps, repeats and runs for the first time, and starts nothing', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow(BROKEN)
    const failed = await client.run(workflow)
    const [version] = (await client.get('/executions')).data<ExecutionOverview[]>()
    const shown = await preview(client, failed.id, {})
    const node = (node_id: string, steps: number) => ({ node_id, steps })
    assert.deepEqual(shown, {
      version_id: version?.version_id,
      version_number: 1,
      kept: [node('start', 1), node('one', 1)],
      repeated: [node('two', 1)],
      new: [node('three', 0)],
    })
    const fromStart = await preview(client, failed.id, { from: 'start' })
    assert.deepEqual(
      [fromStart.kept, fromStart.repeated],
      [[], [node('start', 1), node('one', 1), node('two', 1)]],
    )
    const fixed = {
      ...BROKEN,
      nodes: [START, set('one', { n: 1 }), set('two', { ok: true }), set('four', {})],
      edges: [edge('start', 'one'), edge('one', 'two'), edge('two', 'four')],
    }
    ;(await client.post(`/workflows/${workflow.id}/publish`)).expect(200)
    await saveDraft(client, workflow, fixed)
    const onDraft = await preview(client, failed.id, { version: 'draft' })
    assert.deepEqual(onDraft, {
      version_id: null,
      version_number: null,
      kept: [node('start', 1), node('one', 1)],
      repeated: [node('two', 1)],
      new: [node('four', 0)],
    })
    assert.equal((await client.get('/executions')).data<unknown[]>().length, 1)
    for (const [body, paths] of [
      [{ until: 'two' }, ['until']],
      [{ version: 'draft', until: 'none' }, ['until']],
      [{ from: 'none' }, ['from']],
    ] as const) {
      for (const path of ['retry', 'retry/preview']) {
        const refused = await client.post(`/executions/${failed.id}/${path}`, body)
        assert.deepEqual(issuePaths(refused.error(400, 'VALIDATION_ERROR')), paths)
      }
    }
    const stranger = await shared.client()
    ;(await stranger.post(`/executions/${failed.id}/retry/preview`)).error(404, 'NOT_FOUND')
  })

  it('The preview leaves out the branch that a kept decision did not take, and lists it when the decision is repeated', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({
      nodes: [
        START,
        { id: 'large', type: 'if', data: { condition: false } },
        set('approve', {}),
        fail('reserve'),
        set('confirm', {}),
      ],
      edges: [
        edge('start', 'large'),
        { source: 'large', target: 'approve', sourceHandle: 'true' },
        { source: 'large', target: 'reserve', sourceHandle: 'false' },
        edge('reserve', 'confirm'),
      ],
    })
    const failed = await client.run(workflow)
    const runsFirst = async (from: string) =>
      (await preview(client, failed.id, { from })).new.map(({ node_id: id }) => id)
    assert.deepEqual(await runsFirst('failed'), ['confirm'])
    assert.deepEqual(await runsFirst('large'), ['approve', 'confirm'])
  })

  it('A loop of which a retry keeps some iterations is listed once: among what runs again', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({
      nodes: [
        START,
        { id: 'each', type: 'for_each', data: { items: [1, 2] } },
        set('work', { n: '{{ item }}' }),
        { id: 'check', type: 'if', data: { condition: '{{ item == 2 }}' } },
        fail('bad'),
      ],
      edges: [
        edge('start', 'each'),
        { source: 'each', target: 'work', sourceHandle: 'each' },
        edge('work', 'check'),
        { source: 'check', target: 'bad', sourceHandle: 'true' },
      ],
    })
    const failed = await client.run(workflow)
    const { kept, repeated } = await preview(client, failed.id, {})
    const names = (nodes: RetryPreview['kept']) => nodes.map(({ node_id: id }) => id)
    assert.ok(names(kept).includes('work'))
    assert.ok(!names(kept).includes('each'))
    assert.deepEqual(
      repeated.find(({ node_id: id }) => id === 'each'),
      { node_id: 'each', steps: 1 },
    )
  })

  it('A retry on the working copy keeps results, and can run one node alone on recorded data', async () => {
    const client = await shared.client()
    const workflow = await publish(client, BROKEN)
    const failed = await client.run(workflow)
    await saveDraft(client, workflow, {
      nodes: [
        START,
        set('one', { n: 2 }),
        { id: 'two', type: 'fail', data: { message: '{{ previous.n }}' }, pinned_output: { fixed: true } },
        set('three', { n: '{{ previous }}' }),
      ],
      edges: BROKEN.edges,
    })
    const whole = await retry(client, failed.id, { version: 'draft' })
    assert.deepEqual([whole.status, whole.output], ['completed', { n: { fixed: true } }])
    const { execution, steps } = await timelineOf(client, whole.id)
    assert.deepEqual([execution.is_test, execution.trigger, execution.retry_of], [true, 'retry', failed.id])
    assert.deepEqual(
      steps.map(({ key, reused, pinned }) => [key, reused, pinned]),
      [
        ['start', true, false],
        ['one', true, false],
        ['two', false, true],
        ['three', false, false],
      ],
    )
    const alone = await retry(client, failed.id, { version: 'draft', from: 'one', until: 'one' })
    assert.deepEqual(alone.output, { n: 2 })
    assert.deepEqual(
      (await timelineOf(client, alone.id)).steps.map(({ key, reused }) => [key, reused]),
      [
        ['start', true],
        ['one', false],
      ],
    )
    const live = await retry(client, whole.id, { version: 'current', from: 'three' })
    assert.equal(live.error?.code, 'LIVE', 'a live retry does not keep the pinned result of a test')
  })

  it('Sub-workflows of a test run are test runs: they change no state and start no follow-up runs', async () => {
    const client = await shared.client()
    const count = { id: 'count', type: 'state', data: { operation: 'increment', key: 'n', scope: 'account' } }
    const call = (workflowId: string, more: object = {}) => ({
      id: 'call',
      type: 'workflow',
      data: { workflow_id: workflowId, ...more },
    })
    const inner = await publish(client, { nodes: [count] })
    const outer = await publish(client, {
      nodes: [call(inner.id), { ...count, pinned_output: { value: 99 } }],
      edges: [edge('call', 'count')],
    })
    const follower = await publish(client, {
      nodes: [
        {
          id: 'on_end',
          type: 'event',
          data: { event: 'workflow.completed', workflow_ids: [inner.id, outer.id] },
        },
      ],
    })
    const tested = await client.createWorkflow({ nodes: [call(outer.id)] })
    const run = await test(client, tested)
    // The changes of each run are its own: nothing was stored. Pins of sub-workflows are not used.
    assert.deepEqual([run.status, run.output['value']], ['completed', 1], JSON.stringify(run))
    ;(await client.get('/state/account/n')).error(404, 'NOT_FOUND')
    const all = (await client.get('/executions')).expect(200).data<ExecutionOverview[]>()
    assert.deepEqual(
      all.map((one) => [one.workflow_id, one.is_test]),
      [inner.id, outer.id, tested.id].map((id) => [id, true]),
    )
    assert.equal((await client.run(tested)).output['value'], 2, 'a live run counts twice')
    const followers = (await client.get(`/executions?workflow_id=${follower.id}`)).data<ExecutionOverview[]>()
    assert.equal(followers.length, 2)
  })
})
