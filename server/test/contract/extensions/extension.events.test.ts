import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { FollowedStep, Step } from '@millrace/contract/execution-step.ts'
import type { Execution } from '@millrace/contract/execution.ts'
import { issuePaths } from '../support/api-response.ts'
import { EventStream, type StreamEvent } from '../support/event-stream.ts'
import { startWaiting } from '../support/example-request.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { readEnd, readSteps, runToWait } from '../support/waiting-run.ts'

const log = (id: string) => ({ id, type: 'log', data: { message: id } })
const wait = (id: string) => ({ id, type: 'wait', data: { for: 'event', event: 'go' } })
const edge = (source: string, target: string) => ({ source, target })
const WAITS = { nodes: [log('a'), wait('w'), log('b')], edges: [edge('a', 'w'), edge('w', 'b')] }

const describeEvent = ({ event, data }: StreamEvent): string => {
  if (event === 'log') return `log ${(data as { message: string }).message}`
  const { key, status } = data as { key?: string; status: string }
  return event === 'step' ? `step ${key} ${status}` : `status ${status}`
}

describeOnEveryStore('Extension: follow an execution', (shared) => {
  it('The stream of an ended execution sends everything and ends', async () => {
    const client = await shared.client()
    const run = await client.run(
      await client.createWorkflow({ nodes: [log('a'), log('b')], edges: [edge('a', 'b')] }),
    )
    const stream = await EventStream.open(client, run.id)
    assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(stream.headers.get('cache-control'), 'no-store')
    assert.equal(stream.headers.get('x-accel-buffering'), 'no')
    const events = await stream.all()
    assert.ok(stream.text.startsWith('retry: 2000\n\n'))
    assert.deepEqual(
      events.filter(({ event }) => event === 'log').map(({ data }) => data as unknown),
      run.logs,
    )
    const { logs: _logs, input: _input, ...final } = run
    assert.deepEqual(events.at(-1), { event: 'status', id: undefined, data: final })
    const steps = events.filter(({ event }) => event === 'step').map(({ data }) => data as FollowedStep)
    const listed = (await readSteps(client, run.id)).map(({ input: _unseen, ...step }: Step) => step)
    assert.deepEqual(steps, listed)
  })

  it('The stream is the same for the first run of a version and for later inline runs', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({
      nodes: [log('a'), { id: 'b', type: 'fail', data: { message: 'No.' } }],
      edges: [edge('a', 'b')],
    })
    const seen: unknown[] = []
    for (let n = 0; n < 3; n += 1) {
      const { id, status, error, output, logs } = await client.run(workflow)
      const steps = (await readSteps(client, id)).map(({ key, status: state, error: why }) => ({
        key,
        state,
        why,
      }))
      // Sorted: events of the same millisecond have no defined order.
      const events = (await (await EventStream.open(client, id)).all()).map(describeEvent).toSorted()
      const retried = (await client.post(`/executions/${id}/retry`, {})).expect(202)
      const again = await readEnd(client, retried.data<{ execution_id: string }>().execution_id)
      const messages = logs.map(({ message, level, node_id }) => ({ message, level, node_id }))
      seen.push({ status, error, output, messages, steps, events, again: again.status })
    }
    assert.deepEqual(seen[1], seen[0])
    assert.deepEqual(seen[2], seen[0])
  })

  it('The stream sends events as they happen, up to the end', async () => {
    const client = await shared.client()
    const { id } = await runToWait(client, WAITS)
    const stream = await EventStream.open(client, id)
    await stream.until((event) => describeEvent(event) === 'step w waiting')
    const pending = await stream.until(({ event }) => event === 'status')
    assert.equal((pending.data as Execution).completed_at, null)
    ;(await client.post(`/executions/${id}/signal`, { event: 'go' })).expect(202)
    const all = (await stream.all()).map(describeEvent)
    const order = [
      'step a completed',
      'step w waiting',
      'step w completed',
      'step b completed',
      'status completed',
    ]
    assert.deepEqual(
      all.filter((one) => order.includes(one)),
      order,
    )
    assert.equal(all.at(-1), 'status completed')
  })

  it('The stream resumes after the last event, by header or query, and repeats none', async () => {
    const client = await shared.client()
    const { id } = await runToWait(client, WAITS)
    ;(await client.post(`/executions/${id}/signal`, { event: 'go' })).expect(202)
    const allEvents = (await (await EventStream.open(client, id)).all()).filter(
      (event) => event.id !== undefined,
    )
    assert.ok(allEvents.length >= 6)
    assert.equal(new Set(allEvents.map((event) => event.id)).size, allEvents.length)
    for (const [index, event] of allEvents.entries()) {
      const rest = await (await EventStream.open(client, id, { 'last-event-id': event.id ?? '' })).all()
      assert.deepEqual(
        rest.filter((one) => one.id !== undefined),
        allEvents.slice(index + 1),
      )
      assert.equal(rest.at(-1)?.event, 'status')
      const path = `/v1/executions/${id}/events?last_event_id=${event.id}`
      const response = await client.service.request('GET', path, { key: client.key })
      assert.equal((response.body as string).split('id: ').length - 1, allEvents.length - index - 1)
    }
  })

  it('The stream ends when the execution is cancelled', async () => {
    const client = await shared.client()
    const id = await startWaiting(client)
    const stream = await EventStream.open(client, id)
    await stream.begin()
    ;(await client.post(`/executions/${id}/cancel`)).expect(200)
    const last = (await stream.all()).at(-1)
    assert.equal((last?.data as Execution | undefined)?.error?.code, 'CANCELLED')
  })

  it('A damaged `Last-Event-ID` is rejected', async () => {
    const client = await shared.client()
    const run = await client.run(await client.createWorkflow())
    for (const value of ['x', '1', '1.', '.1', '-1.0', '1.0.0', '9999999999.0']) {
      const byHeader = await client.get(`/executions/${run.id}/events`, {
        headers: { 'last-event-id': value },
      })
      assert.deepEqual(issuePaths(byHeader.error(400, 'VALIDATION_ERROR')), ['Last-Event-ID'])
      const byQuery = await client.get(`/executions/${run.id}/events?last_event_id=${value}`)
      assert.deepEqual(issuePaths(byQuery.error(400, 'VALIDATION_ERROR')), ['last_event_id'])
    }
  })

  it('HEAD is answered immediately', async () => {
    const client = await shared.client()
    const id = await startWaiting(client)
    const response = await client.service.request('HEAD', `/v1/executions/${id}/events`, { key: client.key })
    assert.equal(response.status, 200)
  })

  it('An account can have a hundred open streams; one more is answered with 429 until one is closed', async () => {
    const client = await shared.client()
    const id = await startWaiting(client)
    const streams = await Promise.all(Array.from({ length: 100 }, () => EventStream.open(client, id)))
    for (const stream of streams) await stream.begin()
    const rejected = await client.get(`/executions/${id}/events`)
    rejected.error(429, 'RATE_LIMITED')
    assert.ok(Number(rejected.header('retry-after')) > 0)
    const other = await shared.client()
    const others = await EventStream.open(other, await startWaiting(other))
    await others.begin()
    others.close()
    for (const stream of streams) stream.close()
    // The service detects closed connections after a delay.
    for (;;) {
      const again = await fetch(`${client.service.url}/v1/executions/${id}/events`, {
        headers: { authorization: `Bearer ${client.key}` },
      })
      await again.body?.cancel()
      if (again.status === 200) break
    }
  })
})
