import type { OutsideWorld } from '../outside-world.ts'
import type { Story } from '../story.ts'
import type { Accepted, AccountClient } from './account-client.ts'
import { edge, set, waitFor } from './fixture-nodes.ts'

/**
 * The second run is stored together with its end, and its journal with it. That takes a version which ran before, and an
 * account in which nothing follows the end of a run.
 */
export async function createInlineRuns(account: AccountClient): Promise<void> {
  const inline = await account.createWorkflow('Inline', {
    nodes: [set('greeting', { text: 'Hello {{ input.name }}!' })],
  })
  for (const name of ['Ada', 'Bob']) await account.execute(inline, { name })
}

export async function createEndedRuns(
  account: AccountClient,
  outside: OutsideWorld,
  credential: string,
): Promise<Pick<Story, 'credentialWorkflow'> & { readonly failing: string }> {
  const nodes = [
    {
      id: 'call',
      type: 'http',
      data: { method: 'POST', url: `${outside.url}/credential`, body: { n: '{{ input.n }}' } },
      credential_id: credential,
    },
    { id: 'note', type: 'log', data: { message: 'Called for {{ input.n }}' } },
  ]
  const credentialWorkflow = await account.createWorkflow('Uses a credential', {
    nodes,
    edges: [edge('call', 'note')],
  })
  await account.execute(credentialWorkflow, { n: 1 })

  await account.run(
    'For each',
    {
      nodes: [
        { id: 'all', type: 'for_each', data: { items: '{{ input.items }}', on_item_error: 'collect' } },
        { id: 'call', type: 'http', data: { url: `${outside.url}/item/{{ item }}` } },
        { id: 'done', type: 'log', data: { message: 'done', level: 'warn' } },
      ],
      edges: [edge('all', 'call', 'each'), edge('all', 'done', 'done')],
    },
    { items: [1, 2, 3] },
  )
  const failing = await account.createWorkflow('Fails', {
    nodes: [
      set('before', { n: 1 }),
      { id: 'fail', type: 'fail', data: { message: 'Not today.', code: 'CLOSED' } },
    ],
    edges: [edge('before', 'fail')],
  })
  const failed = await account.execute(failing, { day: 'Sunday' })
  const retry = await account.api.call<Accepted>('POST', `/executions/${failed}/retry`, { from: 'failed' })
  await account.hasStatus(retry.execution_id, 'failed')

  const cancelled = await account.park('Is cancelled', waitFor('wait', { for: 'event', event: 'never' }))
  await account.api.call('POST', `/executions/${cancelled.execution}/cancel`)
  return { credentialWorkflow, failing }
}

export async function createConcurrentRuns(
  account: AccountClient,
): Promise<Pick<Story, 'holder' | 'queued'>> {
  const limited = (on_limit: string) => ({
    nodes: [
      {
        id: 'start',
        type: 'start',
        data: { concurrency: { limit: 1, key: '{{ input.customer }}', on_limit } },
      },
      waitFor('wait', { for: 'event', event: 'go' }),
    ],
    edges: [edge('start', 'wait')],
  })
  const queue = await account.createWorkflow('One at a time', limited('queue'))
  const holder = await account.accept(queue, { customer: 'ada' })
  await account.waits(holder)
  const queued = await account.accept(queue, { customer: 'ada' })
  await account.hasStatus(queued, 'pending')

  const drop = await account.createWorkflow('One, others are dropped', limited('drop'))
  await account.waits(await account.accept(drop, { customer: 'bob' }))
  await account.execute(drop, { customer: 'bob' })
  return { holder, queued }
}

/** The request is never answered: the run is under way until its process ends. */
export async function createRunningRun(account: AccountClient, outside: OutsideWorld): Promise<string> {
  const id = await account.createWorkflow('Under way', {
    nodes: [{ id: 'call', type: 'http', data: { method: 'POST', url: `${outside.url}/hang` } }],
  })
  const execution = await account.accept(id)
  await outside.requestTo('/hang')
  return execution
}
