import type { NewWebhook } from '@millrace/contract/webhook.ts'
import type { AccountId } from '#domain/account.ts'
import type { SealedWebhook } from '#domain/webhook.ts'
import type { Transaction } from '#ports/transaction.ts'
import type { Vault } from '#ports/vault.ts'
import type { FeatureContext } from '../feature-context.ts'

const MADE_SECRET_BYTES = 32

/** Stores a webhook. A secret that had to be made is returned, this once; one that was sent never is. */
export async function registerWebhook(
  { store, ids, clock }: FeatureContext,
  vault: Vault,
  tx: Transaction,
  account: AccountId,
  wanted: NewWebhook,
): Promise<{ webhook: SealedWebhook; madeSecret: string | undefined }> {
  const url = wanted.url.trim()
  const madeSecret = wanted.secret === undefined ? makeSecret(ids.secret(MADE_SECRET_BYTES)) : undefined
  const now = clock.now()
  const id = ids.next(now)
  const webhook: SealedWebhook = {
    id,
    accountId: account,
    url,
    events: wanted.events,
    status: 'active',
    createdAt: now,
    sealedSecret: vault.seal(
      { purpose: 'webhook-secrets', accountId: account, recordId: id },
      wanted.secret ?? madeSecret ?? '',
    ),
  }
  await store.webhooks.insert(tx, webhook)
  return { webhook, madeSecret }
}

/** The form Standard Webhooks gives to secrets: a prefix and plain base64. */
function makeSecret(random: string): string {
  return `whsec_${Buffer.from(random, 'base64url').toString('base64')}`
}
