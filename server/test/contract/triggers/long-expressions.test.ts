import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { AcceptedExecution } from '@millrace/contract/execution.ts'
import type { Trigger } from '@millrace/contract/trigger.ts'
import type { WorkflowCheck } from '@millrace/contract/workflow.ts'
import { ApiResponse } from '../support/api-response.ts'
import { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { readEnd } from '../support/waiting-run.ts'

const LONG_DEDUPE = `{{ input.body.id }}${' '.repeat(5_000)}`
const LONG_BODY = { text: 'x'.repeat(40_000) }
const webhookWith = (dedupe: string) => ({ id: 'trigger', type: 'webhook', data: { dedupe } })
const pollWith = (body: object) => ({
  id: 'trigger',
  type: 'poll',
  data: { every_seconds: 3_600, url: 'http://127.0.0.1:9/orders', method: 'POST', body },
})

/** Nothing is polled here. */
const FAR = Date.UTC(2999, 0)

function workflowOf(trigger: object, value = 1) {
  const after = { id: 'after', type: 'set', data: { values: { value } } }
  return { nodes: [trigger, after], edges: [{ source: 'trigger', target: 'after' }] }
}

describeOnEveryStore('Triggers with expressions that are too long for a new one', (shared) => {
  async function publish(trigger: object) {
    const account = await shared.running.createAccount('business')
    const client = new Client(shared.running, account.key)
    const { id } = await client.createWorkflow({ status: 'published', ...workflowOf(trigger) })
    return { client, account: account.id, id }
  }

  /** What an earlier version, which had no limit, has left. */
  async function publishedEarlier(trigger: object) {
    const { client, account, id } = await publish(trigger)
    const { store } = shared.running.service
    await store.write(async (tx) => {
      const stored = await store.triggers.list(account, id, tx)
      await store.triggers.save(
        tx,
        stored.map((one) => ({ ...one, state: 'live' as const, nextRun: FAR, fireAt: FAR })),
      )
    })
    const fireAt = async () => (await store.triggers.list(account, id))[0]?.fireAt
    return { client, id, fireAt }
  }

  const triggerOf = async (client: Client, id: string) =>
    (await client.get(`/workflows/${id}/triggers`)).data<Trigger[]>()[0] ?? assert.fail('no trigger')

  async function send({ url }: Trigger, body: object) {
    const { pathname } = new URL(url ?? assert.fail('no address'))
    return new ApiResponse(await shared.running.request('POST', pathname, { key: null, body }))
  }

  it('A new one is not live, and the check says why', async () => {
    for (const [trigger, reason] of [
      [webhookWith(LONG_DEDUPE), '`dedupe` must not be longer than 4,096 characters.'],
      [pollWith(LONG_BODY), '`body` must not be larger than 32 KiB.'],
    ] as const) {
      const { client, id } = await publish(trigger)
      const { active, problem } = await triggerOf(client, id)
      assert.deepEqual([active, problem], [false, reason])
      const check = (await client.post(`/workflows/${id}/check`, workflowOf(trigger))).data<WorkflowCheck>()
      assert.deepEqual(
        check.problems.map(({ severity, message }) => [severity, message]),
        [['error', `In node "trigger" ${reason}`]],
      )
    }
  })

  it('A webhook that is live already goes on, also after other nodes were edited', async () => {
    const { client, id } = await publishedEarlier(webhookWith(LONG_DEDUPE))
    const trigger = await triggerOf(client, id)
    assert.deepEqual([trigger.active, trigger.problem], [true, null])
    for (const value of [1, 2]) {
      const body = { id: value }
      const { execution_id: run } = (await send(trigger, body)).expect(202).data<AcceptedExecution>()
      const { status, output, error } = await readEnd(client, run)
      assert.deepEqual([status, output], ['completed', { value }], JSON.stringify(error))
      ;(await send(trigger, body)).expect(200)
      ;(await client.patch(`/workflows/${id}`, workflowOf(webhookWith(LONG_DEDUPE), value + 1))).expect(200)
    }
    ;(await client.patch(`/workflows/${id}`, workflowOf(webhookWith(`${LONG_DEDUPE} `)))).expect(200)
    assert.equal((await triggerOf(client, id)).active, false)
    ;(await send(trigger, {})).error(404, 'NOT_FOUND')
  })

  it('A poll that is live already goes on after a pause', async () => {
    const { client, id, fireAt } = await publishedEarlier(pollWith(LONG_BODY))
    assert.equal((await triggerOf(client, id)).active, true)
    const path = `/workflows/${id}/triggers/trigger`
    ;(await client.patch(path, { paused: true })).expect(200)
    assert.equal(await fireAt(), null)
    ;(await client.patch(path, { paused: false, missed: 'skip' })).expect(200)
    assert.ok((await fireAt()) ?? false)
  })
})
