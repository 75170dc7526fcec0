import assert from 'node:assert/strict'
import { after, afterEach, before, it } from 'node:test'
import type { Execution, ExecutionSummary } from '@millrace/contract/execution.ts'
import type { PollSample } from '@millrace/contract/poll.ts'
import type { TriggerOverview } from '@millrace/contract/trigger-overview.ts'
import { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { PollSource } from '../support/poll-source.ts'
import { SettableClock } from '../support/settable-clock.ts'

const clock = new SettableClock('2026-01-31T08:30:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_SECONDS = 86_400

const executionsOf = async (client: Client, id: string) =>
  (await client.get(`/workflows/${id}/executions?limit=100`)).expect(200).data<ExecutionSummary[]>()

async function inputsOf(client: Client, id: string): Promise<Record<string, unknown>[]> {
  const executions = await executionsOf(client, id)
  const read = executions.map(async (one) => (await client.get(`/executions/${one.id}`)).data<Execution>())
  return (await Promise.all(read)).map(({ input }) => input ?? {})
}

/** The ids of the orders that runs were started for, in order. */
async function ordersOf(client: Client, id: string): Promise<unknown[]> {
  const inputs = await inputsOf(client, id)
  return inputs
    .flatMap((input) => (input['item'] === undefined ? (input['items'] as unknown[]) : [input['item']]))
    .map((item) => (item as { id: number }).id)
    .sort((a, b) => a - b)
}

async function triggerOf(client: Client, id: string): Promise<TriggerOverview> {
  const [trigger] = (await client.get(`/triggers?workflow_id=${id}`)).expect(200).data<TriggerOverview[]>()
  return trigger ?? assert.fail('the trigger is not listed')
}

/** Fails rather than waiting for ever: what is waited for takes seconds. */
const PATIENCE_MS = 60_000

async function until(what: string, isThere: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await isThere())) {
    assert.ok(Date.now() < end, `waited too long for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const pollOf = async (client: Client, id: string) =>
  (await triggerOf(client, id)).poll ?? assert.fail('the trigger has no poll')

describeOnEveryStore(
  'A poll',
  (shared) => {
    let source: PollSource
    before(async () => {
      source = await PollSource.open()
    })
    after(() => source.close())
    const created: { client: Client; id: string }[] = []
    afterEach(async () => {
      for (const { client, id } of created.splice(0)) (await client.delete(`/workflows/${id}`)).expect(200)
    })

    const polling = (data: object) => ({
      status: 'published',
      nodes: [
        {
          id: 'orders',
          type: 'poll',
          data: { every_seconds: 60, url: source.url, items: '{{ previous.body.orders }}', ...data },
        },
        { id: 'note', type: 'set', data: { values: { order: '{{ input.item?.id }}' } } },
      ],
      edges: [{ source: 'orders', target: 'note' }],
    })
    const WITH_CURSOR = {
      query: { since: '{{ input.cursor }}' },
      cursor: '{{ previous.body.last }}',
    }

    /** Moves the clock to the next time of the poll and waits until it has polled. */
    async function nextPoll(client: Client, id: string): Promise<void> {
      const { polled_at: last } = await pollOf(client, id)
      clock.advance(MINUTE_MS)
      await until('the next poll', async () => (await pollOf(client, id)).polled_at !== last)
    }

    /** A new workflow of an account of its own that has polled once. */
    async function primed(
      data: object,
      orders: readonly number[] = [],
    ): Promise<{ client: Client; id: string }> {
      source.answer = undefined
      source.orders = []
      source.add(...orders)
      const client = await shared.client()
      const { id } = await client.createWorkflow(polling(data))
      created.push({ client, id })
      await until('the first poll', async () => (await pollOf(client, id)).polled_at !== null)
      return { client, id }
    }

    /** Another poll has begun and ended since: one that was due would have, too. */
    async function othersPoll(): Promise<void> {
      const client = await shared.client()
      const { id } = await client.createWorkflow(polling({}))
      created.push({ client, id })
      await until('another poll', async () => (await pollOf(client, id)).polled_at !== null)
    }

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

    it('A failed poll is shown, retried and reported by a run, and loses nothing', async () => {
      const { client, id } = await primed(WITH_CURSOR, [1])
      source.add(2)
      source.answer = () => ({ status: 503, body: { error: 'busy' } })
      for (let failures = 1; failures <= 3; failures += 1) {
        clock.advance(MINUTE_MS)
        await until('another failure', async () => (await pollOf(client, id)).failures >= failures)
      }
      const trigger = await triggerOf(client, id)
      assert.equal(trigger.state, 'active')
      const problem = trigger.problems.find(({ code }) => code === 'poll_failing')
      assert.equal(problem?.severity, 'error')
      assert.match(problem.message, /^The last 3 polls failed: .*503/)
      assert.equal(trigger.poll?.error?.code, 'HTTP_503')
      const [report] = await executionsOf(client, id)
      const { status, error } = (await client.get(`/executions/${report?.id}?`)).data<Execution>()
      assert.equal(status, 'failed', JSON.stringify(error))
      assert.equal(error?.code, 'POLL_FAILED')
      assert.match(error.message, /^3 polls have failed since .* The last one: /)
      source.answer = undefined
      clock.advance(15 * MINUTE_MS)
      await until('a poll that succeeds', async () => (await pollOf(client, id)).failures === 0)
      const inputs = (await inputsOf(client, id)).filter(({ item }) => item !== undefined)
      assert.deepEqual(
        inputs.map(({ item }) => item),
        [{ id: 2 }],
      )
      assert.deepEqual(
        (await triggerOf(client, id)).problems.map(({ code }) => code),
        [],
      )
    })

    it('A poll whose credential cannot be decrypted fails for everybody to see', async () => {
      const client = await shared.client()
      const token = { name: 'Orders', type: 'bearer_token', value: 'secret' }
      const credential = (await client.post('/credentials', token)).expect(201).data<{ id: string }>()
      const { store } = shared.running.service
      const sealed = await store.vault.listSealedWithOtherKeys({
        purpose: 'credentials',
        keyId: 'none',
        after: undefined,
        limit: 1_000,
      })
      const value =
        sealed.find(({ recordId }) => recordId === credential.id) ?? assert.fail('it is not sealed')
      await store.write((tx) => store.vault.reseal(tx, value, `${value.sealed.slice(0, -4)}AAAA`))
      const workflow = polling({})
      const nodes = workflow.nodes.map((node) =>
        node.type === 'poll' ? { ...node, credential_id: credential.id } : node,
      )
      const { id } = await client.createWorkflow({ ...workflow, nodes })
      created.push({ client, id })
      await until('a failure', async () => (await pollOf(client, id)).failures > 0)
      const { error } = await pollOf(client, id)
      assert.equal(error?.code, 'INTERNAL_ERROR')
      assert.match(error.message, /^An internal error occurred during the poll\./)
    })

    it('A poll waits as long as `Retry-After` says', async () => {
      const { client, id } = await primed({})
      source.answer = () => ({ status: 429, headers: { 'retry-after': '600' }, body: {} })
      clock.advance(MINUTE_MS)
      await until('a failure', async () => (await pollOf(client, id)).failures > 0)
      const { next_run_at: next } = await triggerOf(client, id)
      assert.equal(next, new Date(clock.now() + 600_000).toISOString())
    })

    it('An unusable response fails the poll with a message that says what to do', async () => {
      const { client, id } = await primed({})
      const cases: [unknown, RegExp][] = [
        [{}, /must be a list, but they are empty/],
        [{ orders: { id: 1 } }, /must be a list, but they are an object.*Set `items`/],
        [{ orders: Array.from({ length: 10_001 }, (_, index) => index) }, /has 10001 items.*at most 10000/],
      ]
      for (const [index, [body, expected]] of cases.entries()) {
        source.answer = () => ({ body })
        clock.advance(15 * MINUTE_MS)
        await until('another failure', async () => (await pollOf(client, id)).failures > index)
        const { error } = await pollOf(client, id)
        assert.match(error?.message ?? '', expected)
        assert.equal(error?.code, 'INVALID_ITEMS')
      }
    })

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

    it('A poll that fails is not retried after the `end` of its schedule', async () => {
      const end = new Date(clock.now() + 2 * MINUTE_MS).toISOString()
      const { client, id } = await primed({ end })
      source.answer = () => ({ status: 503, body: {} })
      clock.advance(MINUTE_MS)
      await until('a failure', async () => (await pollOf(client, id)).failures === 1)
      assert.notEqual((await triggerOf(client, id)).next_run_at, null)
      clock.set(end)
      await until('a failure', async () => (await pollOf(client, id)).failures === 2)
      assert.equal((await triggerOf(client, id)).next_run_at, null)
    })

    it('A response that is not JSON is explained without parameters that a poll does not have', async () => {
      const { client, id } = await primed({})
      source.answer = () => ({ text: 'no JSON' })
      clock.advance(MINUTE_MS)
      await until('a failure', async () => (await pollOf(client, id)).failures > 0)
      const { error } = await pollOf(client, id)
      assert.equal(error?.code, 'INVALID_RESPONSE')
      assert.match(error.message, /is not valid JSON\. A poll cannot read it\. Check the URL/)
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
