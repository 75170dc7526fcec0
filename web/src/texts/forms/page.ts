import { formatNumber } from '../format.ts'

export const loading = 'Loading form'
export const loadFailed = 'Could not load the form'
export const header = 'Form'
export const name = 'Name'
export const tabs = 'Parts of the form'
export const tabNames = { build: 'Build', share: 'Share', submissions: 'Submissions', settings: 'Settings' }
export const states = { open: 'Open', expired: 'Closed', full: 'Full' }
export const stateNotes = {
  open: 'The form accepts submissions.',
  expired: 'The form no longer accepts submissions: its closing time has passed.',
  full: 'The form no longer accepts submissions: it has reached its maximum.',
}
export const readOnly = 'You can look at this form, but not change it.'
export const openPage = 'Open page'
export const openPageNote = 'Opens the public page of the form in a new tab'
export const allForms = 'All forms'
export const submissionCount = (count: number) => formatNumber(count)
export const group = 'Form'
export const copyLink = 'Copy link'
export const linkCopied = 'Link copied'
export const copyFailed = 'Could not copy the link'
export const goTo = {
  build: 'Go to Build',
  share: 'Go to Share',
  submissions: 'Go to Submissions',
  settings: 'Go to Settings',
}
