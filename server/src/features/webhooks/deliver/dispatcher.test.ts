import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { SealedWebhookEndpoint } from '#domain/index.ts'
import { settle, DispatchFixture, ScriptedHttp, until } from './testing/dispatch-fixture.ts'

const SECOND = 1_000
const DAY = 86_400 * SECOND

describe('Dispatcher', () => {
  let fixture: DispatchFixture
  beforeEach(async () => {
    fixture = await DispatchFixture.open()
  })
  afterEach(async () => {
    await fixture.destroy()
    assert.deepEqual(fixture.logged, [])
  })

  it('The dispatcher sends deliveries that were due before it started', async () => {
    const endpoint = await fixture.createEndpoint('https://a.example/')
    const ids = await fixture.publish(endpoint, 10)
    const http = new ScriptedHttp()
    await fixture.startDispatcher(http)
    await until(async () => !(await fixture.hasPending(endpoint)))
    assert.deepEqual(new Set(http.sent.map(({ headers }) => headers?.['webhook-id'])), new Set(ids))
    assert.equal(http.sent.length, ids.length)
    assert.equal((await fixture.read(endpoint, ids[0] ?? '')).status, 'delivered')
  })

  it('The dispatcher sends an event immediately when it is published', async () => {
    const endpoint = await fixture.createEndpoint('https://a.example/')
    const http = new ScriptedHttp()
    await fixture.startDispatcher(http)
    await settle()
    const [id] = await fixture.publish(endpoint)
    await until(() => http.sent.length === 1)
    assert.equal(http.sent[0]?.body, `"${id}"`)
  })

  it('The dispatcher finds events of other processes within a second', async () => {
    const http = new ScriptedHttp()
    const endpoint = await fixture.createEndpoint('https://a.example/')
    const { deliveries } = fixture.store
    await fixture.startDispatcher(http, { deliveries: { ...deliveries, subscribe: () => () => {} } })
    await settle()
    await fixture.publish(endpoint)
    await settle()
    assert.equal(http.sent.length, 0)
    fixture.time.advance(SECOND)
    await until(() => http.sent.length === 1)
  })

  it('The dispatcher attempts a delivery ten times on schedule, with the same id and body, and then gives up', async () => {
    const endpoint = await fixture.createEndpoint('https://a.example/')
    const http = new ScriptedHttp(() => 500)
    await fixture.startDispatcher(http)
    const startedAt = fixture.time.now()
    const [id = ''] = await fixture.publish(endpoint)
    const times: number[] = []
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await until(async () => (await fixture.read(endpoint, id)).attempts.length === attempt)
      times.push(fixture.time.now() - startedAt)
      const { dueAt } = await fixture.read(endpoint, id)
      if (dueAt !== null) await fixture.later(dueAt - fixture.time.now())
    }
    const { status, attempts, dueAt } = await fixture.read(endpoint, id)
    assert.deepEqual([status, attempts.length, dueAt], ['failed', 10, null])
    const waits = times.slice(1).map((time, n) => time - (times[n] ?? 0))
    const planned = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * SECOND)
    for (const [n, wait] of waits.entries()) {
      const plan = planned[n] ?? 0
      assert.ok(wait >= plan && wait <= plan * 1.1 + 2 * SECOND, `${wait} instead of ${plan}`)
    }
    assert.equal(
      new Set(http.sent.map(({ body, headers }) => JSON.stringify([body, headers?.['webhook-id']]))).size,
      1,
    )
    await fixture.later(DAY)
    assert.equal(http.sent.length, 10)
  })

  it('The dispatcher disables an endpoint that only failed for five days, and sends nothing to it afterwards', async () => {
    const endpoint = await fixture.createEndpoint('https://a.example/')
    const http = new ScriptedHttp(() => 500)
    await fixture.startDispatcher(http)
    const startedAt = fixture.time.now()
    const isActive = async () => {
      await fixture.later(DAY / 4)
      return (await fixture.store.webhookEndpoints.find(endpoint.accountId, endpoint.id))?.status === 'active'
    }
    await fixture.publish(endpoint)
    while (fixture.time.now() < startedAt + 3 * DAY) assert.ok(await isActive())
    await fixture.publish(endpoint)
    while (await isActive());
    const days = (fixture.time.now() - startedAt) / DAY
    assert.ok(days > 5 && days < 6, String(days))
    const sent = http.sent.length
    await fixture.later(DAY)
    assert.equal(http.sent.length, sent)
  })

  it('Many due deliveries to one endpoint do not delay those to another', async () => {
    const busy = await fixture.createEndpoint('https://busy.example/')
    const calm = await fixture.createEndpoint('https://calm.example/')
    await fixture.publish(busy, 1_000)
    const http = new ScriptedHttp()
    await fixture.startDispatcher(http)
    await until(() => http.sent.length >= 20)
    const before = http.sent.length
    await fixture.publish(calm, 3)
    await until(() => http.order.filter((url) => url === calm.url).length === 3)
    // While the three were sent one after the other, the busy endpoint had only its own few slots.
    const last = http.order.lastIndexOf(calm.url)
    assert.ok(last - before < 200, `${last - before} were sent before the third`)
    await until(async () => !(await fixture.hasPending(busy)))
    assert.equal(http.sent.length, 1_003)
    assert.ok(http.maxConcurrent <= 8, String(http.maxConcurrent))
  })

  it('Many endpoints of one account do not delay the deliveries of another', async () => {
    const first = await fixture.createEndpoint('https://busy-0.example/')
    const { accountId } = first
    for (let n = 1; n < 100; n += 1) await fixture.createEndpoint(`https://busy-${n}.example/`, { accountId })
    await fixture.publish(first, 5)
    const calm = await fixture.createEndpoint('https://calm.example/')
    const http = new ScriptedHttp(({ url }) => (url.includes('busy') ? 'never' : 200))
    await fixture.startDispatcher(http)
    // The rest of the slots is not for an account that holds so many.
    await until(() => http.sent.length === 48)
    await fixture.publish(calm, 3)
    await until(async () => !(await fixture.hasPending(calm)))
    assert.equal(http.order.filter((url) => url === calm.url).length, 3)
    assert.equal(http.sent.length, 51)
  })

  it('Receivers that never respond do not delay those that do', async () => {
    const dead = []
    for (let n = 0; n < 90; n += 1) dead.push(await fixture.createEndpoint(`https://dead-${n}.example/`))
    for (const endpoint of dead) await fixture.publish(endpoint, 5)
    const healthy = await fixture.createEndpoint('https://healthy.example/')
    const http = new ScriptedHttp(({ url }) => (url.includes('dead') ? 'never' : 200))
    await fixture.startDispatcher(http)
    await until(() => http.sent.length >= 64)
    await fixture.publish(healthy, 20)
    fixture.time.advance(SECOND)
    await until(async () => !(await fixture.hasPending(healthy)))
    // One each: an endpoint gets a second slot only after a success.
    assert.equal(http.order.filter((url) => url.includes('dead')).length, 90)
  })

  it('A receiver that keeps failing gets no deliveries for a while, and is then tried again', async () => {
    const endpoint = await fixture.createEndpoint('https://a.example/')
    await fixture.publish(endpoint, 100)
    let status = 500
    const http = new ScriptedHttp(() => status)
    await fixture.startDispatcher(http)
    await until(() => http.sent.length === 5)
    await settle()
    assert.equal(http.sent.length, 5)
    await fixture.later(3 * SECOND)
    assert.equal(http.sent.length, 5)
    status = 200
    await fixture.later(2 * SECOND)
    await until(async () => !(await fixture.hasPending(endpoint)))
  })

  it('The previous secret signs until it expires', async () => {
    const expiresAt = fixture.time.now() + DAY
    const earlierSecret = { sealed: 'before', until: expiresAt }
    const endpoint = await fixture.createEndpoint('https://a.example/', { earlierSecret })
    const http = new ScriptedHttp()
    await fixture.startDispatcher(http)
    const signatures: number[] = []
    for (const ms of [0, DAY - 1, 1]) {
      fixture.time.advance(ms)
      await fixture.publish(endpoint)
      const sent = signatures.length + 1
      await until(() => http.sent.length === sent)
      signatures.push((http.sent.at(-1)?.headers?.['webhook-signature'] ?? '').split(' ').length)
    }
    assert.deepEqual(signatures, [2, 2, 1])
  })

  it('A stop lets attempts end, starts none, and releases those it aborts', async () => {
    const [slow, hanging] = [
      await fixture.createEndpoint('https://slow.example/'),
      await fixture.createEndpoint('https://hanging.example/'),
    ]
    const answer = Promise.withResolvers<number>()
    const http = new ScriptedHttp(({ url }) => (url === slow.url ? answer.promise : 'never'))
    const dispatcher = await fixture.startDispatcher(http)
    const [slowId = ''] = await fixture.publish(slow, 2)
    const [hangingId = ''] = await fixture.publish(hanging)
    await until(() => http.sent.length === 2)
    const stopped = dispatcher.stop()
    answer.resolve(200)
    await until(async () => (await fixture.read(slow, slowId)).status === 'delivered')
    fixture.time.advance(5 * SECOND)
    await stopped
    assert.equal(http.sent.length, 2)
    assert.deepEqual([await fixture.hasPending(slow), await fixture.hasPending(hanging)], [true, true])
    const next = new ScriptedHttp()
    await fixture.startDispatcher(next, { isSingleProcess: false })
    await until(() => next.sent.length === 2)
    assert.ok(next.sent.some(({ headers }) => headers?.['webhook-id'] === hangingId))
    await until(async () => (await fixture.read(hanging, hangingId)).status === 'delivered')
  })

  it('A single process immediately retries the deliveries of a process that was killed', async () => {
    const endpoint = await fixture.createEndpoint('https://a.example/')
    const [id = ''] = await fixture.publish(endpoint)
    await fixture.startDispatcher(new ScriptedHttp(() => 'never'))
    await until(async () => (await fixture.read(endpoint, id)).attemptCount === 1)
    const http = new ScriptedHttp()
    await fixture.startDispatcher(http)
    await until(async () => (await fixture.read(endpoint, id)).status === 'delivered')
    assert.deepEqual(
      http.sent.map(({ headers }) => headers?.['webhook-id']),
      [id],
    )
  })

  it('A temporary failure of the store delays deliveries but loses none', async () => {
    const endpoint = await fixture.createEndpoint('https://a.example/')
    const [id = ''] = await fixture.publish(endpoint)
    const { deliveries } = fixture.store
    let isBroken = true
    const breaks = <T>(work: () => Promise<T>) =>
      isBroken ? Promise.reject(new Error('unavailable')) : work()
    const http = new ScriptedHttp()
    await fixture.startDispatcher(http, {
      deliveries: {
        ...deliveries,
        dueEndpoints: (...given) => breaks(() => deliveries.dueEndpoints(...given)),
        claim: (request) => breaks(() => deliveries.claim(request)),
        settle: (outcomes) => breaks(() => deliveries.settle(outcomes)),
      },
    })
    fixture.time.advance(SECOND)
    await settle()
    isBroken = false
    fixture.time.advance(SECOND)
    await until(async () => (await fixture.read(endpoint, id)).status === 'delivered')
    assert.ok(fixture.logged.length > 0)
    fixture.logged.length = 0
  })
})

