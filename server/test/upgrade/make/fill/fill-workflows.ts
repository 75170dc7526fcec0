import type { Story } from '../story.ts'
import type { AccountClient, Resource } from './account-client.ts'
import { edge, set } from './fixture-nodes.ts'

export async function createIdempotent(account: AccountClient): Promise<Story['idempotent']> {
  const body = { name: 'Created once', nodes: [set('one', { n: 1 })] }
  const key = 'fixture-order-4711'
  const { id } = await account.api.call<Resource>('POST', '/workflows', body, { 'idempotency-key': key })
  return { key, body, workflow: id }
}

export async function createVersions(account: AccountClient): Promise<void> {
  const id = await account.createWorkflow('Has versions', {
    description: 'Version 1',
    nodes: [set('a', { n: 1 })],
  })
  await account.api.call('PATCH', `/workflows/${id}`, { nodes: [set('a', { n: 2 }), set('b', { n: 3 })] })
  await account.api.call('PATCH', `/workflows/${id}`, {
    edges: [edge('a', 'b')],
    variables: { region: 'eu', retries: 3 },
    status: 'published',
  })
  await account.execute(id, {})
  await account.api.call('PUT', `/workflows/${id}/draft`, { nodes: [set('a', { n: 4 })], edges: [] })
  const deleted = await account.createWorkflow('Is deleted', { nodes: [set('a', { n: 1 })] })
  await account.execute(deleted, {})
  await account.api.call('DELETE', `/workflows/${deleted}`)
}
