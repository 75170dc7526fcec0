import { type OutgoingClients, restrictHosts } from './host-restricted-clients.ts'
import type { IntegrationTest, NewIntegration } from '@millrace/contract/integration.ts'
import {
  type AccountId,
  IMPORTED_TYPE,
  type Integration,
  invalid,
  notFound,
  type SealedCredential,
} from '#domain/index.ts'
import {
  type ConnectionTestContext,
  findIntegration,
  integrationCatalogue,
  type IntegrationEntry,
  probeImported,
} from '#integrations/index.ts'
import type {
  AccessTokens,
  CursorRequest,
  HttpClient,
  NodeKind,
  Transaction,
  Vault,
  WorkerPool,
} from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { timestamp } from '../shared/timestamps.ts'
import { type ActionFilter, listCatalogueActions, type ListedAction } from './list-catalogue-actions.ts'
import { listImportedActions } from './list-imported-actions.ts'
import { unavailableWhenBusy } from './unavailable-when-busy.ts'

export interface IntegrationDeps {
  readonly vault: Vault
  readonly clients: OutgoingClients
  readonly tokens: AccessTokens
  /** Reads documents of other services. */
  readonly workers: WorkerPool
  /** Node kinds, for actions that are a kind of node. */
  readonly kinds: readonly NodeKind[]
  /** For the address of this service itself, which may be in a network that workflows must not reach. */
  readonly ownHttp: HttpClient
  /** The address of this service itself, for the test of the built-in `http`. */
  ownOrigin(): string
}

export class IntegrationService {
  readonly #context: FeatureDeps
  readonly #deps: IntegrationDeps

  constructor(context: FeatureDeps, deps: IntegrationDeps) {
    this.#context = context
    this.#deps = deps
  }

  async connect(tx: Transaction, account: AccountId, wanted: NewIntegration): Promise<Integration> {
    const { store, ids, clock } = this.#context
    const entry = findIntegration(wanted.type)
    if (entry === undefined) {
      const known = integrationCatalogue.map(({ type }) => type).join(', ')
      throw invalid([{ path: 'type', message: `must be one of ${known}` }])
    }
    const credentialId = wanted.credential_id?.toLowerCase() ?? null
    const credential =
      credentialId === null ? undefined : await store.credentials.find(account, credentialId, tx)
    checkCredential(entry, credentialId, credential)
    const now = clock.now()
    const integration: Integration = {
      id: ids.next(now),
      accountId: account,
      type: entry.type,
      name: wanted.name?.trim() ?? entry.name,
      status: 'untested',
      credentialId,
      createdAt: now,
      lastTestedAt: null,
      lastError: null,
    }
    await store.integrations.insert(tx, integration)
    return integration
  }

  async disconnect(tx: Transaction, account: AccountId, id: string): Promise<void> {
    const { store } = this.#context
    await store.importedApis.delete(tx, account, id)
    if (!(await store.integrations.delete(tx, account, id))) throw notFound('integration')
  }

  /** One page of the actions of an integration, in order. With a name, the action includes its parameters. */
  async listActions(
    account: AccountId,
    id: string,
    wanted: ActionFilter,
    cursor: CursorRequest,
  ): Promise<readonly ListedAction[]> {
    const integration = await this.#context.store.integrations.find(account, id)
    if (integration === undefined) throw notFound('integration')
    return integration.type === IMPORTED_TYPE
      ? listImportedActions(this.#context.store.importedApis, integration, wanted, cursor)
      : listCatalogueActions(integration.type, wanted, cursor, this.#deps.kinds)
  }

  /** Connects to the service. A failure is a result, not an error; it is stored as the status of the integration. */
  async test(account: AccountId, id: string, signal: AbortSignal): Promise<IntegrationTest> {
    const { store, clock } = this.#context
    const integration = await store.integrations.find(account, id)
    if (integration === undefined) throw notFound('integration')
    const credential =
      integration.credentialId === null
        ? undefined
        : await store.credentials.find(account, integration.credentialId)
    const startedAt = clock.now()
    const { ok, message } = await this.#testConnection(integration, credential, signal)
    const testedAt = clock.now()
    await store.write(async (tx) => {
      await store.integrations.recordTest(tx, account, id, {
        status: ok ? 'connected' : 'error',
        at: testedAt,
        error: ok ? null : message,
      })
      if (credential !== undefined) {
        await store.credentials.recordUse(tx, account, credential.id, testedAt)
        await store.credentials.recordResult(tx, account, credential.id, {
          valueChangedAt: credential.valueChangedAt,
          error: ok ? null : message,
          at: testedAt,
        })
      }
    })
    return { id, ok, message, latency_ms: Math.max(0, testedAt - startedAt), tested_at: timestamp(testedAt) }
  }

  async #testConnection(
    integration: Integration,
    credential: SealedCredential | undefined,
    signal: AbortSignal,
  ): Promise<{ ok: boolean; message: string }> {
    const { vault, clients, tokens, ownHttp, ownOrigin } = this.#deps
    const { accountId } = integration
    const { store } = this.#context
    const secret =
      credential === undefined
        ? null
        : vault.open({ purpose: 'credentials', accountId, recordId: credential.id }, credential.sealedValue)
    const context: ConnectionTestContext = {
      ...restrictHosts(
        { ...clients, http: unavailableWhenBusy(clients.http) },
        credential?.allowedHosts ?? null,
      ),
      ownHttp,
      tokens,
      account: accountId,
      allowedHosts: credential?.allowedHosts ?? null,
      secret,
      ownOrigin: ownOrigin(),
      now: this.#context.clock.now(),
      signal,
    }
    if (integration.type === IMPORTED_TYPE) {
      const api = await store.importedApis.find(accountId, integration.id)
      if (api === undefined) throw notFound('integration')
      return probeImported(api, credential?.type, context)
    }
    const entry = findIntegration(integration.type)
    return (
      entry?.test(context) ?? {
        ok: false,
        message: `This version of Millrace has no integration of type "${integration.type}".`,
      }
    )
  }
}

/** A credential of another account is reported like one that does not exist. */
export function checkCredential(
  entry: IntegrationEntry,
  credentialId: string | null,
  credential: SealedCredential | undefined,
): void {
  const issue = (message: string) => invalid([{ path: 'credential_id', message }])
  if (credentialId !== null && credential === undefined) throw issue('does not exist in this account')
  if (entry.credential === null && credentialId !== null)
    throw issue(`must be omitted: ${entry.name} does not use a credential`)
  if (entry.credential !== null && credential?.type !== entry.credential.type) {
    throw issue(`must be a credential of type ${entry.credential.type}`)
  }
}
