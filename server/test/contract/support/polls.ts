import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import type { Execution, ExecutionSummary } from '@millrace/contract/execution.ts'
import type { TriggerOverview } from '@millrace/contract/trigger-overview.ts'
import { until } from '#test/support/until.ts'
import type { Client } from './client.ts'
import type { SharedService } from './on-every-store.ts'
import { PollSource } from './poll-source.ts'
import { SettableClock } from './settable-clock.ts'

/** The clock of the service that polls. */
export const clock = new SettableClock('2026-01-31T08:30:00Z')
export const MINUTE_MS = 60_000

export const executionsOf = async (client: Client, id: string) =>
  (await client.get(`/workflows/${id}/executions?limit=100`)).expect(200).data<ExecutionSummary[]>()

export async function inputsOf(client: Client, id: string): Promise<Record<string, unknown>[]> {
  const executions = await executionsOf(client, id)
  const read = executions.map(async (one) => (await client.get(`/executions/${one.id}`)).data<Execution>())
  return (await Promise.all(read)).map(({ input }) => input ?? {})
}

/** The ids of the orders that runs were started for, in order. */
export async function ordersOf(client: Client, id: string): Promise<unknown[]> {
  const inputs = await inputsOf(client, id)
  return inputs
    .flatMap((input) => (input['item'] === undefined ? (input['items'] as unknown[]) : [input['item']]))
    .map((item) => (item as { id: number }).id)
    .sort((a, b) => a - b)
}

export async function triggerOf(client: Client, id: string): Promise<TriggerOverview> {
  const [trigger] = (await client.get(`/triggers?workflow_id=${id}`)).expect(200).data<TriggerOverview[]>()
  return trigger ?? assert.fail('the trigger is not listed')
}

export const pollOf = async (client: Client, id: string) =>
  (await triggerOf(client, id)).poll ?? assert.fail('the trigger has no poll')

export const WITH_CURSOR = {
  query: { since: '{{ input.cursor }}' },
  cursor: '{{ previous.body.last }}',
}

/** A source of orders, and workflows that poll it. They are deleted after each test. */
export function pollsOf(shared: SharedService) {
  const source = new PollSource()
  before(() => source.open())
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

  return { source, created, polling, nextPoll, primed, othersPoll }
}
