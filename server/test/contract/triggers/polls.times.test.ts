import assert from 'node:assert/strict'
import { it } from 'node:test'
import { until } from '#test/support/until.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import {
  clock,
  MINUTE_MS,
  executionsOf,
  ordersOf,
  triggerOf,
  pollOf,
  WITH_CURSOR,
  pollsOf,
} from '../support/polls.ts'

const HOUR_MS = 60 * MINUTE_MS
const DAY_SECONDS = 86_400

describeOnEveryStore(
  'When a poll polls',
  (shared) => {
    const { source, created, polling, nextPoll, primed, othersPoll } = pollsOf(shared)

    it('Polls of a trigger do not overlap, however long one takes', async () => {
      const { client, id } = await primed({ timeout_seconds: 120 })
      let finish = (): void => undefined
      const isDone = new Promise<void>((resolve) => {
        finish = resolve
      })
      const asked = source.queries.length
      source.maxActive = 0
      source.answer = async () => {
        await isDone
        return { body: { orders: [{ id: 1 }] } }
      }
      clock.advance(MINUTE_MS)
      await until('the request', () => source.queries.length > asked)
      // A poll that is resumed is due at once, and the claim still holds.
      for (const paused of [true, false]) {
        ;(await client.patch(`/workflows/${id}/triggers/orders`, { paused })).expect(200)
      }
      clock.advance(MINUTE_MS)
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      assert.equal(source.maxActive, 1)
      finish()
      await until('a run', async () => (await executionsOf(client, id)).length > 0)
      assert.deepEqual(await ordersOf(client, id), [1])
    })

    it('A paused, unpublished or edited poll keeps its cursor and continues where it stopped', async () => {
      const { client, id } = await primed(WITH_CURSOR, [1])
      const path = `/workflows/${id}/triggers/orders`
      ;(await client.patch(path, { paused: true })).expect(200)
      source.add(2)
      clock.advance(10 * MINUTE_MS)
      ;(await client.patch(path, { paused: false })).expect(200)
      await until('a run', async () => (await executionsOf(client, id)).length > 0)
      ;(await client.patch(`/workflows/${id}`, { status: 'draft' })).expect(200)
      source.add(3)
      clock.advance(10 * MINUTE_MS)
      assert.equal((await pollOf(client, id)).cursor, 2)
      const { nodes, edges } = polling({ ...WITH_CURSOR, every_seconds: 30 })
      ;(await client.patch(`/workflows/${id}`, { nodes: [], edges: [], status: 'published' })).expect(200)
      ;(await client.patch(`/workflows/${id}`, { nodes, edges })).expect(200)
      await nextPoll(client, id)
      assert.deepEqual(await ordersOf(client, id), [2, 3])
    })

    it('A result is discarded if the poll was edited meanwhile, and the items come with the next poll', async () => {
      const { client, id } = await primed(WITH_CURSOR, [1])
      const { nodes } = polling({ ...WITH_CURSOR, max_items: 7 })
      source.answer = async () => {
        source.answer = undefined
        ;(await client.patch(`/workflows/${id}`, { nodes })).expect(200)
        return { body: { orders: [{ id: 99 }], last: 99 } }
      }
      source.add(2)
      clock.advance(MINUTE_MS)
      await until('the request', () => source.answer === undefined)
      clock.advance(MINUTE_MS)
      await until('a run', async () => (await executionsOf(client, id)).length > 0)
      assert.deepEqual(await ordersOf(client, id), [2])
      assert.equal((await pollOf(client, id)).cursor, 2)
    })

    it('A `start` that was edited while a poll was in progress is waited for', async () => {
      const { client, id } = await primed(WITH_CURSOR, [1])
      const start = new Date(clock.now() + 90 * MINUTE_MS).toISOString()
      const { nodes } = polling({ ...WITH_CURSOR, start })
      let isEdited = false
      source.answer = async () => {
        if (!isEdited) (await client.patch(`/workflows/${id}`, { nodes })).expect(200)
        isEdited = true
        return { body: { orders: [{ id: 99 }], last: 99 } }
      }
      clock.advance(MINUTE_MS)
      await until('the edit', () => isEdited)
      for (let count = 0; count < 2; count += 1) await othersPoll()
      const { poll, next_run_at: next } = await triggerOf(client, id)
      assert.deepEqual([poll?.cursor, next], [1, start])
      assert.deepEqual(await executionsOf(client, id), [])
    })

    it('At most 8 polls of an account are in progress at the same time', async () => {
      source.answer = undefined
      const client = await shared.client()
      const node = polling({}).nodes[0] ?? assert.fail()
      const polls = (length: number) => ({
        status: 'published',
        nodes: Array.from({ length }, (_, index) => ({ ...node, id: `orders ${index}` })),
        edges: [],
      })
      let finish = (): void => undefined
      const isDone = new Promise<void>((resolve) => {
        finish = resolve
      })
      const [asked, before] = [source.queries.length, source.active]
      source.answer = async () => {
        await isDone
        return { body: { orders: [] } }
      }
      for (const [count, expected] of [
        [7, 7],
        [13, 8],
      ] as const) {
        const { id } = await client.createWorkflow(polls(count))
        created.push({ client, id })
        await until('the requests', () => source.queries.length >= asked + expected)
      }
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      assert.equal(source.active - before, 8)
      finish()
      await until('the others', () => source.queries.length >= asked + 20)
    })

    it('A poll after a downtime polls at once, or at its next time if it skips missed times', async () => {
      const polls = [
        await primed({ every_seconds: 3_600 }),
        await primed({ every_seconds: 3_600, misfire: 'skip' }),
      ] as const
      clock.advance(HOUR_MS - (clock.now() % HOUR_MS))
      const hour = clock.iso()
      // Both have ended before the clock moves: a poll in progress takes the next time from the moment at which it ends.
      for (const { client, id } of polls) {
        await until('the hourly poll', async () => (await pollOf(client, id)).polled_at === hour)
      }
      const [once, skip] = polls
      clock.advance(3 * HOUR_MS + 10 * MINUTE_MS)
      const now = clock.iso()
      await until('a poll', async () => (await pollOf(once.client, once.id)).polled_at === now)
      const next = new Date(clock.now() + 50 * MINUTE_MS).toISOString()
      await until('its next time', async () => (await triggerOf(skip.client, skip.id)).next_run_at === next)
      assert.equal((await pollOf(skip.client, skip.id)).polled_at, hour)
    })

    for (const times of [{ every_seconds: DAY_SECONDS }, { every_seconds: null, cron: '0 0 * * *' }]) {
      const name = times.every_seconds === null ? 'cron' : 'every_seconds'
      it(`With \`${name}\`, the first poll happens at once, so that what is added after publishing is new`, async () => {
        clock.advance(12_345)
        const { client, id } = await primed({ ...times, first_poll: 'skip' }, [1])
        const { poll, next_run_at: next } = await triggerOf(client, id)
        assert.equal(poll?.polled_at, clock.iso())
        const dayMs = DAY_SECONDS * 1_000
        const midnight = Math.ceil(clock.now() / dayMs) * dayMs
        assert.equal(next, new Date(midnight).toISOString())
        source.add(2)
        clock.set(next ?? '')
        await until('a run', async () => (await executionsOf(client, id)).length > 0)
        assert.deepEqual(await ordersOf(client, id), [2])
      })
    }

    it('A poll with a `start` in the future waits for it, also when it is reset', async () => {
      const start = new Date(clock.now() + 90 * MINUTE_MS).toISOString()
      source.answer = undefined
      source.orders = [{ id: 1 }]
      const client = await shared.client()
      const { id } = await client.createWorkflow(polling({ every_seconds: 3_600, start }))
      created.push({ client, id })
      ;(await client.post(`/workflows/${id}/triggers/orders/reset`, {})).expect(200)
      await othersPoll()
      const { poll, next_run_at: next } = await triggerOf(client, id)
      assert.deepEqual([poll?.polled_at, next], [null, start])
      clock.set(start)
      await until('the first poll', async () => (await pollOf(client, id)).polled_at === start)
    })

    it('An edit of the poll polls at once; any other edit keeps its next time', async () => {
      const daily = { ...WITH_CURSOR, every_seconds: DAY_SECONDS }
      const { client, id } = await primed(daily, [1])
      const first = clock.iso()
      const before = await triggerOf(client, id)
      clock.advance(MINUTE_MS)
      ;(await client.patch(`/workflows/${id}`, { name: 'Renamed' })).expect(200)
      await othersPoll()
      const renamed = await triggerOf(client, id)
      assert.deepEqual([renamed.poll?.polled_at, renamed.next_run_at], [first, before.next_run_at])
      source.add(2)
      const { nodes } = polling({ ...daily, mode: 'batch' })
      ;(await client.patch(`/workflows/${id}`, { nodes })).expect(200)
      await until('a run', async () => (await executionsOf(client, id)).length > 0)
      assert.deepEqual(await ordersOf(client, id), [2])
    })

    it('An edit right after publishing does not delay the first poll', async () => {
      source.answer = undefined
      const client = await shared.client()
      const { id } = await client.createWorkflow(polling({ every_seconds: DAY_SECONDS }))
      created.push({ client, id })
      ;(await client.patch(`/workflows/${id}`, { name: 'Renamed' })).expect(200)
      await until('the first poll', async () => (await pollOf(client, id)).polled_at === clock.iso())
    })
  },
  { clock },
)
