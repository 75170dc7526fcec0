import {
  createCredential,
  CREDENTIAL_INCLUDES,
  deleteCredential,
  getCredential,
  listCredentials,
  listCredentialUsage,
  updateCredential,
} from '@millrace/contract/credential.ts'
import { notFound } from '#domain/index.ts'
import { type Binding, pageMeta, readPage, reads, writes } from '#http/index.ts'
import type { Vault } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { includeOf } from '../shared/include-query.ts'
import { presentCredential } from './credential-presenter.ts'
import { checkNewCredential, CredentialService } from './credential-service.ts'
import { readCredentialUsage } from './credential-usage.ts'

const include = includeOf(CREDENTIAL_INCLUDES)

export function credentialRoutes(context: FeatureDeps, vault: Vault): Binding[] {
  const service = new CredentialService(context, vault)
  const { store } = context
  return [
    reads(
      listCredentials,
      async ({ account, query }) => {
        const page = readPage(query)
        const { items, total } = await store.credentials.list(account, page, query)
        const included = include.read(query)
        return {
          data: items.map((credential) => presentCredential(credential, included)),
          meta: pageMeta(page, total),
        }
      },
      include.check,
    ),
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
    reads(
      getCredential,
      async ({ account, params, query }) => {
        const credential = await store.credentials.find(account, params.id)
        if (credential === undefined) throw notFound('credential')
        return { data: presentCredential(credential, include.read(query)) }
      },
      include.check,
    ),
    writes(updateCredential, async ({ account, params, body }, tx) => ({
      data: presentCredential(await service.update(tx, account, params.id, body)),
    })),
    reads(listCredentialUsage, async ({ account, params }) => ({
      data: await readCredentialUsage(store, account, params.id),
    })),
    writes(deleteCredential, async ({ account, params }, tx) => {
      await service.delete(tx, account, params.id)
      return { data: { id: params.id, deleted: true } }
    }),
  ]
}
