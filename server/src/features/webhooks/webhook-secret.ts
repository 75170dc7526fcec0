import type { AccountId } from '#domain/index.ts'
import type { Ids, Vault } from '#ports/index.ts'

const MADE_SECRET_BYTES = 32

/** Seals the secret that was sent, or one that is made; what was made is returned, this once. */
export function sealSecret(
  { vault, ids }: { readonly vault: Vault; readonly ids: Ids },
  account: AccountId,
  endpointId: string,
  sent: string | undefined,
): { sealedSecret: string; madeSecret: string | undefined } {
  const secret = sent ?? makeSecret(ids.secret(MADE_SECRET_BYTES))
  const context = { purpose: 'webhook-secrets', accountId: account, recordId: endpointId } as const
  return {
    sealedSecret: vault.seal(context, secret),
    madeSecret: sent === undefined ? secret : undefined,
  }
}

/** The form Standard Webhooks gives to secrets: a prefix and plain base64. */
function makeSecret(random: string): string {
  return `whsec_${Buffer.from(random, 'base64url').toString('base64')}`
}
