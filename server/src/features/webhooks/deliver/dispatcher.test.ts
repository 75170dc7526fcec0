import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { SealedWebhookEndpoint } from '#domain/index.ts'
import { aWhile, DispatchFixture, ScriptedHttp, until } from './testing/dispatch-fixture.ts'

const SECOND = 1_000
const DAY = 86_400 * SECOND

describe('the dispatcher', () => {
  let home: DispatchFixture
  beforeEach(async () => {
    home = await DispatchFixture.open()
  })
  afterEach(async () => {
    await home.destroy()
    assert.deepEqual(home.complaints, [])
  })

  it('sends what was due before it started', async () => {
    const webhook = await home.createWebhook('https://a.example/')
    const ids = await home.publish(webhook, 10)
    const http = new ScriptedHttp()
    await home.startDispatcher(http)
    await until(async () => !(await home.hasPending(webhook)))
    assert.deepEqual(new Set(http.sent.map(({ headers }) => headers?.['webhook-id'])), new Set(ids))
    assert.equal(http.sent.length, ids.length)
    assert.equal((await home.read(webhook, ids[0] ?? '')).status, 'delivered')
  })

  it('sends what is written while it runs at once, without any time passing', async () => {
    const webhook = await home.createWebhook('https://a.example/')
    const http = new ScriptedHttp()
    await home.startDispatcher(http)
    await aWhile()
    const [id] = await home.publish(webhook)
    await until(() => http.sent.length === 1)
    assert.equal(http.sent[0]?.body, `"${id}"`)
  })

  it('finds within a second what others have written', async () => {
    const http = new ScriptedHttp()
    const webhook = await home.createWebhook('https://a.example/')
    const { deliveries } = home.store
    await home.startDispatcher(http, { deliveries: { ...deliveries, watch: () => () => {} } })
    await aWhile()
    await home.publish(webhook)
    await aWhile()
    assert.equal(http.sent.length, 0)
    home.time.advance(SECOND)
    await until(() => http.sent.length === 1)
  })

  it('tries ten times by the schedule, with the same id and body, and then gives up', async () => {
    const webhook = await home.createWebhook('https://a.example/')
    const http = new ScriptedHttp(() => 500)
    await home.startDispatcher(http)
    const startedAt = home.time.now()
    const [id = ''] = await home.publish(webhook)
    const times: number[] = []
    for (let tries = 1; tries <= 10; tries += 1) {
      await until(async () => (await home.read(webhook, id)).attempts.length === tries)
      times.push(home.time.now() - startedAt)
      const { dueAt } = await home.read(webhook, id)
      if (dueAt !== null) await home.later(dueAt - home.time.now())
    }
    const { status, attempts, dueAt } = await home.read(webhook, id)
    assert.deepEqual([status, attempts.length, dueAt], ['failed', 10, null])
    const waits = times.slice(1).map((time, n) => time - (times[n] ?? 0))
    const planned = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * SECOND)
    for (const [n, wait] of waits.entries()) {
      const plan = planned[n] ?? 0
      assert.ok(wait >= plan && wait <= plan * 1.1 + 2 * SECOND, `${wait} instead of ${plan}`)
    }
    assert.equal(
      new Set(http.sent.map(({ body, headers }) => `${String(body)} ${headers?.['webhook-id']}`)).size,
      1,
    )
    await home.later(DAY)
    assert.equal(http.sent.length, 10)
  })

  it('disables a webhook that only failed for five days, and leaves it alone from then on', async () => {
    const webhook = await home.createWebhook('https://a.example/')
    const http = new ScriptedHttp(() => 500)
    await home.startDispatcher(http)
    const startedAt = home.time.now()
    const isActive = async () => {
      await home.later(DAY / 4)
      return (await home.store.webhookEndpoints.find(webhook.accountId, webhook.id))?.status === 'active'
    }
    await home.publish(webhook)
    while (home.time.now() < startedAt + 3 * DAY) assert.ok(await isActive())
    await home.publish(webhook)
    while (await isActive());
    const days = (home.time.now() - startedAt) / DAY
    assert.ok(days > 5 && days < 6, String(days))
    const sent = http.sent.length
    await home.later(DAY)
    assert.equal(http.sent.length, sent)
  })

  it('gives each webhook its turn: many due of one do not hold up another', async () => {
    const busy = await home.createWebhook('https://busy.example/')
    const calm = await home.createWebhook('https://calm.example/')
    await home.publish(busy, 1_000)
    const http = new ScriptedHttp()
    await home.startDispatcher(http)
    await until(() => http.sent.length >= 20)
    const before = http.sent.length
    await home.publish(calm, 3)
    await until(() => http.order.filter((url) => url === calm.url).length === 3)
    // While the three were sent, one after the other, the busy one had its own few places and no more.
    const last = http.order.lastIndexOf(calm.url)
    assert.ok(last - before < 200, `${last - before} were sent before the third`)
    await until(async () => !(await home.hasPending(busy)))
    assert.equal(http.sent.length, 1_003)
    assert.ok(http.mostAtOnce <= 8, String(http.mostAtOnce))
  })

  it('receivers that never answer hold up nobody who does', async () => {
    const dead = []
    for (let n = 0; n < 90; n += 1) dead.push(await home.createWebhook(`https://dead-${n}.example/`))
    for (const webhook of dead) await home.publish(webhook, 5)
    const healthy = await home.createWebhook('https://healthy.example/')
    const http = new ScriptedHttp(({ url }) => (url.includes('dead') ? 'never' : 200))
    await home.startDispatcher(http)
    await until(() => http.sent.length >= 64)
    await home.publish(healthy, 20)
    home.time.advance(SECOND)
    await until(async () => !(await home.hasPending(healthy)))
    // One each: nobody gets a second place who has not shown to answer.
    assert.equal(http.order.filter((url) => url.includes('dead')).length, 90)
  })

  it('a receiver that keeps failing is left alone as a whole, and tried again in a while', async () => {
    const webhook = await home.createWebhook('https://a.example/')
    await home.publish(webhook, 100)
    let status = 500
    const http = new ScriptedHttp(() => status)
    await home.startDispatcher(http)
    await until(() => http.sent.length === 5)
    await aWhile()
    assert.equal(http.sent.length, 5)
    await home.later(3 * SECOND)
    assert.equal(http.sent.length, 5)
    status = 200
    await home.later(2 * SECOND)
    await until(async () => !(await home.hasPending(webhook)))
  })

  it('the earlier secret signs for as long as it is meant to', async () => {
    const until24 = home.time.now() + DAY
    const earlierSecret = { sealed: 'before', until: until24 }
    const webhook = await home.createWebhook('https://a.example/', { earlierSecret })
    const http = new ScriptedHttp()
    await home.startDispatcher(http)
    const signatures: number[] = []
    for (const ms of [0, DAY - 1, 1]) {
      home.time.advance(ms)
      await home.publish(webhook)
      const sent = signatures.length + 1
      await until(() => http.sent.length === sent)
      signatures.push((http.sent.at(-1)?.headers?.['webhook-signature'] ?? '').split(' ').length)
    }
    assert.deepEqual(signatures, [2, 2, 1])
  })

  it('a stop lets tries end, begins none, and gives back what it breaks off', async () => {
    const [slow, hanging] = [
      await home.createWebhook('https://slow.example/'),
      await home.createWebhook('https://hanging.example/'),
    ]
    const answer = Promise.withResolvers<number>()
    const http = new ScriptedHttp(({ url }) => (url === slow.url ? answer.promise : 'never'))
    const dispatcher = await home.startDispatcher(http)
    const [slowId = ''] = await home.publish(slow, 2)
    const [hangingId = ''] = await home.publish(hanging)
    await until(() => http.sent.length === 2)
    const stopped = dispatcher.stop()
    answer.resolve(200)
    await until(async () => (await home.read(slow, slowId)).status === 'delivered')
    home.time.advance(5 * SECOND)
    await stopped
    assert.equal(http.sent.length, 2)
    assert.deepEqual([await home.hasPending(slow), await home.hasPending(hanging)], [true, true])
    const next = new ScriptedHttp()
    await home.startDispatcher(next, { alone: false })
    await until(() => next.sent.length === 2)
    assert.ok(next.sent.some(({ headers }) => headers?.['webhook-id'] === hangingId))
    await until(async () => (await home.read(hanging, hangingId)).status === 'delivered')
  })

  it('takes up what a process left that was killed: at once where it is alone', async () => {
    const webhook = await home.createWebhook('https://a.example/')
    const [id = ''] = await home.publish(webhook)
    await home.startDispatcher(new ScriptedHttp(() => 'never'))
    await until(async () => (await home.read(webhook, id)).attemptCount === 1)
    const http = new ScriptedHttp()
    await home.startDispatcher(http)
    await until(async () => (await home.read(webhook, id)).status === 'delivered')
    assert.deepEqual(
      http.sent.map(({ headers }) => headers?.['webhook-id']),
      [id],
    )
  })

  it('a store that fails for a while costs nothing but time', async () => {
    const webhook = await home.createWebhook('https://a.example/')
    const [id = ''] = await home.publish(webhook)
    const { deliveries } = home.store
    let isBroken = true
    const breaks = <T>(work: () => Promise<T>) => (isBroken ? Promise.reject(new Error('away')) : work())
    const http = new ScriptedHttp()
    await home.startDispatcher(http, {
      deliveries: {
        ...deliveries,
        dueEndpoints: (...given) => breaks(() => deliveries.dueEndpoints(...given)),
        claim: (request) => breaks(() => deliveries.claim(request)),
        settle: (outcomes) => breaks(() => deliveries.settle(outcomes)),
      },
    })
    home.time.advance(SECOND)
    await aWhile()
    isBroken = false
    home.time.advance(SECOND)
    await until(async () => (await home.read(webhook, id)).status === 'delivered')
    assert.ok(home.complaints.length > 0)
    home.complaints.length = 0
  })
})

