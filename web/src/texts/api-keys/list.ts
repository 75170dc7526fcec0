import { formatNumber } from '../format.ts'
import { plural } from '../plural.ts'

export const title = 'API Keys'
export const intro =
  'API keys let programs use the Millrace API. Give each program its own key and only the access it needs.'
export const loading = 'Loading API keys'
export const loadFailed = 'Could not load API keys'
export const noKeys = 'No API keys yet'
export const noKeysNote =
  'Create a key to start workflows, read results and manage webhooks from your own programs.'
export const noActiveKeys = 'No active keys. Programs cannot use the API.'

export const ownersOnly = 'Owners manage API keys'
export const ownersOnlyNote =
  'Ask an owner of this Millrace if a program needs a key, or if one should be revoked.'

export const key = 'Key'
export const access = 'Access'
export const created = 'Created'
export const lastUsed = 'Last used'
export const expires = 'Expires'
export const status = 'Status'
export const actions = 'Actions'
export const never = 'Never'
export const statusNames = { active: 'Active', expired: 'Expired', revoked: 'Revoked' }

const inactiveKeys = (count: number) =>
  plural(count, {
    one: '1 revoked or expired key',
    other: `${formatNumber(count)} revoked or expired keys`,
  })
export const showInactive = (count: number) => `Show ${inactiveKeys(count)}`
export const hideInactive = (count: number) => `Hide ${inactiveKeys(count)}`
