import { checkBaseUrl, importJob, type ReadImport } from '#integrations/index.ts'
import { presentImportReport, presentIntegration } from './integration-presenter.ts'
import type { ImportedIntegration } from '@millrace/contract/integration.ts'
import type { ImportIntegration } from '@millrace/contract/openapi-import.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import {
  type AccountId,
  AppError,
  IMPORTED_TYPE,
  type ImportedApi,
  type ImportedTexts,
  type Integration,
  invalid,
  readOutgoingUrl,
  withoutTrailingSlashes,
} from '#domain/index.ts'
import type { HttpClient, Transaction, WorkerPool } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'

const FETCH_DEADLINE_MS = 30_000
const MAX_FETCHED_BYTES = 32 * 1024 * 1024
const REDIRECTS = 5

/** The part of a request that names a document. */
export interface DocumentSource {
  readonly document?: string | undefined
  /** The document in UTF-8, if it is too long for `document`. */
  readonly longText?: Uint8Array<ArrayBuffer> | undefined
  readonly url?: string | undefined
}

interface PreparedImport {
  readonly imported: ImportedIntegration
  store(tx: Transaction): Promise<void>
}

/** Creates integrations from OpenAPI documents. */
export class ImportService {
  readonly #context: FeatureDeps
  readonly #http: HttpClient
  readonly #workers: WorkerPool

  constructor(context: FeatureDeps, { http, workers }: { http: HttpClient; workers: WorkerPool }) {
    this.#context = context
    this.#http = http
    this.#workers = workers
  }

  /** Reads the document and returns the integration that `store` will create. */
  async read(
    account: AccountId,
    wanted: ImportIntegration & DocumentSource,
    signal: AbortSignal,
  ): Promise<PreparedImport> {
    const { store, clock, ids } = this.#context
    const credentialId = wanted.credential_id?.toLowerCase() ?? null
    if (credentialId !== null && (await store.credentials.find(account, credentialId)) === undefined) {
      throw issueAt('credential_id', 'does not exist in this account')
    }
    const document = await this.readDocument(account, wanted, signal)
    const { base_url: wantedUrl } = wanted
    const baseUrl = wantedUrl === undefined ? document.baseUrl : withoutTrailingSlashes(wantedUrl)
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
        await store.importedApis.insert(tx, api, document.texts)
      },
    }
  }

  /** Reads the document of a request, from its text or its URL, and compares it with what is stored of an earlier one. */
  async readDocument(
    account: AccountId,
    wanted: DocumentSource,
    signal: AbortSignal,
    earlier?: ImportedTexts,
  ): Promise<ReadImport> {
    const path = wanted.url === undefined ? 'document' : 'url'
    const { document, source } = await this.#fetch(account, wanted, signal)
    const result = await this.#workers.run(importJob, {
      owner: account,
      input: { document, source, earlier },
      moved: typeof document === 'string' ? [] : [document.buffer],
      signal,
    })
    if (!result.ok) {
      // A document that takes too long or too much memory would do so again.
      if (result.reason === 'timeout' || result.reason === 'memory')
        throw issueAt(path, `cannot be imported. ${result.message}`)
      throw new AppError('INTERNAL_ERROR', result.message, {}, { kind: 'unavailable' })
    }
    const read = result.value
    if (!read.ok) throw issueAt(path, `cannot be imported: the document ${read.problem}`)
    if (read.texts.operations.length === 0) {
      const [first] = read.api.skipped
      throw issueAt(
        path,
        `contains no operation that can become an action${first === undefined ? '' : `, for example ${first.operation}: ${first.reason}`}`,
      )
    }
    return read
  }

  async #fetch(
    account: AccountId,
    { document, longText, url }: DocumentSource,
    signal: AbortSignal,
  ): Promise<{ document: string | Uint8Array<ArrayBuffer>; source: string | undefined }> {
    if (url === undefined) return { document: longText ?? document ?? '', source: undefined }
    const answer = await this.#http.send({
      account,
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
    // A copy with memory of its own, which can be moved to another thread.
    return { document: new Uint8Array(answer.body), source: answer.url }
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
