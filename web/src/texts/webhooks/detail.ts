import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const back = 'Webhooks'
export const views = 'Views'
export const loading = 'Loading the webhook'
export const loadFailed = 'Could not load the webhook'
export const group = 'Webhook'
export const moreActions = 'More actions'

export const edit = 'Edit'
export const enable = 'Enable'
export const disable = 'Disable'
export const stateFailed = 'The webhook was not changed'
export const rotate = 'Rotate secret'
export const remove = 'Delete'

export const sendTest = 'Send a test'
export const testFailed = 'The test was not sent'
export const testOk = (ms: number) => `The receiver accepted the test (${formatNumber(ms)} ms)`
export const testNotOk = 'The receiver did not accept the test'

export const failingTitle = (count: number) =>
  plural(count, {
    one: 'The last attempt failed',
    other: `The last ${formatNumber(count)} attempts failed`,
  })
export const failingSince = 'Failing since {time}. It is disabled after five days without a success.'
export const pausedUntil = 'Nothing is sent until {time}, to give the receiver a rest.'
export const disabledTitle = 'This webhook is disabled'
export const disabledNote = 'Deliveries that wait are sent when you enable it again.'
export const overlap = 'Deliveries are signed with two secrets until {time}.'

export const deliveries = 'Deliveries'
export const verify = 'Verify signatures'
export const deliveriesFailed = 'Could not load deliveries'
export const loadingDeliveries = 'Loading deliveries'
export const statusFilter = 'Status'
export const anyStatus = 'Any status'
export const statuses = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' }
export const columns = {
  event: 'Event',
  status: 'Status',
  response: 'Response',
  attempts: 'Attempts',
  created: 'Created',
  next: 'Next attempt',
}
export const noDeliveries = 'No deliveries yet'
export const noDeliveriesNote =
  'Each event is delivered as a request to this address, and listed here with its attempts and responses. Send a test to check the receiver now.'
export const viewerNoDeliveriesNote =
  'Each event is delivered as a request to this address, and listed here with its attempts and responses.'
export const noMatch = 'No delivery has this status'
export const noMatchNote = (status: string) => `The list shows only deliveries with the status “${status}”.`
export const clearFilter = 'Show all'
export const none = '–'
export const select = (id: string) => `Select the delivery ${id}`
export const selectAll = 'Select all deliveries shown'
export const selectedCount = (count: number) => `${formatNumber(count)} selected`
export const clearSelection = 'Clear the selection'
export const delivery = (id: string) => `Delivery ${id}`
export const closeDelivery = 'Close the delivery'

export const redeliver = 'Redeliver'
export const redeliverSelected = 'Redeliver selected'
export const redelivered = 'The delivery is sent again'
export const redeliverFailed = 'The delivery was not sent again'
export const redeliverRange = 'Redeliver a time range'
export const rangeTitle = 'Redeliver a time range'
export const rangeNote =
  'Sends deliveries again, oldest first, with the same webhook-id. Receivers that keep track of it ignore what they know.'
export const from = 'From'
export const to = 'To'
export const which = 'Deliveries'
export const whichNames = { failed: 'Failed', delivered: 'Delivered' }
export const fromRequired = 'Choose a start.'
export const rangeBackwards = 'The end is before the start.'
export const start = 'Redeliver'
export const stop = 'Stop'
export const progress = (done: number, total: number) =>
  `${formatNumber(done)} of ${formatNumber(total)} are sent again`
export const starting = 'Starting…'
const nothingFound = 'No delivery matches the range.'
export const finished = (done: number) =>
  done === 0
    ? nothingFound
    : plural(done, {
        one: '1 delivery is sent again.',
        other: `${formatNumber(done)} deliveries are sent again.`,
      })
export const stopped = (done: number) =>
  plural(done, {
    one: 'Stopped. 1 delivery is sent again.',
    other: `Stopped. ${formatNumber(done)} deliveries are sent again.`,
  })

export const attempts = 'Attempts'
export const attempt = (number: number) => `Attempt ${formatNumber(number)}`
export const noAttempts = 'No attempt yet.'
export const duration = (ms: number) => `${formatNumber(ms)} ms`
export const noResponse = 'No response'
export const nextAttempt = 'Next attempt {time}'
export const sending = 'Being sent now'
export const request = 'Request'
export const requestLine = (url: string) => `POST ${url}`
export const response = 'Response'
export const payload = 'Payload'
export const emptyBody = 'Empty body'
export const status = (code: number) => `Status ${code}`

export const verifyIntro =
  'Every delivery is signed as Standard Webhooks 1.0 defines. Verify the signature before you trust a request, and use the exact bytes that you received.'
export const languages = { ts: 'TypeScript', py: 'Python', go: 'Go', php: 'PHP' }
export const language = 'Language'
export const code = 'code'
