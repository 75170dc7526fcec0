import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { Delivery, LoggedDelivery, Redelivery } from '@millrace/contract/delivery.ts'
import type { CreatedWebhook, Webhook } from '@millrace/contract/webhook.ts'
import { Webhook as Verifier } from 'standardwebhooks'
import { type Received, Receiver } from '#test/support/receiver.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const ABSENT = '018f0000-0000-7000-8000-000000000000'

describeOnEveryStore('Extension: deliveries', (shared) => {
  it('The end of an execution is delivered, signed according to Standard Webhooks', async (t) => {
    const { client, receiver, webhook } = await open(t)
    const workflow = await client.createWorkflow({ name: 'Orders “é”' })
    const execution = await client.run(workflow, { n: 1 })
    const [received] = await receiver.count(1)
    assert.ok(received !== undefined)
    const verified = verify(webhook.secret ?? '', received) as Received['body']
    assert.deepEqual(verified, {
      id: received.headers['webhook-id'],
      type: 'workflow.executed',
      timestamp: execution.completed_at,
      data: {
        execution_id: execution.id,
        workflow_id: workflow.id,
        workflow_name: 'Orders “é”',
        status: 'completed',
        started_at: execution.started_at,
        completed_at: execution.completed_at,
        output: execution.output,
        error: null,
      },
    })
    assert.equal(received.headers['content-type'], 'application/json')
  })

  it('A submission is delivered only to webhooks that subscribed to it', async (t) => {
    const { client, receiver } = await open(t, { events: ['form.submitted'] })
    const silent = await register(client, `${receiver.url}/other`, { events: ['workflow.executed'] })
    const form = await client.createForm({ name: 'Contact' })
    const data = { email: 'ada@example.com' }
    const submission = (await client.post(`/forms/${form.id}/submissions`, { data }))
      .expect(201)
      .data<{ id: string; created_at: string }>()
    const [received] = await receiver.count(1)
    assert.deepEqual(received?.body.data, {
      form_id: form.id,
      form_name: 'Contact',
      submission_id: submission.id,
      data,
      created_at: submission.created_at,
    })
    assert.deepEqual((await client.get(`/webhooks/${silent.id}/deliveries`)).data(), [])
  })

  it('A successful delivery is in the log with its request and response', async (t) => {
    const { client, webhook } = await open(t, {}, (response) => {
      response.writeHead(202, { 'x-receiver': 'test' }).end('thank you')
    })
    await client.run(await client.createWorkflow())
    const [delivery] = await untilSettled(client, webhook)
    assert.ok(delivery !== undefined)
    assert.deepEqual(
      [delivery.status, delivery.event, delivery.attempt_count, delivery.response_status, delivery.error],
      ['delivered', 'workflow.executed', 1, 202, null],
    )
    const logged = await readDelivery(client, webhook, delivery.id)
    assert.equal(logged.payload['id'], delivery.id)
    assert.equal(logged.attempts.length, 1)
    const [attempt] = logged.attempts
    assert.equal(attempt?.request.url, webhook.url)
    assert.equal(attempt?.request.headers['webhook-id'], delivery.id)
    assert.equal(attempt?.response?.headers['x-receiver'], 'test')
    assert.equal(attempt?.response?.body, 'thank you')
  })

  it('A failed delivery stays pending with the reason and the time of the next attempt', async (t) => {
    const { client, receiver, webhook } = await open(t, {}, (response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    })
    await client.run(await client.createWorkflow())
    const delivery = await untilAttempted(client, webhook)
    assert.deepEqual([delivery.status, delivery.response_status], ['pending', 302])
    assert.match(delivery.error ?? '', /Redirects are not followed/)
    const wait = Date.parse(delivery.next_attempt_at ?? '') - Date.parse(delivery.created_at)
    assert.ok(wait >= 5_000, String(wait))
    assert.equal(receiver.received.length, 1)
  })

  it('A 410 disables the webhook, and reactivating it resumes deliveries', async (t) => {
    let status = 410
    const { client, receiver, webhook } = await open(
      t,
      {},
      (response) => void response.writeHead(status).end(),
    )
    const workflow = await client.createWorkflow()
    await client.run(workflow)
    const [gone] = await untilSettled(client, webhook)
    assert.deepEqual([gone?.status, gone?.response_status, gone?.next_attempt_at], ['failed', 410, null])
    const path = `/webhooks/${webhook.id}`
    assert.equal((await client.get(path)).expect(200).data<CreatedWebhook>().status, 'disabled')
    await client.run(workflow)
    assert.equal((await client.get(`${path}/deliveries`)).data<Delivery[]>().length, 1)
    status = 200
    const enabled = (await client.patch(path, { status: 'active' })).expect(200).data<CreatedWebhook>()
    assert.equal(enabled.status, 'active')
    await client.run(workflow)
    await receiver.count(2)
  })

  it('A time range is redelivered in portions, each delivery once, although delivered ones match again', async (t) => {
    const { client, receiver, webhook } = await open(t)
    const workflow = await client.createWorkflow()
    for (let count = 0; count < 3; count += 1) await client.run(workflow)
    await receiver.count(3)
    await untilSettled(client, webhook)
    const path = `/webhooks/${webhook.id}/redeliver`
    const range = { from: '2020-01-01', status: 'delivered', limit: 2 }
    const first = (await client.post(path, range)).expect(200).data<Redelivery>()
    assert.deepEqual([first.redelivered, first.has_more, first.remaining], [2, true, 1])
    await receiver.count(5)
    await untilSettled(client, webhook)
    const next = { ...range, cursor: first.next_cursor }
    const second = (await client.post(path, next)).expect(200).data<Redelivery>()
    assert.deepEqual(second, { redelivered: 1, has_more: false, next_cursor: null, remaining: 0 })
    const received = await receiver.count(6)
    const counts = Object.values(Object.groupBy(received, ({ headers }) => String(headers['webhook-id'])))
    assert.deepEqual(
      counts.map((one) => one?.length),
      [2, 2, 2],
    )
    for (const wrong of [{ limit: 0 }, { limit: 10_001 }, { cursor: 'x' }, { from: 'x' }]) {
      const error = (await client.post(path, { ...range, ...wrong })).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(error), Object.keys(wrong))
    }
  })

  it('Deliveries are listed by time, and a webhook shows its health only on request', async (t) => {
    const { client, receiver, webhook } = await open(t, {}, (response) => {
      response.writeHead(500).end()
    })
    await client.run(await client.createWorkflow())
    await receiver.count(1)
    const path = `/webhooks/${webhook.id}`
    const list = async (query: string) =>
      (await client.get(`${path}/deliveries?${query}`)).expect(200).data<Delivery[]>().length
    assert.equal(await list('from=2020-01-01&status=pending'), 1)
    assert.equal(await list('to=2020-01-01'), 0)
    const wrong = (await client.get(`${path}/deliveries?from=x`)).error(400, 'VALIDATION_ERROR')
    assert.deepEqual(issuePaths(wrong), ['from'])
    assert.equal('health' in (await client.get(path)).data<object>(), false)
    await untilAttempted(client, webhook)
    const [listed] = (await client.get('/webhooks?include=health')).expect(200).data<Webhook[]>()
    assert.deepEqual([listed?.health?.pending_count, listed?.health?.failed_count], [1, 0])
    assert.notEqual(listed?.health?.failing_since, null)
    assert.notEqual(listed?.health?.last_delivery_at, null)
    ;(await client.post(`${path}/rotate-secret`)).expect(200)
    const { health } = (await client.get(`${path}?include=health`)).data<Webhook>()
    assert.notEqual(health?.earlier_secret_expires_at, null)
  })

  it('A single delivery, or a time range, can be redelivered with the same id', async (t) => {
    let status = 410
    const { client, receiver, webhook } = await open(
      t,
      {},
      (response) => void response.writeHead(status).end(),
    )
    await client.run(await client.createWorkflow())
    const [dead] = await untilSettled(client, webhook)
    assert.ok(dead !== undefined)
    status = 200
    const path = `/webhooks/${webhook.id}`
    ;(await client.patch(path, { status: 'active' })).expect(200)
    const again = (await client.post(`${path}/deliveries/${dead.id}/redeliver`)).expect(200).data<Delivery>()
    assert.deepEqual([again.id, again.status, again.completed_at], [dead.id, 'pending', null])
    await receiver.count(2)
    const [delivered] = await untilSettled(client, webhook)
    assert.deepEqual([delivered?.status, delivered?.attempt_count], ['delivered', 2])
    const body = { from: dead.created_at, status: 'delivered' }
    assert.deepEqual((await client.post(`${path}/redeliver`, body)).expect(200).data(), {
      redelivered: 1,
      has_more: false,
      next_cursor: null,
      remaining: 0,
    })
    const ids = (await receiver.count(3)).map(({ headers }) => headers['webhook-id'])
    assert.deepEqual(new Set(ids), new Set([dead.id]))
    const none = await client.post(`${path}/redeliver`, { ...body, from: '2001-01-01', to: '2001-01-02' })
    assert.deepEqual(none.expect(200).data(), {
      redelivered: 0,
      has_more: false,
      next_cursor: null,
      remaining: 0,
    })
  })

  it('Deliveries are filtered by status and read page by page', async (t) => {
    const { client, webhook } = await open(t)
    const workflow = await client.createWorkflow()
    for (let count = 0; count < 3; count += 1) await client.run(workflow)
    const all = await untilSettled(client, webhook)
    const path = `/webhooks/${webhook.id}/deliveries`
    const first = (await client.get(`${path}?limit=2&status=delivered`)).expect(200)
    const rest = await client.get(`${path}?limit=2&cursor=${first.cursorMeta.next_cursor}`)
    assert.deepEqual([...first.data<Delivery[]>(), ...rest.data<Delivery[]>()], all)
    assert.deepEqual((await client.get(`${path}?status=failed`)).data(), [])
    const error = (await client.get(`${path}?status=lost&cursor=x`)).error(400, 'VALIDATION_ERROR')
    assert.deepEqual(issuePaths(error), ['cursor', 'status'])
  })

  it('A redelivery range requires a start that is not after its end', async (t) => {
    const { client, webhook } = await open(t)
    const path = `/webhooks/${webhook.id}/redeliver`
    for (const [body, expectedPaths] of [
      [{}, ['from']],
      [{ from: 'yesterday', to: 5 }, ['from', 'to']],
      [{ from: '2026-02-01', to: '2026-01-01' }, ['from']],
      [{ from: '2026-02-01', status: 'pending' }, ['status']],
    ] as const) {
      assert.deepEqual(
        issuePaths((await client.post(path, body)).error(400, 'VALIDATION_ERROR')),
        expectedPaths,
      )
    }
  })

  it('A delivery that does not exist or belongs to another webhook is answered with 404', async (t) => {
    const { client, receiver, webhook } = await open(t)
    await client.run(await client.createWorkflow())
    const [delivery] = await untilSettled(client, webhook)
    const other = await register(client, receiver.url)
    const paths = [
      `/webhooks/${webhook.id}/deliveries/${ABSENT}`,
      `/webhooks/${other.id}/deliveries/${delivery?.id}`,
      `/webhooks/${ABSENT}/deliveries/${delivery?.id}`,
    ]
    for (const path of paths) {
      ;(await client.get(path)).error(404, 'NOT_FOUND')
      ;(await client.post(`${path}/redeliver`)).error(404, 'NOT_FOUND')
    }
  })

  it('After a rotation both secrets sign, and the new one is shown once', async (t) => {
    const { client, receiver, webhook } = await open(t)
    const rotated = (await client.post(`/webhooks/${webhook.id}/rotate-secret`))
      .expect(200)
      .data<CreatedWebhook & { earlier_secret_expires_at: string }>()
    assert.match(rotated.secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/)
    await client.run(await client.createWorkflow())
    const [received] = await receiver.count(1)
    assert.ok(received !== undefined)
    for (const secret of [webhook.secret, rotated.secret]) verify(secret ?? '', received)
    assert.equal(String(received.headers['webhook-signature']).split(' ').length, 2)
    const sent = await client.post(`/webhooks/${webhook.id}/rotate-secret`, { secret: 'my own' })
    assert.equal('secret' in sent.expect(200).data<object>(), false)
    await client.run(await client.createWorkflow())
    const [, second] = await receiver.count(2)
    assert.ok(second !== undefined)
    verify(rotated.secret ?? '', second)
    verify(`whsec_${Buffer.from('my own').toString('base64')}`, second)
    assert.throws(() => verify(webhook.secret ?? '', second))
  })

  it('A test sends one signed message that is marked as a test, and returns the outcome', async (t) => {
    let status = 204
    const { client, receiver, webhook } = await open(
      t,
      { events: ['form.submitted', 'workflow.executed'] },
      (response) => void response.writeHead(status).end(),
    )
    const path = `/webhooks/${webhook.id}/test`
    const good = (await client.post(path)).expect(200).data<Record<string, unknown>>()
    assert.deepEqual([good['id'], good['ok'], good['status']], [webhook.id, true, 204])
    const [received] = await receiver.count(1)
    assert.ok(received !== undefined)
    verify(webhook.secret ?? '', received)
    assert.deepEqual([received.body.type, received.body.data['test']], ['form.submitted', true])
    status = 500
    const bad = (await client.post(path)).expect(200).data<Record<string, unknown>>()
    assert.deepEqual(
      [bad['ok'], bad['status'], bad['message']],
      [false, 500, 'The receiver responded with status 500.'],
    )
    assert.deepEqual((await client.get(`/webhooks/${webhook.id}/deliveries`)).data(), [])
    assert.equal((await client.get(`/webhooks/${webhook.id}`)).data<CreatedWebhook>().status, 'active')
  })

  it('A URL that the egress guard blocks fails with a clear message, in the test and in the log', async (t) => {
    const { client, webhook } = await open(t)
    ;(await client.patch(`/webhooks/${webhook.id}`, { url: 'http://169.254.169.254/latest' })).expect(200)
    const tested = (await client.post(`/webhooks/${webhook.id}/test`))
      .expect(200)
      .data<Record<string, unknown>>()
    assert.deepEqual([tested['ok'], tested['status']], [false, null])
    assert.match(String(tested['message']), /169\.254\.169\.254/)
    await client.run(await client.createWorkflow())
    const delivery = await untilAttempted(client, webhook)
    assert.equal(delivery.error, tested['message'])
    assert.equal((await readDelivery(client, webhook, delivery.id)).attempts[0]?.response, null)
  })

  it('The body that GET returns can be sent back to PATCH unchanged', async (t) => {
    const { client, webhook } = await open(t)
    const path = `/webhooks/${webhook.id}`
    const { body } = await client.get(path)
    assert.deepEqual((await client.patch(path, body.data)).expect(200).body, body)
    for (const [changes, expectedPaths] of [
      [{ url: 'ftp://example.com' }, ['url']],
      [{ events: [] }, ['events']],
      [{ status: 'paused' }, ['status']],
    ] as const) {
      assert.deepEqual(
        issuePaths((await client.patch(path, changes)).error(400, 'VALIDATION_ERROR')),
        expectedPaths,
      )
    }
  })

  async function open(
    t: TestContext,
    changes: object = {},
    response?: Parameters<typeof Receiver.start>[0],
  ): Promise<{ client: Client; receiver: Receiver; webhook: CreatedWebhook }> {
    const receiver = await Receiver.start(response)
    t.after(() => receiver.close())
    const client = await shared.client()
    return { client, receiver, webhook: await register(client, `${receiver.url}/hook?a=b`, changes) }
  }
})

