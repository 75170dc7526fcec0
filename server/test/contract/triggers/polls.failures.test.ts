import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Execution } from '@millrace/contract/execution.ts'
import { until } from '#test/support/until.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import {
  clock,
  MINUTE_MS,
  executionsOf,
  inputsOf,
  triggerOf,
  pollOf,
  WITH_CURSOR,
  pollsOf,
} from '../support/polls.ts'

describeOnEveryStore(
  'A poll that fails',
  (shared) => {
    const { source, created, polling, primed } = pollsOf(shared)

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
  },
  { clock },
)
