import type { OutsideWorld } from '../outside-world.ts'
import type { Story } from '../story.ts'
import type { AccountClient, Resource } from './account-client.ts'
import { edge, waitFor } from './fixture-nodes.ts'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

export async function createParkedRuns(account: AccountClient, outside: OutsideWorld) {
  const delay = await account.park('Delay', { id: 'wait', type: 'delay', data: { seconds: HOUR_SECONDS } })
  const approval = await account.park(
    'Approval',
    waitFor('wait', {
      for: 'approval',
      message: 'Pay 5 EUR?',
      fields: [{ name: 'reason', type: 'text', required: true }],
    }),
  )
  const callback = await account.park('Callback', waitFor('wait', { for: 'callback' }))
  const event = await account.park(
    'Event',
    waitFor('wait', {
      for: 'event',
      event: 'order.paid',
      match: { order: 7 },
      timeout_seconds: DAY_SECONDS,
    }),
  )
  // Nothing takes these two: they stay with the execution.
  for (const body of [
    { event: 'order.sent', data: { order: 7 } },
    { event: 'order.paid', data: { order: 8 } },
  ]) {
    await account.api.call('POST', `/executions/${event.execution}/signal`, body)
  }
  const loop = await parkInLoop(account)
  const parent = await parkOnSubWorkflow(account)
  const retrying = await parkOnRetry(account, outside)
  return {
    delayed: delay.execution,
    approval: { execution: approval.execution, approve: approval.links['approve'] ?? '' },
    callback: { execution: callback.execution, link: callback.links['callback'] ?? '' },
    event: event.execution,
    loop,
    parent,
    retrying,
  }
}

async function parkInLoop(account: AccountClient): Promise<string> {
  const { execution } = await account.park(
    'Waits in a loop',
    { id: 'all', type: 'for_each', data: { items: ['a', 'b'] } },
    {
      nodes: [waitFor('wait', { for: 'event', event: 'go' })],
      edges: [edge('all', 'wait', 'each')],
    },
  )
  return execution
}

async function parkOnSubWorkflow(account: AccountClient): Promise<Story['parent']> {
  const called = await account.createWorkflow('Is called', {
    nodes: [waitFor('wait', { for: 'event', event: 'go' })],
  })
  const { execution } = await account.park('Calls', {
    id: 'call',
    type: 'workflow',
    data: { workflow_id: called, input: { n: 1 } },
  })
  const [child] = await account.api.call<Resource[]>('GET', `/workflows/${called}/executions`)
  if (child === undefined) throw new Error('The sub-workflow has no execution.')
  await account.hasStatus(child.id, 'pending')
  return { execution, child: child.id }
}

/** The receiver asks for a pause of an hour, in which the run is parked. */
async function parkOnRetry(account: AccountClient, outside: OutsideWorld): Promise<string> {
  const id = await account.createWorkflow('Is retried', {
    nodes: [
      {
        id: 'call',
        type: 'http',
        data: { method: 'POST', url: `${outside.url}/unavailable` },
        retry: { max_attempts: 3, initial_ms: 1, jitter: 0 },
      },
    ],
  })
  const execution = await account.accept(id)
  await account.hasStatus(execution, 'pending')
  return execution
}
