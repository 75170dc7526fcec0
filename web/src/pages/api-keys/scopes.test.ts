import { expect, test } from 'vitest'
import { allScopes, presetScopes, scopeGroups, summarizeScopes, toggleScope } from './scopes.ts'

test('every scope appears once, in the group of its resource', () => {
  expect(allScopes).toHaveLength(20)
  expect(scopeGroups.flatMap(({ scopes }) => scopes)).toEqual(allScopes)
})

test('each preset contains the scopes that its name promises', () => {
  expect(presetScopes.full_access).toEqual(allScopes)
  expect(presetScopes.read_only).toHaveLength(9)
  expect(presetScopes.read_only.every((scope) => scope.endsWith(':read'))).toBe(true)
  expect(presetScopes.execute_only).toEqual(['workflows:execute', 'executions:read'])
})

test('toggling a scope keeps the order of the contract and adds no duplicate', () => {
  const on = toggleScope(['webhooks:read'], 'workflows:read', true)
  expect(on).toEqual(['workflows:read', 'webhooks:read'])
  expect(toggleScope(on, 'workflows:read', true)).toEqual(on)
  expect(toggleScope(on, 'webhooks:read', false)).toEqual(['workflows:read'])
})

test('the summary of a key is the name of its preset or the number of its scopes', () => {
  expect(summarizeScopes({ preset: 'read_only', scopes: [] })).toBe('Read only')
  expect(summarizeScopes({ preset: null, scopes: ['forms:read'] })).toBe('1 scope')
  expect(summarizeScopes({ preset: null, scopes: ['forms:read', 'forms:write'] })).toBe('2 scopes')
})