async function register(client: Client, url: string, changes: object = {}): Promise<CreatedWebhook> {
  const body = { url, events: ['workflow.executed'], ...changes }
  return (await client.post('/webhooks', body)).expect(201).data<CreatedWebhook>()
}

function verify(secret: string, { text, headers }: Received): unknown {
  return new Verifier(secret).verify(text, headers as Record<string, string>)
}

async function untilSettled(client: Client, webhook: { id: string }): Promise<readonly Delivery[]> {
  return until(client, webhook, ({ status }) => status !== 'pending')
}

async function untilAttempted(client: Client, webhook: { id: string }): Promise<Delivery> {
  const tried = ({ error, next_attempt_at: next }: Delivery) => error !== null && next !== null
  const [delivery] = await until(client, webhook, tried)
  return delivery ?? assert.fail('no delivery')
}

/** The receiver responds before the service has recorded the attempt, so this polls until it has. */
async function until(
  client: Client,
  webhook: { id: string },
  isDone: (delivery: Delivery) => boolean,
): Promise<readonly Delivery[]> {
  for (;;) {
    const deliveries = (await client.get(`/webhooks/${webhook.id}/deliveries`)).expect(200).data<Delivery[]>()
    if (deliveries.length > 0 && deliveries.every(isDone)) return deliveries
  }
}

async function readDelivery(client: Client, webhook: { id: string }, id: string): Promise<LoggedDelivery> {
  return (await client.get(`/webhooks/${webhook.id}/deliveries/${id}`)).expect(200).data<LoggedDelivery>()
}
