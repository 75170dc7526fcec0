import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Execution, ExecutionSummary } from '@millrace/contract/execution.ts'
import type { Trigger } from '@millrace/contract/trigger.ts'
import { until } from '#test/support/until.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

describeOnEveryStore('Form and event triggers', (shared) => {
  const published = (client: Client, type: string, data: object, more: object = {}) =>
    client.createWorkflow({ status: 'published', nodes: [{ id: 'on', type, data }], ...more })

  const runsOf = async (client: Client, id: string) => {
    const listed = (await client.get(`/workflows/${id}/executions`)).data<ExecutionSummary[]>()
    const read = listed.map(async (run) => (await client.get(`/executions/${run.id}`)).data<Execution>())
    return Promise.all(read)
  }

  /** A follow-up run is stored together with its cause; only its end has to be waited for. */
  async function ended(client: Client, id: string, count: number): Promise<Execution[]> {
    let runs: Execution[] = []
    await until(`the end of ${count} runs`, async () => {
      runs = await runsOf(client, id)
      assert.ok(runs.length <= count, `${runs.length} runs`)
      return runs.filter((run) => run.completed_at !== null).length === count
    })
    return runs
  }

  it('A form trigger starts a run with every submission, stored together with the submission', async () => {
    const client = await shared.client()
    const [form, other] = [await client.createForm(), await client.createForm()]
    const mine = await published(client, 'form', { form_id: form.id.toUpperCase() })
    const any = await published(client, 'event', { event: 'form.submitted' })
    const draft = await client.createWorkflow({
      nodes: [{ id: 'on', type: 'form', data: { form_id: form.id } }],
    })
    const submit = async (to: { id: string }, email: string) =>
      (await client.post(`/forms/${to.id}/submissions`, { data: { email } }))
        .expect(201)
        .data<{ id: string }>()
    const submission = await submit(form, 'ada@example.com')
    assert.equal((await runsOf(client, mine.id)).length, 1)
    await submit(other, 'bob@example.com')
    const [run] = await ended(client, mine.id, 1)
    const { created_at, ...input } = run?.input ?? {}
    assert.deepEqual(input, {
      form_id: form.id,
      submission_id: submission.id,
      data: { email: 'ada@example.com' },
    })
    assert.match(String(created_at), /Z$/)
    const all = await ended(client, any.id, 2)
    assert.deepEqual(
      all.map(({ input: runInput }) => [runInput?.['event'], runInput?.['form_id']]),
      [
        ['form.submitted', other.id],
        ['form.submitted', form.id],
      ],
    )
    assert.deepEqual(await runsOf(client, draft.id), [])
  })

  it('A rejected submission, or one of another account, starts no run', async () => {
    const client = await shared.client()
    const form = await client.createForm()
    const { id } = await published(client, 'form', { form_id: form.id })
    ;(await client.post(`/forms/${form.id}/submissions`, { data: {} })).error(400, 'VALIDATION_ERROR')
    const otherClient = await shared.client()
    const theirs = await published(otherClient, 'form', { form_id: form.id })
    const [trigger] = (await otherClient.get(`/workflows/${theirs.id}/triggers`)).data<Trigger[]>()
    assert.deepEqual(
      [trigger?.active, trigger?.problem],
      [
        false,
        '`form_id` of node "on" refers to a form that does not exist. Set it to the id of an existing form.',
      ],
    )
    const data = { email: 'ada@example.com' }
    ;(await client.post(`/forms/${form.id}/submissions`, { data })).expect(201)
    await ended(client, id, 1)
    assert.deepEqual(await runsOf(otherClient, theirs.id), [])
  })

  it('An event trigger starts a run when a run of another workflow completes', async () => {
    const client = await shared.client()
    const cause = await client.createWorkflow({
      name: 'Cause',
      nodes: [{ id: 'a', type: 'set', data: { values: { n: '{{ input.n }}' } } }],
    })
    const follower = await published(client, 'event', { event: 'workflow.completed' })
    const failures = await published(client, 'event', { event: 'workflow.failed' })
    const run = await client.run(cause, { n: 7 })
    const [followed] = await ended(client, follower.id, 1)
    assert.deepEqual(followed?.input, {
      event: 'workflow.completed',
      execution_id: run.id,
      workflow_id: cause.id,
      workflow_name: 'Cause',
      status: 'completed',
      started_at: run.started_at,
      completed_at: run.completed_at,
      output: { n: 7 },
      error: null,
    })
    assert.equal(followed.status, 'completed')
    assert.deepEqual(await runsOf(client, failures.id), [])
  })

  it('An event trigger starts a run when a run fails or is cancelled, also for its sub-workflows', async () => {
    const client = await shared.client()
    const waiting = await client.createWorkflow({
      name: 'Waiting',
      nodes: [{ id: 'w', type: 'wait', data: { for: 'event', event: 'never' } }],
    })
    const caller = await client.createWorkflow({
      name: 'Caller',
      nodes: [{ id: 'call', type: 'workflow', data: { workflow_id: waiting.id } }],
    })
    const failing = await client.createWorkflow({
      nodes: [{ id: 'f', type: 'fail', data: { message: 'no' } }],
    })
    const failures = await published(client, 'event', { event: 'workflow.failed' })
    const chosen = await published(client, 'event', {
      event: 'workflow.failed',
      workflow_ids: [failing.id.toUpperCase()],
    })
    await client.run(failing)
    const { execution_id } = await client.accept(caller)
    await until('the run of the sub-workflow', async () => (await runsOf(client, waiting.id)).length > 0)
    ;(await client.post(`/executions/${execution_id}/cancel`)).expect(200)
    const runs = await ended(client, failures.id, 3)
    assert.deepEqual(
      runs
        .map(({ input }) => input?.['workflow_id'])
        .map(String)
        .sort(),
      [...[waiting.id, caller.id, failing.id].sort()],
    )
    const [only] = await ended(client, chosen.id, 1)
    assert.equal(only?.input?.['workflow_id'], failing.id)
  })

  it('The event of a failed run has its input and a link to it', async () => {
    const client = await shared.client()
    const failing = await client.createWorkflow({
      nodes: [{ id: 'f', type: 'fail', data: { message: 'no' } }],
    })
    const failures = await published(client, 'event', { event: 'workflow.failed' })
    const run = await client.run(failing, { order: 7 })
    const [followed] = await ended(client, failures.id, 1)
    assert.deepEqual(followed?.input?.['input'], { order: 7 })
    assert.match(String(followed.input['url']), new RegExp(`^https?://.+/executions/${run.id}$`))
    await client.run(failing, { text: 'x'.repeat(20_000) })
    const [long] = await ended(client, failures.id, 2)
    assert.deepEqual([long?.input?.['input'], long?.input?.['input_truncated']], [undefined, true])
  })

  it('A dropped run is no failure, unless the trigger asks for it', async () => {
    const client = await shared.client()
    const limited = await client.createWorkflow({
      nodes: [
        { id: 's', type: 'start', data: { concurrency: { limit: 1, on_limit: 'drop' } } },
        { id: 'w', type: 'wait', data: { for: 'event', event: 'never' } },
      ],
      edges: [{ source: 's', target: 'w' }],
    })
    const quiet = await published(client, 'event', { event: 'workflow.failed' })
    const all = await published(client, 'event', { event: 'workflow.failed', include_dropped: true })
    const first = await client.accept(limited)
    await until('the first run to wait', async () => {
      const read = await client.get(`/executions/${first.execution_id}`)
      return read.data<Execution>().status === 'pending'
    })
    assert.equal((await client.run(limited)).error?.code, 'DROPPED')
    const [dropped] = await ended(client, all.id, 1)
    assert.deepEqual((dropped?.input?.['error'] as { code: string } | undefined)?.code, 'DROPPED')
    assert.deepEqual(await runsOf(client, quiet.id), [])
    ;(await client.post(`/executions/${first.execution_id}/cancel`)).expect(200)
    await ended(client, quiet.id, 1)
  })

  it('An event trigger never follows its own workflow, and a cycle of triggers ends', async () => {
    const client = await shared.client()
    const event = 'workflow.completed'
    const ping = await published(client, 'event', { event })
    const pong = await published(client, 'event', { event, workflow_ids: [ping.id] })
    await client.run(ping)
    // The manual run, five follow-up runs in turns, and then the chain is cut.
    await ended(client, pong.id, 3)
    await ended(client, ping.id, 3)
    await client.run(await client.createWorkflow({ nodes: [] }))
    await ended(client, ping.id, 6)
    await ended(client, pong.id, 5)
  })

  it('A cycle through sub-workflows that nothing waits for ends', async () => {
    const client = await shared.client()
    const done = await client.createWorkflow({ nodes: [{ id: 'start', type: 'start' }] })
    const again = await published(
      client,
      'event',
      { event: 'workflow.completed', workflow_ids: [done.id] },
      {
        nodes: [
          { id: 'on', type: 'event', data: { event: 'workflow.completed', workflow_ids: [done.id] } },
          { id: 'call', type: 'workflow', data: { workflow_id: done.id, wait: false } },
        ],
        edges: [{ source: 'on', target: 'call' }],
      },
    )
    await client.run(done)
    await ended(client, again.id, 5)
    await ended(client, done.id, 6)
  })
})