describe('two dispatchers on one PostgreSQL database', () => {
  let fixture: DispatchFixture
  beforeEach(async () => {
    fixture = await DispatchFixture.open('PostgreSQL')
  })
  afterEach(() => fixture.destroy())

  it('Two dispatchers send each delivery once', async () => {
    const endpoints: SealedWebhookEndpoint[] = []
    for (let n = 0; n < 5; n += 1) endpoints.push(await fixture.createEndpoint(`https://w${n}.example/`))
    for (const endpoint of endpoints) await fixture.publish(endpoint, 40)
    const http = new ScriptedHttp()
    const second = await fixture.openStore()
    await Promise.all([
      fixture.startDispatcher(http, { isSingleProcess: false }),
      fixture.startDispatcher(http, { isSingleProcess: false, deliveries: second.deliveries }),
    ])
    await until(async () => {
      fixture.time.advance(100)
      const left = await Promise.all(endpoints.map((endpoint) => fixture.hasPending(endpoint)))
      return !left.includes(true)
    })
    const ids = http.sent.map(({ headers }) => headers?.['webhook-id'])
    assert.equal(ids.length, 200)
    assert.equal(new Set(ids).size, 200)
  })

  it('A delivery that one dispatcher never finished is sent by the other with the same id after the claim expires', async () => {
    const endpoint = await fixture.createEndpoint('https://a.example/')
    const [id = ''] = await fixture.publish(endpoint)
    const killed = new ScriptedHttp(() => 'never')
    await fixture.startDispatcher(killed, { isSingleProcess: false })
    await until(() => killed.sent.length === 1)
    const http = new ScriptedHttp()
    const second = await fixture.openStore()
    await fixture.startDispatcher(http, { isSingleProcess: false, deliveries: second.deliveries })
    await fixture.later(58 * SECOND)
    assert.equal(http.sent.length, 0)
    await until(() => {
      fixture.time.advance(SECOND)
      return http.sent.length === 1
    })
    assert.equal(http.sent[0]?.headers?.['webhook-id'], id)
  })
})
