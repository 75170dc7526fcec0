import {
  createCredential,
  type Credential,
  deleteCredential,
  listCredentials,
} from '@millrace/contract/credential.ts'
import type * as domain from '#domain/index.ts'
import { type Binding, pageMeta, readPage, reads, writes } from '#http/index.ts'
import type { Vault } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { timestamp, timestampOrNull } from '../shared/timestamps.ts'
import { checkNewCredential, CredentialService } from './credential-service.ts'

export function credentialRoutes(context: FeatureDeps, vault: Vault): Binding[] {
  const service = new CredentialService(context, vault)
  return [
    reads(listCredentials, async ({ account, query }) => {
      const page = readPage(query)
      const { items, total } = await context.store.credentials.list(account, page)
      return { data: items.map(presentCredential), meta: pageMeta(page, total) }
    }),
    writes(
      createCredential,
      async ({ account, body }, tx) => {
        const credential = await service.create(tx, account, body)
        return {
          data: presentCredential(credential),
          headers: { location: `/v1/credentials/${credential.id}` },
        }
      },
      ({ body }, isValid) => checkNewCredential(body, isValid),
    ),
    writes(deleteCredential, async ({ account, params }, tx) => {
      await service.delete(tx, account, params.id)
      return { data: { id: params.id, deleted: true } }
    }),
  ]
}

function presentCredential(credential: domain.Credential): Credential {
  return {
    id: credential.id,
    name: credential.name,
    type: credential.type,
    created_at: timestamp(credential.createdAt),
    last_used_at: timestampOrNull(credential.lastUsedAt),
  }
}
