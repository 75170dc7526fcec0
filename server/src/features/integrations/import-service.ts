import { checkBaseUrl, importDocument, type ImportedDocument, readDocument } from '#integrations/index.ts'
import { presentImportReport, presentIntegration } from './integration-presenter.ts'
import type { ImportedIntegration } from '@millrace/contract/integration.ts'
import type { ImportIntegration } from '@millrace/contract/openapi-import.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import {
  type AccountId,
  IMPORTED_TYPE,
  type ImportedApi,
  type Integration,
  invalid,
  readOutgoingUrl,
} from '#domain/index.ts'
import type { HttpClient, Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'

const FETCH_DEADLINE_MS = 30_000
const MAX_FETCHED_BYTES = 32 * 1024 * 1024
const REDIRECTS = 5

interface PreparedImport {
  readonly imported: ImportedIntegration
  store(tx: Transaction): Promise<void>
}

/** Creates integrations from OpenAPI documents. */
export class ImportService {
  readonly #context: FeatureDeps
  readonly #http: HttpClient

  constructor(context: FeatureDeps, http: HttpClient) {
    this.#context = context
    this.#http = http
  }

  /** Reads the document and returns the integration that `store` will create. */
  async read(account: AccountId, wanted: ImportIntegration, signal: AbortSignal): Promise<PreparedImport> {
    const { store, clock, ids } = this.#context
    const credentialId = wanted.credential_id?.toLowerCase() ?? null
    if (credentialId !== null && (await store.credentials.find(account, credentialId)) === undefined) {
      throw issueAt('credential_id', 'does not exist in this account')
    }
    const document = await this.readDocument(wanted, signal)
    const baseUrl = wanted.base_url?.replace(/\/+$/, '') ?? document.baseUrl
    if (baseUrl === undefined) {
      throw issueAt('base_url', 'is required: the document has no server with an absolute URL')
    }
    const now = clock.now()
    const integration: Integration = {
      id: ids.next(now),
      accountId: account,
      type: IMPORTED_TYPE,
      name: wanted.name.trim(),
      status: 'untested',
      credentialId,
      createdAt: now,
      lastTestedAt: null,
      lastError: null,
    }
    const api: ImportedApi = { ...document.api, integrationId: integration.id, accountId: account, baseUrl }
    return {
      imported: { ...presentIntegration(integration), ...presentImportReport(api) },
      async store(tx) {
        if (
          credentialId !== null &&
          (await store.credentials.find(account, credentialId, tx)) === undefined
        ) {
          throw issueAt('credential_id', 'does not exist in this account')
        }
        await store.integrations.insert(tx, integration)
        await store.importedApis.insert(tx, api, document.operations, document.parts)
      },
    }
  }

  /** Reads the document of a request, from its text or its URL. */
  async readDocument(
    wanted: Pick<ImportIntegration, 'document' | 'url'>,
    signal: AbortSignal,
  ): Promise<ImportedDocument> {
    const path = wanted.url === undefined ? 'document' : 'url'
    const { text, source } = await this.#fetch(wanted, signal)
    const read = await readDocument(text)
    if (!read.ok) throw issueAt(path, `cannot be imported: the document ${read.problem}`)
    const document = importDocument(read.document, source)
    if (document.operations.length === 0) {
      const [first] = document.api.skipped
      throw issueAt(
        path,
        `contains no operation that can become an action${first === undefined ? '' : `, for example ${first.operation}: ${first.reason}`}`,
      )
    }
    return document
  }

  async #fetch(
    { document, url }: Pick<ImportIntegration, 'document' | 'url'>,
    signal: AbortSignal,
  ): Promise<{ text: string; source: string | undefined }> {
    if (url === undefined) return { text: document ?? '', source: undefined }
    const answer = await this.#http.send({
      method: 'GET',
      url,
      headers: { accept: 'application/json, application/yaml, */*;q=0.5' },
      deadlineMs: FETCH_DEADLINE_MS,
      maxResponseBytes: MAX_FETCHED_BYTES,
      redirects: REDIRECTS,
      signal,
    })
    if (!answer.ok) throw issueAt('url', `could not be read. ${answer.message}`)
    if (answer.status !== 200)
      throw issueAt('url', `responded with status ${answer.status} instead of a document`)
    if (answer.truncated) throw issueAt('url', 'refers to a document of more than 32 MiB')
    return { text: new TextDecoder().decode(answer.body), source: answer.url }
  }
}

/** Checks that a schema cannot express; values that the schema refused are skipped. */
export function checkImport(wanted: ImportIntegration, isValid: (path: string) => boolean): readonly Issue[] {
  const issues: Issue[] = []
  if (
    isValid('document') &&
    isValid('url') &&
    (wanted.document === undefined) === (wanted.url === undefined)
  ) {
    issues.push({ path: 'document', message: 'or `url` is required, but not both' })
  }
  return [...issues, ...checkAddresses(wanted, isValid)]
}

/** Checks the addresses in a request that imports a document or changes an import. */
export function checkAddresses(
  wanted: Pick<ImportIntegration, 'url' | 'base_url'>,
  isValid: (path: string) => boolean,
): readonly Issue[] {
  const issues: Issue[] = []
  if (wanted.url !== undefined && isValid('url')) {
    const address = readOutgoingUrl(wanted.url)
    if (!address.ok) issues.push({ path: 'url', message: address.problem })
  }
  if (wanted.base_url !== undefined && isValid('base_url')) {
    const problem = checkBaseUrl(wanted.base_url)
    if (problem !== undefined) issues.push({ path: 'base_url', message: problem })
  }
  return issues
}

function issueAt(path: string, message: string) {
  return invalid([{ path, message }])
}
