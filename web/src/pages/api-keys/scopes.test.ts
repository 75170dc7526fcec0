import { expect, test } from 'vitest'
import { allScopes, presetScopes, scopeGroups, summarizeScopes, toggleScope } from './scopes.ts'

test('every scope is listed once, under its resource, with words of its own', () => {
  expect(new Set(allScopes).size).toBe(14)
  for (const { title, scopes } of scopeGroups) {
    for (const { scope, explanation } of scopes) {
      expect(scope.startsWith(`${title.toLowerCase()}:`)).toBe(true)
      expect(explanation.endsWith('.')).toBe(true)
    }
  }
})

test('the presets mean what they say', () => {
  expect(presetScopes.full_access).toEqual(allScopes)
  expect(presetScopes.read_only).toHaveLength(6)
  expect(presetScopes.read_only.every((scope) => scope.endsWith(':read'))).toBe(true)
  expect(presetScopes.execute_only).toEqual(['workflows:execute', 'executions:read'])
})

test('switching a scope keeps the order of the catalogue and never doubles one', () => {
  const on = toggleScope(['webhooks:read'], 'workflows:read', true)
  expect(on).toEqual(['workflows:read', 'webhooks:read'])
  expect(toggleScope(on, 'workflows:read', true)).toEqual(on)
  expect(toggleScope(on, 'webhooks:read', false)).toEqual(['workflows:read'])
})

test('a key is summed up by its preset or by a count', () => {
  expect(summarizeScopes({ preset: 'read_only', scopes: [] })).toBe('Read only')
  expect(summarizeScopes({ preset: null, scopes: ['forms:read'] })).toBe('1 scope')
  expect(summarizeScopes({ preset: null, scopes: ['forms:read', 'forms:write'] })).toBe('2 scopes')
})
