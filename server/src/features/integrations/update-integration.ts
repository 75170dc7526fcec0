import type { Issue } from '@millrace/contract/errors.ts'
import type { IntegrationChanges, UpdatedIntegration } from '@millrace/contract/integration.ts'
import type { DocumentChanges } from '@millrace/contract/openapi-import.ts'
import {
  type AccountId,
  IMPORTED_TYPE,
  type ImportedApi,
  type Integration,
  invalid,
  isJsonObject,
  notFound,
  withoutTrailingSlashes,
} from '#domain/index.ts'
import { findIntegration, type ReadImport } from '#integrations/index.ts'
import type { Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { checkAddresses, type DocumentSource, type ImportService } from './import-service.ts'
import { presentIntegrationDetail } from './integration-presenter.ts'
import { checkCredential } from './integration-service.ts'

const MAX_SHOWN = 100

interface PreparedUpdate {
  /** Stores the change and returns the integration after it. */
  store(tx: Transaction): Promise<UpdatedIntegration>
}

/** Reads what the change needs from outside, and compares a newer document with the stored one. */
export async function prepareUpdate(
  { context, imports }: { readonly context: FeatureDeps; readonly imports: ImportService },
  account: AccountId,
  request: {
    readonly id: string
    readonly wanted: IntegrationChanges
    readonly longText: DocumentSource['longText']
  },
  signal: AbortSignal,
): Promise<PreparedUpdate> {
  const { id, wanted, longText } = request
  const { store } = context
  const found = await store.integrations.find(account, id)
  if (found === undefined) throw notFound('integration')
  const isImported = found.type === IMPORTED_TYPE
  if (!isImported) refuseImportMembers(wanted)
  const document =
    wanted.document === undefined && wanted.url === undefined
      ? undefined
      : await imports.readDocument(
          account,
          { ...wanted, longText },
          signal,
          await store.importedApis.readTexts(account, id),
        )
  const changes = document?.changes && (await describeChanges(context, found, document.changes))
  return {
    async store(tx) {
      // Read again: another request may have changed it while the document was fetched.
      const current = await store.integrations.find(account, id, tx)
      const earlier = isImported ? await store.importedApis.find(account, id) : undefined
      if (current === undefined || (isImported && earlier === undefined)) throw notFound('integration')
      const credentialId =
        wanted.credential_id === undefined
          ? current.credentialId
          : (wanted.credential_id?.toLowerCase() ?? null)
      await checkNewCredential(context, tx, current, credentialId)
      const api = earlier && changeApi(earlier, wanted, document)
      const isReset = credentialId !== current.credentialId || api !== earlier
      const integration: Integration = {
        ...current,
        name: wanted.name?.trim() ?? current.name,
        credentialId,
        ...(isReset ? { status: 'untested', lastError: null } : {}),
      }
      await store.integrations.update(tx, integration)
      if (api !== undefined && document !== undefined) {
        await store.importedApis.delete(tx, account, id)
        await store.importedApis.insert(tx, api, document.texts)
      } else if (api !== undefined && api !== earlier) await store.importedApis.updateApi(tx, api)
      return { ...presentIntegrationDetail(integration, api), changes: changes ?? null }
    },
  }
}

/** Values that the schema refused are skipped. */
export function checkUpdate(
  wanted: IntegrationChanges,
  isValid: (path: string) => boolean,
): readonly Issue[] {
  const hasBoth = wanted.document !== undefined && wanted.url !== undefined
  const both = { path: 'document', message: 'must be omitted if there is a `url`' }
  return [
    ...(hasBoth && isValid('document') && isValid('url') ? [both] : []),
    ...checkAddresses(wanted, isValid),
  ]
}

function refuseImportMembers(wanted: IntegrationChanges): void {
  const issues = (['base_url', 'document', 'url'] as const)
    .filter((path) => wanted[path] !== undefined)
    .map((path) => ({ path, message: 'must be omitted: the integration is not imported from a document' }))
  if (issues.length > 0) throw invalid(issues)
}

async function checkNewCredential(
  { store }: FeatureDeps,
  tx: Transaction,
  current: Integration,
  credentialId: string | null,
): Promise<void> {
  if (credentialId === current.credentialId) return
  const credential =
    credentialId === null ? undefined : await store.credentials.find(current.accountId, credentialId, tx)
  const entry = findIntegration(current.type)
  if (entry !== undefined) checkCredential(entry, credentialId, credential)
  else if (credentialId !== null && credential === undefined)
    throw invalid([{ path: 'credential_id', message: 'does not exist in this account' }])
}

/** The same object if nothing changes. The base URL stays unless the request has another one. */
function changeApi(
  earlier: ImportedApi,
  { base_url: wantedUrl }: IntegrationChanges,
  document: ReadImport | undefined,
): ImportedApi {
  const baseUrl = wantedUrl === undefined ? earlier.baseUrl : withoutTrailingSlashes(wantedUrl)
  if (document !== undefined) return { ...earlier, ...document.api, baseUrl }
  return baseUrl === earlier.baseUrl ? earlier : { ...earlier, baseUrl }
}

async function describeChanges(
  { store }: FeatureDeps,
  { accountId, id }: Integration,
  { added, changed, removed }: NonNullable<ReadImport['changes']>,
): Promise<DocumentChanges> {
  const broken = new Set(removed.map(({ name }) => name))
  return {
    added_count: added.length,
    added: added.slice(0, MAX_SHOWN).map(presentChange),
    changed_count: changed.length,
    changed: changed.slice(0, MAX_SHOWN).map(presentChange),
    removed_count: removed.length,
    removed: removed.slice(0, MAX_SHOWN).map(presentChange),
    broken_nodes: broken.size === 0 ? [] : await findBrokenNodes({ store }, accountId, id, broken),
  }
}

function presentChange({ name, method, path }: { name: string; method: string; path: string }) {
  return { name, operation: `${method} ${path}` }
}

async function findBrokenNodes(
  { store }: Pick<FeatureDeps, 'store'>,
  account: AccountId,
  integrationId: string,
  actions: ReadonlySet<string>,
): Promise<DocumentChanges['broken_nodes']> {
  const mentions = await store.usage.findMentions(account, [integrationId])
  const broken = new Map<string, DocumentChanges['broken_nodes'][number]>()
  for (const { workflowId, workflowName, nodes } of mentions) {
    for (const { id: nodeId, data } of nodes) {
      if (!isJsonObject(data) || typeof nodeId !== 'string') continue
      const { integration_id: target, action } = data
      const isUser = typeof target === 'string' && target.toLowerCase() === integrationId
      if (!isUser || typeof action !== 'string' || !actions.has(action)) continue
      broken.set(`${workflowId} ${nodeId}`, {
        workflow_id: workflowId,
        workflow_name: workflowName,
        node_id: nodeId,
        action,
      })
    }
  }
  return [...broken.values()].slice(0, MAX_SHOWN)
}
