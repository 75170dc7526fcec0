import { plural } from './plural.ts'

/** Failures that the app itself reports. Errors of the server carry their own messages. */
export const unreachable = 'Cannot reach Millrace. Check your connection and try again.'
export const dialogFailed = 'Could not open the dialog'
export const helpFailed = 'Could not open the help'
export const unexpectedResponse = (status: number) =>
  `Millrace sent an unexpected response (HTTP ${status}). Try again in a moment.`
export const unexpectedError = 'Something went wrong on this page. Reload the page and try again.'

export const errorPageTitle = 'Something went wrong'
export const serviceNotResponding = 'Millrace is not responding'
export const retriesByItself = 'This page tries again by itself every few seconds.'
export const pageFailed = 'This page could not be displayed'

/** More than these say nothing more. */
const MAX_ISSUES = 3

export function allIssues(issues: readonly { readonly path: string; readonly message: string }[]): string {
  const sentences = issues.slice(0, MAX_ISSUES).map(({ path, message }) => {
    const sentence = issue(path, message)
    return sentence.charAt(0).toUpperCase() + sentence.slice(1)
  })
  const rest = issues.length - sentences.length
  const more = plural(rest, { one: 'And 1 more problem.', other: `And ${rest} more problems.` })
  return [...sentences, ...(rest > 0 ? [more] : [])].join(' ')
}

/** The server phrases an issue as a predicate, such as "is required". `subject` is the label or path of its field. */
export function issue(subject: string, message: string): string {
  if (!/^\p{Ll}/u.test(message)) return message
  const sentence =
    subject === '' ? message.charAt(0).toUpperCase() + message.slice(1) : `${subject} ${message}`
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
