import { SCOPE_PRESETS, type Scope, type ScopePreset } from '@millrace/contract/scopes.ts'
import type { AccountId } from './account.ts'

export interface ApiKey {
  readonly id: string
  readonly accountId: AccountId
  readonly name: string
  /** The first characters, which identify the key in lists. */
  readonly prefix: string
  readonly scopes: readonly Scope[]
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
  readonly revokedAt: number | null
}

export type KeyState = 'active' | 'expired' | 'revoked'

export function keyState(key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>, now: number): KeyState {
  if (key.revokedAt !== null) return 'revoked'
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired'
  return 'active'
}

/** The preset with exactly these scopes, or null. */
export function presetOf(scopes: readonly Scope[]): ScopePreset | null {
  for (const preset of Object.keys(SCOPE_PRESETS) as ScopePreset[]) {
    const wanted: readonly Scope[] = SCOPE_PRESETS[preset]
    if (wanted.length === scopes.length && wanted.every((scope) => scopes.includes(scope))) return preset
  }
  return null
}

/** The part of a key that can be shown later: enough to recognize it, too little to guess it. */
export function keyPrefix(key: string): string {
  return key.slice(0, key.startsWith('mr_') ? 9 : 4)
}
