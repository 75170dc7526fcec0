import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Execution } from '@millrace/contract/execution.ts'
import { issuePaths } from '../support/api-response.ts'
import { startWaiting } from '../support/example-request.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { readEnd, readSteps, runToWait } from '../support/waiting-run.ts'

const wait = (id: string, event: string, more: object = {}) => ({
  id,
  type: 'wait',
  data: { for: 'event', event, ...more },
})

describeOnEveryStore('Extension: signals', (shared) => {
  it('An event continues the execution that waits for it, with its data', async () => {
    const client = await shared.client()
    const { id, step } = await runToWait(client, { nodes: [wait('paid', 'order.paid')] })
    assert.deepEqual(step.waiting, { for: 'event', event: 'order.paid', until: null, links: {} })
    assert.equal((await client.get(`/executions/${id}`)).data<Execution>().status, 'pending')
    const sent = { event: 'order.paid', data: { amount: 5 } }
    const response = (await client.post(`/executions/${id}/signal`, sent)).expect(202)
    assert.deepEqual(response.data(), { execution_id: id, event: 'order.paid', status: 'accepted' })
    const { status, output } = await readEnd(client, id)
    assert.deepEqual([status, output], ['completed', { amount: 5 }])
  })

  it('An event that arrives before the wait is not lost, and each is consumed once', async () => {
    const client = await shared.client()
    const nodes = [wait('first', 'one'), wait('second', 'two'), wait('third', 'two')]
    const edges = [
      { source: 'first', target: 'second' },
      { source: 'second', target: 'third' },
    ]
    const { id } = await runToWait(client, { nodes, edges })
    for (const data of [1, 2]) {
      ;(await client.post(`/executions/${id}/signal`, { event: 'two', data })).expect(202)
    }
    ;(await client.post(`/executions/${id}/signal`, { event: 'one' })).expect(202)
    await readEnd(client, id)
    const steps = await readSteps(client, id)
    assert.deepEqual(
      steps.map(({ key, output }) => [key, output]),
      [
        ['first', {}],
        ['second', 1],
        ['third', 2],
      ],
    )
  })

  it('Any JSON is valid event data and is returned unchanged', async () => {
    const client = await shared.client()
    for (const data of [null, false, 0, '', '{{ 1 + 1 }}', 'a\u0000b', [], [[{}]], { a: { b: [1, null] } }]) {
      const id = await startWaiting(client)
      ;(await client.post(`/executions/${id}/signal`, { event: 'order.paid', data })).expect(202)
      await readEnd(client, id)
      assert.deepEqual((await readSteps(client, id))[0]?.output, data)
    }
  })

  it('The same Idempotency-Key enqueues one event', async () => {
    const client = await shared.client()
    const nodes = [wait('first', 'go'), wait('second', 'go', { timeout_seconds: 0.2 })]
    const edges = [{ source: 'first', target: 'second' }]
    const { id } = await runToWait(client, { nodes, edges })
    const headers = { 'idempotency-key': 'signal-once' }
    for (let count = 0; count < 2; count += 1) {
      ;(await client.post(`/executions/${id}/signal`, { event: 'go' }, { headers })).expect(202)
    }
    assert.equal((await readEnd(client, id)).error?.code, 'TIMED_OUT')
  })

  it('An ended execution rejects events with 409', async () => {
    const client = await shared.client()
    const { id } = await client.run(await client.createWorkflow())
    const { message } = (await client.post(`/executions/${id}/signal`, { event: 'x' })).error(
      409,
      'VALIDATION_ERROR',
    )
    assert.match(message, /has ended/)
  })

  it('An event name that is empty, too long or cannot be stored, and oversized data are rejected', async () => {
    const client = await shared.client()
    const id = await startWaiting(client)
    for (const event of ['', 'x'.repeat(201), 'a\u0000', '\ud800', 5, null, undefined]) {
      const error = (await client.post(`/executions/${id}/signal`, { event })).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(error), ['event'])
    }
    const data = 'x'.repeat(256 * 1024)
    const error = (await client.post(`/executions/${id}/signal`, { event: '', data })).error(
      400,
      'VALIDATION_ERROR',
    )
    assert.deepEqual(issuePaths(error), ['data', 'event'])
    const fits = 'x'.repeat(256 * 1024 - 2)
    ;(await client.post(`/executions/${id}/signal`, { event: 'order.paid', data: fits })).expect(202)
  })

  it('When a thousand unconsumed events are stored, further ones are answered with 409', async () => {
    const client = await shared.client()
    const id = await startWaiting(client)
    const send = () => client.post(`/executions/${id}/signal`, { event: 'other' })
    for (let batch = 0; batch < 20; batch += 1) {
      for (const response of await Promise.all(Array.from({ length: 50 }, send))) response.expect(202)
    }
    assert.match((await send()).error(409, 'VALIDATION_ERROR').message, /Too many events/)
  })

  it('A `Prefer: wait` that times out while the execution waits is answered with 202', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ nodes: [wait('w', 'never')] })
    const headers = { prefer: 'wait=1' }
    const response = (await client.post(`/workflows/${id}/execute`, {}, { headers })).expect(202)
    assert.equal(response.headers.get('preference-applied'), null)
    const { execution_id } = response.data<{ execution_id: string }>()
    assert.equal((await client.get(`/executions/${execution_id}`)).data<Execution>().status, 'pending')
  })
})
