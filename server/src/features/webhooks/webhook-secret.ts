import type { AccountId } from '#domain/index.ts'
import type { Ids, Vault } from '#ports/index.ts'

const SECRET_BYTES = 32

/** Encrypts the given secret, or a new one, which is returned only this once. */
export function sealSecret(
  { vault, ids }: { readonly vault: Vault; readonly ids: Ids },
  account: AccountId,
  endpointId: string,
  sent: string | undefined,
): { sealedSecret: string; generatedSecret: string | undefined } {
  const secret = sent ?? formatSecret(ids.secret(SECRET_BYTES))
  const context = { purpose: 'webhook-secrets', accountId: account, recordId: endpointId } as const
  return {
    sealedSecret: vault.seal(context, secret),
    generatedSecret: sent === undefined ? secret : undefined,
  }
}

/** The secret format of Standard Webhooks: a prefix and plain base64. */
function formatSecret(random: string): string {
  return `whsec_${Buffer.from(random, 'base64url').toString('base64')}`
}
