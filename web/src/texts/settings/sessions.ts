export const title = 'Sessions'
export const note = 'The browsers in which you are signed in.'
export const loading = 'Loading sessions'
export const loadFailed = 'Could not load your sessions'
export const thisSession = 'This session'
export const lastUsed = 'Last used {time}'
export const from = (address: string) => `from ${address}`
export const signOut = 'Sign out'
export const signOutNamed = (name: string) => `Sign out ${name}`
export const signOutFailed = 'Could not sign out'
export const signedOut = 'Session ended'
export const everywhere = 'Sign out everywhere'
export const everywhereTitle = 'Sign out everywhere?'
export const everywhereNote = 'All your sessions end, this one included. You can sign in again at once.'
export const group = 'Profile'

export const browserOn = (browser: string, system: string) => `${browser} on ${system}`
export const unknownBrowser = 'Unknown browser'
