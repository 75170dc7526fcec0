import type { Scope, ScopePreset } from '../../api/types.ts'
import { plural } from '../plural.ts'

export const access = 'Access'
export const custom = 'Custom'
export const customNote = 'Choose individual scopes.'
export const required = 'Select at least one scope.'
export const count = (scopes: number) => plural(scopes, { one: '1 scope', other: `${scopes} scopes` })
/** The accessible name of one scope in the list: its label alone occurs several times. */
export const qualified = (resource: string, label: string) => `${resource}: ${label}`
export const show = (summary: string, key: string) => `${summary}: show the scopes of ${key}`
export const scopesOf = (key: string) => `Scopes of ${key}`

export const presets: Record<ScopePreset, { name: string; explanation: string }> = {
  full_access: { name: 'Full access', explanation: 'Use every operation of the API.' },
  read_only: { name: 'Read only', explanation: 'View everything, change nothing.' },
  execute_only: { name: 'Execute only', explanation: 'Start workflows and view their executions.' },
}

export const resourceNames = {
  workflows: 'Workflows',
  executions: 'Executions',
  forms: 'Forms',
  files: 'Files',
  state: 'State',
  variables: 'Variables',
  credentials: 'Credentials',
  integrations: 'Integrations',
  webhooks: 'Webhooks',
}

export const scopes: Record<Scope, { label: string; explanation: string }> = {
  'workflows:read': { label: 'Read', explanation: 'View workflows and their definitions.' },
  'workflows:write': { label: 'Write', explanation: 'Create, change, publish and delete workflows.' },
  'workflows:execute': { label: 'Execute', explanation: 'Start workflows.' },
  'executions:read': { label: 'Read', explanation: 'View executions with their logs and output.' },
  'executions:write': { label: 'Write', explanation: 'Cancel, retry and signal executions.' },
  'forms:read': { label: 'Read', explanation: 'View forms and their submissions.' },
  'forms:write': { label: 'Write', explanation: 'Create, change and delete forms.' },
  'forms:submit': { label: 'Submit', explanation: 'Submit forms.' },
  'files:read': { label: 'Read', explanation: 'View and download files.' },
  'files:write': { label: 'Write', explanation: 'Upload and delete files.' },
  'state:read': { label: 'Read', explanation: 'View what workflows remember.' },
  'variables:read': { label: 'Read', explanation: 'View the variables of the account.' },
  'variables:write': { label: 'Write', explanation: 'Create, change and delete variables of the account.' },
  'state:write': { label: 'Write', explanation: 'Change and delete what workflows remember.' },
  'credentials:read': { label: 'Read', explanation: 'View names and types, never the secret values.' },
  'credentials:write': { label: 'Write', explanation: 'Create and delete credentials.' },
  'integrations:read': { label: 'Read', explanation: 'View integrations and their status.' },
  'integrations:write': { label: 'Write', explanation: 'Create, import, test and delete integrations.' },
  'webhooks:read': { label: 'Read', explanation: 'View webhook endpoints and their deliveries.' },
  'webhooks:write': {
    label: 'Write',
    explanation: 'Create, change, test and delete webhook endpoints.',
  },
}
