import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const title = 'Webhooks'
export const group = 'Webhooks'
export const listLabel = 'Webhook endpoints'
export const intro = 'Millrace sends a signed request to these addresses when something happens.'
export const loading = 'Loading webhooks'
export const loadFailed = 'Could not load webhooks'
export const create = 'New webhook'
export const emptyTitle = 'Get notified by webhook'
export const emptyNote =
  'A webhook sends a signed request to an address of yours when a run ends or a form is submitted. Failed deliveries are retried for days, and every attempt is kept to look at.'
export const viewerEmptyTitle = 'No webhooks yet'
export const viewerEmptyNote = 'Ask an editor or the owner to create the first one.'
export const columns = {
  url: 'Address',
  events: 'Events',
  state: 'State',
  last: 'Last delivery',
  waiting: 'Waiting',
}
export const never = 'Never'
export const states = {
  healthy: 'Working',
  unused: 'Nothing sent yet',
  failing: 'Failing',
  paused: 'Paused',
  disabled: 'Disabled',
}
export const pending = (count: number) =>
  plural(count, { one: '1 delivery waits', other: `${formatNumber(count)} deliveries wait` })
export const failedCount = (count: number) =>
  plural(count, { one: '1 failed', other: `${formatNumber(count)} failed` })
export const eventNames: Readonly<Record<string, string>> = {
  'workflow.executed': 'A run ended',
  'form.submitted': 'A form was submitted',
}
