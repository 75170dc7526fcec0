import type { OutsideWorld } from '../outside-world.ts'
import type { Story } from '../story.ts'
import type { Accepted, AccountClient } from './account-client.ts'
import { HEADER_SECRET } from './fill-connections.ts'
import { edge, set } from './fixture-nodes.ts'

const DAY_SECONDS = 86_400

export async function createTriggers(
  account: AccountClient,
  url: string,
  credential: string,
): Promise<Pick<Story, 'inboundWebhook' | 'schedule'> & { readonly draft: string }> {
  const echo = set('echo', { got: '{{ input.body }}' })
  const inbound = await account.createWorkflow('Inbound webhook', {
    status: 'published',
    nodes: [
      {
        id: 'hook',
        type: 'webhook',
        data: { auth: 'header', auth_header: 'X-Fixture-Key', dedupe: 'X-Delivery' },
        credential_id: credential,
      },
      echo,
    ],
    edges: [edge('hook', 'echo')],
  })
  const [trigger] = await account.api.call<{ url: string }[]>('GET', `/workflows/${inbound}/triggers`)
  const path = new URL(trigger?.url ?? '').pathname
  const accepted = await sendInbound(url, path)
  // The second request is the same delivery, and starts no run.
  const repeated = await sendInbound(url, path)
  if (repeated !== accepted) throw new Error('A repeated delivery started a run of its own.')

  const draft = await account.createWorkflow('Draft with triggers', {
    nodes: [
      { id: 'clock', type: 'schedule', data: { cron: '0 9 * * MON-FRI', timezone: 'Europe/Berlin' } },
      { id: 'hook', type: 'webhook', data: {} },
      echo,
    ],
    edges: [edge('clock', 'echo'), edge('hook', 'echo')],
  })
  await account.createWorkflow('Follows failures', {
    status: 'published',
    nodes: [
      { id: 'failure', type: 'event', data: { event: 'workflow.failed' } },
      set('noted', { execution: '{{ input.execution_id }}' }),
    ],
    edges: [edge('failure', 'noted')],
  })
  const schedule = await createSchedule(account)
  return { inboundWebhook: { path, execution: accepted }, schedule, draft }
}

/** Runs once while the database is filled; the next run is due a day later. */
async function createSchedule(account: AccountClient): Promise<string> {
  const start = new Date(Date.now() + 1_000).toISOString()
  const schedule = await account.createWorkflow('Once a day', {
    status: 'published',
    nodes: [
      { id: 'clock', type: 'schedule', data: { every_seconds: DAY_SECONDS, start } },
      set('noted', { at: '{{ input.scheduled_at }}' }),
    ],
    edges: [edge('clock', 'noted')],
  })
  await account.until('the scheduled run', async () => {
    const runs = await account.api.call<{ status: string }[]>('GET', `/workflows/${schedule}/executions`)
    return runs.length === 1 && runs[0]?.status === 'completed'
  })
  return schedule
}

/** Polls once while the database is filled, and remembers the orders that exist. */
export async function createPoll(account: AccountClient, outside: OutsideWorld): Promise<void> {
  const poll = await account.createWorkflow('New orders', {
    status: 'published',
    nodes: [
      {
        id: 'orders',
        type: 'poll',
        data: {
          every_seconds: DAY_SECONDS,
          url: `${outside.url}/orders`,
          items: '{{ previous.body.orders }}',
          cursor: '{{ previous.body.last }}',
        },
      },
      set('noted', { order: '{{ input.item.id }}' }),
    ],
    edges: [edge('orders', 'noted')],
  })
  await account.until('the first poll', async () => {
    const [trigger] = await account.api.call<{ poll: { polled_at: string | null } | null }[]>(
      'GET',
      `/triggers?workflow_id=${poll}`,
    )
    return typeof trigger?.poll?.polled_at === 'string'
  })
}

async function sendInbound(url: string, path: string): Promise<string> {
  const answer = await fetch(`${url}${path}/orders?page=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-fixture-key': HEADER_SECRET, 'x-delivery': 'first' },
    body: JSON.stringify({ order: 7, text: 'Grüße, 世界' }),
  })
  if (!answer.ok) throw new Error(`The inbound webhook answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: Accepted }).data.execution_id
}
