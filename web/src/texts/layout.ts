export const loadingApp = 'Loading Millrace'
export const loadingPage = 'Loading page'

export const skipToContent = 'Skip to content'
export const mainNavigation = 'Main'
export const startPage = 'Millrace start page'
export const menu = 'Menu'
export const closeMenu = 'Close menu'
export const offline = 'You are offline. This information may be out of date.'
export const reconnecting = 'Cannot reach Millrace. Trying again…'

export const home = 'Home'
export const workflows = 'Workflows'
export const executions = 'Executions'
export const triggers = 'Triggers'
export const forms = 'Forms'
export const connections = 'Connections'
export const webhooks = 'Webhooks'
export const state = 'State'
export const settings = 'Settings'
export const more = 'More'
export const collapseNavigation = 'Collapse navigation'
export const expandNavigation = 'Expand navigation'
// Capitalised as in the specification of the API, which names the path Settings → API Keys → Create Key.
export const apiKeys = 'API Keys'
export const users = 'Users'
export const variables = 'Variables'
export const auditLog = 'Audit log'
export const appearance = 'Appearance'
export const profile = 'Profile'
export const about = 'About'
export const help = 'Help'
export const apiReference = 'Documentation'

/** Precedes the name of the user in the accessible name of the button. */
export const accountMenu = 'Account menu:'
export const signOut = 'Sign out'
export const signOutFailed = 'Could not sign out'
export const version = (number: string) => `Millrace ${number}`

export const aboutMillrace = 'About Millrace'
export const durability =
  'Millrace saves every run to disk before it responds, and resumes each run where it stopped.'
