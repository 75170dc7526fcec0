import { SCOPE_PRESETS, SCOPES } from '@millrace/contract/scopes.ts'
import type { ApiKey, Scope, ScopePreset } from '../../api/types.ts'
import * as t from '../../texts/api-keys/scopes.ts'

type Resource = keyof typeof t.resourceNames

interface ScopeGroup {
  resource: Resource
  scopes: readonly Scope[]
}

export const allScopes: readonly Scope[] = SCOPES

const resources = Object.keys(t.resourceNames) as Resource[]

/** Every scope, grouped by resource. */
export const scopeGroups: readonly ScopeGroup[] = resources.map((resource) => ({
  resource,
  scopes: allScopes.filter((scope) => scope.startsWith(`${resource}:`)),
}))

export const presetScopes: Record<ScopePreset, readonly Scope[]> = SCOPE_PRESETS

/** Keeps the order of the contract, so that the same selection always sends the same request. */
export function toggleScope(scopes: readonly Scope[], scope: Scope, on: boolean): Scope[] {
  return allScopes.filter((one) => (one === scope ? on : scopes.includes(one)))
}

/** Returns the name of the preset, such as "Full access", or the number of scopes. */
export function summarizeScopes({ preset, scopes }: Pick<ApiKey, 'preset' | 'scopes'>): string {
  return preset === null ? t.count(scopes.length) : t.presets[preset].name
}
