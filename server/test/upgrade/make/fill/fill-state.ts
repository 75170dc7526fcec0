import type { AccountClient } from './account-client.ts'
import { edge } from './fixture-nodes.ts'

/** A value of the account, a counter of a workflow, and items that were seen, with and without an expiry. */
export async function createState(account: AccountClient): Promise<void> {
  await account.api.call('PUT', '/state/account/rates', { value: { eur: 1 } })
  await account.run('Remembers', {
    nodes: [
      {
        id: 'count',
        type: 'state',
        data: { operation: 'increment', key: 'runs', expires_seconds: 1_000_000 },
      },
      { id: 'fresh', type: 'only_new', data: { items: ['a', 'b'], expires_seconds: 1_000_000 } },
      { id: 'forever', type: 'only_new', data: { items: ['c'] } },
    ],
    edges: [edge('count', 'fresh'), edge('fresh', 'forever', 'new')],
  })
}

/** A variable, and a run that has read it. */
export async function createVariables(account: AccountClient): Promise<void> {
  await account.api.call('POST', '/variables', {
    name: 'REGION',
    value: { name: 'eu' },
    description: 'Where we are.',
  })
  await account.run('Reads a variable', {
    nodes: [{ id: 'show', type: 'set', data: { values: { region: '{{ vars.REGION.name }}' } } }],
    edges: [],
  })
}