describe('two dispatchers on one PostgreSQL', () => {
  let home: DispatchFixture
  beforeEach(async () => {
    home = await DispatchFixture.open('PostgreSQL')
  })
  afterEach(() => home.destroy())

  it('send each delivery once', async () => {
    const webhooks: SealedWebhookEndpoint[] = []
    for (let n = 0; n < 5; n += 1) webhooks.push(await home.createWebhook(`https://w${n}.example/`))
    for (const webhook of webhooks) await home.publish(webhook, 40)
    const http = new ScriptedHttp()
    const second = await home.openStore()
    await Promise.all([
      home.startDispatcher(http, { alone: false }),
      home.startDispatcher(http, { alone: false, deliveries: second.deliveries }),
    ])
    await until(async () => {
      home.time.advance(100)
      const left = await Promise.all(webhooks.map((webhook) => home.hasPending(webhook)))
      return !left.includes(true)
    })
    const ids = http.sent.map(({ headers }) => headers?.['webhook-id'])
    assert.equal(ids.length, 200)
    assert.equal(new Set(ids).size, 200)
  })

  it('what one of them never finished is sent by the other when the claim has run out, with the same id', async () => {
    const webhook = await home.createWebhook('https://a.example/')
    const [id = ''] = await home.publish(webhook)
    const killed = new ScriptedHttp(() => 'never')
    await home.startDispatcher(killed, { alone: false })
    await until(() => killed.sent.length === 1)
    const http = new ScriptedHttp()
    const second = await home.openStore()
    await home.startDispatcher(http, { alone: false, deliveries: second.deliveries })
    await home.later(58 * SECOND)
    assert.equal(http.sent.length, 0)
    await until(() => {
      home.time.advance(SECOND)
      return http.sent.length === 1
    })
    assert.equal(http.sent[0]?.headers?.['webhook-id'], id)
  })
})
