import type { OutsideWorld } from '../outside-world.ts'
import type { Story } from '../story.ts'
import type { AccountClient } from './account-client.ts'

export const WEBHOOK_SECRET = `whsec_${Buffer.from('test data: signs webhook messages').toString('base64')}`

/** One that takes every message, one that answers "try later", and one that is gone. */
export async function createEndpoints(
  account: AccountClient,
  outside: OutsideWorld,
): Promise<Pick<Story, 'deliveredEndpoint' | 'pendingEndpoint'>> {
  const create = async (path: string, events: readonly string[]) =>
    (
      await account.create('/webhooks', {
        url: `${outside.url}${path}`,
        events,
        secret: WEBHOOK_SECRET,
      })
    ).id
  const deliveredEndpoint = await create('/taken', ['workflow.executed', 'form.submitted'])
  await account.api.call('POST', `/webhooks/${deliveredEndpoint}/rotate-secret`)
  const pendingEndpoint = await create('/busy', ['form.submitted'])
  await create('/gone', ['form.submitted'])
  return { deliveredEndpoint, pendingEndpoint }
}

/** The receiver never answers: the attempt is under way until the process ends. */
export async function createClaimedDelivery(account: AccountClient, outside: OutsideWorld): Promise<string> {
  const { id } = await account.create('/webhooks', {
    url: `${outside.url}/hang-delivery`,
    events: ['form.submitted'],
  })
  const form = await account.create('/forms', { name: 'Last', fields: [{ name: 'note', type: 'text' }] })
  await account.api.call('POST', `/forms/${form.id}/submissions`, { data: { note: 'last' } })
  await outside.requestTo('/hang-delivery')
  return id
}
