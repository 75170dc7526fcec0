import type { Story } from '../story.ts'
import type { AccountClient, Resource } from './account-client.ts'

/** Waits until nothing is in progress except the requests that hang. */
export async function settle(
  account: AccountClient,
  running: string,
  { deliveredEndpoint, pendingEndpoint }: Pick<Story, 'deliveredEndpoint' | 'pendingEndpoint'>,
): Promise<void> {
  await account.until('runs to end or to be parked', async () => {
    for (const { id } of await account.api.call<Resource[]>('GET', '/workflows?limit=100')) {
      const path = `/workflows/${id}/executions?limit=100&status=running`
      const runs = await account.api.call<Resource[]>('GET', path)
      if (runs.some((run) => run.id !== running)) return false
    }
    return true
  })
  const list = (id: string) =>
    account.api.call<{ status: string; attempt_count: number }[]>(
      'GET',
      `/webhooks/${id}/deliveries?limit=100`,
    )
  await account.until('deliveries', async () =>
    (await list(deliveredEndpoint)).every(({ status }) => status === 'delivered'),
  )
  await account.until('a failed attempt', async () =>
    (await list(pendingEndpoint)).some(({ attempt_count: attempts }) => attempts > 0),
  )
  await account.until('an endpoint that is gone', async () => {
    const all = await account.api.call<{ status: string }[]>('GET', '/webhooks')
    return all.some(({ status }) => status === 'disabled')
  })
}
