import type { AccountClient } from './account-client.ts'
import { edge } from './fixture-nodes.ts'
import type { Api } from '../api.ts'

const FORGOTTEN_KEY = 'forgotten'

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
      { id: 'soon_gone', type: 'only_new', data: { items: ['d'], scope: 'account', key: FORGOTTEN_KEY } },
    ],
    edges: [edge('count', 'fresh'), edge('fresh', 'forever', 'new'), edge('forever', 'soon_gone', 'new')],
  })
}

/** Deletes state whose items are still there: housekeeping deletes them within a minute, so this comes last. */
export async function leaveForgottenItems(api: Api): Promise<void> {
  await api.call('DELETE', `/state/account/${FORGOTTEN_KEY}`)
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
