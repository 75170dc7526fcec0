import { formatNumber } from './format.ts'
import { plural } from './plural.ts'

// The page.
export const title = 'Inbox'
export const loading = 'Loading the inbox'
export const loadFailed = 'Could not load the inbox'
export const list = 'Requests that wait for a decision'
export const empty = 'Nothing waits for you'
export const emptyNote =
  'A workflow asks for a decision with a “Wait” node that waits for an approval. Its question appears here until somebody answers it, here or by a link.'
export const seeTemplate = 'Start with a template'
export const waitingCount = (count: number) =>
  plural(count, { one: '1 request waits', other: `${formatNumber(count)} requests wait` })
export const loadMore = 'Show more'
export const back = 'All requests'
export const gone = 'This request no longer waits'
export const goneNote = 'Somebody answered it, it timed out, or its run ended.'
export const group = 'Inbox'
export const next = 'Next request'
export const previous = 'Previous request'
export const deletedWorkflow = 'Deleted workflow'
export const test = 'test'
export const openRun = 'Open run'
export const timesOut = 'Times out {time}'
export const asked = 'Asked {time}'
/** Beside the name of the page in the navigation. */
export const count = (waiting: number) => (waiting > 99 ? '99+' : formatNumber(waiting))

// The form.
export const decision = (node: string) => `Decision: ${node}`
export const comment = 'Comment'
export const approve = 'Approve'
export const reject = 'Reject'
export const approved = 'Approved'
export const rejected = 'Rejected'
export const continues = (workflow: string) => `${workflow} continues.`
export const approvedRun = 'Approved. The run continues.'
export const rejectedRun = 'Rejected. The run continues.'
export const required = (label: string) => `${label} (required)`
export const linePerChoice = 'One per line.'
export const notSent = 'Not sent'
export const onlyEditors = 'An editor or an owner can answer this request.'
