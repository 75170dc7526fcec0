import { plural } from '../plural.ts'

export const title = 'Publish workflow'
export const changesTitle = 'Publish changes'
export const description = 'The triggers become active, and runs use what the editor shows.'
export const changesDescription = (number: number | null) =>
  number === null
    ? 'New runs use what the editor shows. Runs that have started keep their version.'
    : `New runs use what the editor shows instead of version ${number}. Runs that have started keep their version.`
export const differences = 'What changes'
export const nothing = 'The editor shows the same as the live version.'
export const errors = (count: number) =>
  plural(count, {
    one: '1 error keeps this workflow from running',
    other: `${count} errors keep this workflow from running`,
  })
export const errorsNote = 'If you publish anyway, runs that reach one of them fail until it is fixed.'
export const warningsNote = 'Runs do not fail because of them, but may not do what you expect.'
export const moreProblems = (count: number) => plural(count, { one: '1 more', other: `${count} more` })
export const checking = 'Checking for problems'
export const checkFailed = 'Could not check for problems'
export const note = 'Note'
export const noteHint = 'What changed, for the list of versions. Optional.'
export const publish = 'Publish'
export const publishAnyway = 'Publish anyway'
export const failed = 'Could not publish'
export const openFailed = 'Could not open the publish dialog'
export const published = 'Published'
