/** Texts that several pages or shared components use. */
import { plural } from './plural.ts'

export const product = 'Millrace'
export const tagline = 'Workflow automation that loses nothing.'
export const needsJavaScript = 'Millrace needs JavaScript. Turn it on in your browser and reload the page.'
export const documentTitle = (page: string) => `${page} · ${product}`

export const cancel = 'Cancel'
export const close = 'Close'
export const dismiss = 'Dismiss'
export const done = 'Done'
export const signIn = 'Sign in'
export const tryAgain = 'Try again'

export const name = 'Name'
export const email = 'Email'
export const password = 'Password'
export const plan = 'Plan'

export const copy = 'Copy'
export const copied = 'Copied'
export const copyLabel = (contentName: string) => `Copy ${contentName}`
export const copiedLabel = (contentName: string) => `Copied ${contentName}`
export const copiedToClipboard = 'Copied to clipboard.'
export const copyFailed = 'Could not copy. Select the text and copy it manually.'

export const fieldsNeedAttention = (count: number) =>
  plural(count, {
    one: '1 field needs attention.',
    other: `${count} fields need attention.`,
  })

export const mayBeOutOfDate = 'This information may be out of date'

export const learnMore = 'Learn more'
export const notification = 'Notification'
/** The toast library replaces {hotkey}. */
export const notifications = 'Notifications ({hotkey})'

export const theme = 'Theme'
export const themeNames = { system: 'System', light: 'Light', dark: 'Dark' }
