import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ExecutionSummary } from '@millrace/contract/execution.ts'
import type { PollSample } from '@millrace/contract/poll.ts'
import { until } from '#test/support/until.ts'
import { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import {
  clock,
  MINUTE_MS,
  executionsOf,
  inputsOf,
  ordersOf,
  triggerOf,
  pollOf,
  WITH_CURSOR,
  pollsOf,
} from '../support/polls.ts'

const DAY_SECONDS = 86_400

describeOnEveryStore(
  'What a poll finds',
  (shared) => {
    const { source, created, polling, nextPoll, primed, othersPoll } = pollsOf(shared)

    it('A poll starts one run for each new item, and none for items that existed before', async () => {
      const { client, id } = await primed({}, [1, 2])
      assert.deepEqual(await executionsOf(client, id), [])
      source.add(3, 4)
      await nextPoll(client, id)
      assert.deepEqual(await ordersOf(client, id), [3, 4])
      const { found, remembered } = await pollOf(client, id)
      assert.deepEqual({ found, remembered }, { found: 2, remembered: 4 })
      await nextPoll(client, id)
      assert.deepEqual(await ordersOf(client, id), [3, 4])
      const [input] = await inputsOf(client, id)
      assert.deepEqual(Object.keys(input ?? {}).sort(), ['item', 'polled_at'])
      const list = (await client.get('/executions?trigger=poll')).expect(200).data<ExecutionSummary[]>()
      assert.equal(list.length, 2)
    })

    it('A first poll takes what exists if it is told to', async () => {
      const { client, id } = await primed({ first_poll: 'take' }, [1, 2])
      assert.deepEqual(await ordersOf(client, id), [1, 2])
    })

    it('A batch poll starts one run for all new items', async () => {
      const { client, id } = await primed({ mode: 'batch' })
      source.add(5, 6, 7)
      await nextPoll(client, id)
      assert.deepEqual(
        (await inputsOf(client, id)).map(({ items }) => items),
        [[{ id: 5 }, { id: 6 }, { id: 7 }]],
      )
      await nextPoll(client, id)
      assert.equal((await executionsOf(client, id)).length, 1)
    })

    it('The cursor of a poll is the input of the next request, and is kept when the service returns none', async () => {
      const { client, id } = await primed(WITH_CURSOR, [1, 2])
      const { query } = { query: source.queries.at(-1) }
      assert.deepEqual(query, {})
      await nextPoll(client, id)
      assert.deepEqual(source.queries.at(-1), { since: '2' })
      source.add(3)
      await nextPoll(client, id)
      await nextPoll(client, id)
      assert.deepEqual(source.queries.at(-1), { since: '3' })
      assert.equal((await pollOf(client, id)).cursor, 3)
      assert.deepEqual(await ordersOf(client, id), [3])
    })

    it('A poll takes at most `max_items`, and the others right after, with the same cursor', async () => {
      const { client, id } = await primed({ ...WITH_CURSOR, max_items: 2 }, [1])
      source.add(2, 3, 4, 5, 6)
      clock.advance(MINUTE_MS)
      await until('the last item', async () => (await pollOf(client, id)).cursor === 6)
      assert.deepEqual(await ordersOf(client, id), [2, 3, 4, 5, 6])
    })

    it('A poll follows `has_more` to the end of the list, also when it skips what exists', async () => {
      const paged = {
        ...WITH_CURSOR,
        query: { since: '{{ input.cursor }}', limit: 2 },
        has_more: '{{ previous.body.more }}',
      }
      const { client, id } = await primed(paged, [1, 2, 3, 4, 5])
      await until('the last page', async () => (await pollOf(client, id)).cursor === 5)
      assert.deepEqual(await executionsOf(client, id), [])
      source.add(6, 7, 8)
      clock.advance(MINUTE_MS)
      await until('the last page', async () => (await pollOf(client, id)).cursor === 8)
      assert.deepEqual(await ordersOf(client, id), [6, 7, 8])
    })

    it('A service that always says that there is more is polled with pauses, and its new items are found', async () => {
      const { store } = shared.running.service
      const account = await shared.running.createAccount()
      const client = new Client(shared.running, account.key)
      source.answer = undefined
      source.orders = [{ id: 1 }]
      const endless = {
        every_seconds: DAY_SECONDS,
        cursor: '{{ (input.cursor ?? 0) + 1 }}',
        has_more: '{{ true }}',
      }
      const { id } = await client.createWorkflow(polling(endless))
      created.push({ client, id })
      const reached = (cursor: number) =>
        until(`page ${cursor}`, async () => (await pollOf(client, id)).cursor === cursor)
      await reached(2)
      await othersPoll()
      assert.equal((await pollOf(client, id)).cursor, 2, 'the third page waits for a second')
      // Not all of the hundred pages: each waits for a second.
      const { id: triggerId } = await triggerOf(client, id)
      const poll = (await store.polls.find(account.id, [triggerId])).get(triggerId) ?? assert.fail()
      assert.deepEqual([poll.fruitlessPages, poll.isPrimed, poll.isBehind], [1, false, true])
      await store.write((tx) => store.polls.save(tx, { ...poll, fruitlessPages: 98 }))
      for (const cursor of [3, 4]) {
        clock.advance(1_000)
        await reached(cursor)
      }
      clock.advance(MINUTE_MS)
      await othersPoll()
      assert.equal((await pollOf(client, id)).cursor, 4, 'no page follows before the next time')
      source.add(2)
      clock.advance(DAY_SECONDS * 1_000)
      await until('a run', async () => (await executionsOf(client, id)).length > 0)
      assert.deepEqual(await ordersOf(client, id), [2])
    })

    it('A reset forgets the cursor and the items; with a cursor, everything after it is new', async () => {
      const { client, id } = await primed(WITH_CURSOR, [1, 2, 3])
      const path = `/workflows/${id}/triggers/orders/reset`
      ;(await client.post(path, { cursor: 1 })).expect(200)
      await until('the poll after the reset', async () => (await pollOf(client, id)).cursor === 3)
      assert.deepEqual(await ordersOf(client, id), [2, 3])
      ;(await client.post(path, {})).expect(200)
      await until('the poll after the reset', async () => (await pollOf(client, id)).remembered === 3)
      assert.deepEqual(await ordersOf(client, id), [2, 3])
      ;(await client.post(`/workflows/${id}/triggers/note/reset`, {})).expect(404)
    })

    it('A sample shows what a poll finds and changes nothing', async () => {
      const { client, id } = await primed(WITH_CURSOR, [1])
      source.add(2, 3)
      const path = `/workflows/${id}/triggers/orders/sample`
      const sample = (await client.post(path, {})).expect(200).data<PollSample>()
      assert.deepEqual(
        { ...sample, polled_at: '' },
        {
          polled_at: '',
          error: null,
          total: 2,
          new: 2,
          items: [{ id: 2 }, { id: 3 }],
          cursor: 3,
          has_more: false,
          input: { item: { id: 2 }, polled_at: sample.polled_at },
        },
      )
      assert.equal((await pollOf(client, id)).cursor, 1)
      const other = (await client.post(path, { cursor: 2 })).expect(200).data<PollSample>()
      assert.deepEqual(other.items, [{ id: 3 }])
      const first = (await client.post(path, { cursor: null })).expect(200).data<PollSample>()
      assert.deepEqual([first.items, first.new], [[{ id: 1 }, { id: 2 }, { id: 3 }], 2])
      source.answer = () => ({ status: 500, body: {} })
      const failed = (await client.post(path, {})).expect(200).data<PollSample>()
      assert.equal(failed.error?.code, 'HTTP_500')
      assert.deepEqual(await executionsOf(client, id), [])
    })
  },
  { clock },
)
