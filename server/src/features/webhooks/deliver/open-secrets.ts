import type { AccountId, EarlierSecret } from '#domain/index.ts'
import type { Vault } from '#ports/index.ts'

interface SealedSecrets {
  readonly accountId: AccountId
  readonly endpointId: string
  readonly sealedSecret: string
  readonly earlierSecret: EarlierSecret | null
}

/** The secrets that sign at this time, current first. */
export function openSecrets(vault: Vault, sealed: SealedSecrets, now: number): readonly string[] {
  const { accountId, endpointId, sealedSecret, earlierSecret } = sealed
  const context = { purpose: 'webhook-secrets', accountId, recordId: endpointId } as const
  const current = vault.open(context, sealedSecret)
  if (earlierSecret === null || earlierSecret.until <= now) return [current]
  return [current, vault.open(context, earlierSecret.sealed)]
}
