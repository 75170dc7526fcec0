import {
  type ImportedApi,
  type ImportedOperation,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type SkippedOperation,
} from '#domain/index.ts'
import { listReferences, OpenApiDocumentReader } from './document/openapi-document-reader.ts'
import { OperationNames } from './name-operation.ts'
import { type FoundOperation, isHarmless, readOperation } from './read-operation.ts'
import { readSchemes, readSecurity } from './read-security.ts'
import { readServers } from './read-servers.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const MAX_SKIPPED_SHOWN = 100
/** Far more than any document written by people has. */
const MAX_OPERATIONS = 50_000

// oxlint-disable-next-line no-control-regex -- databases do not accept NUL in a key
const STORABLE_POINTER = /^#[^\u0000]{0,500}$/

export interface ImportedDocument {
  readonly api: Omit<ImportedApi, 'integrationId' | 'accountId' | 'baseUrl'>
  /** Undefined when the document has no server with an absolute URL. */
  readonly baseUrl: string | undefined
  readonly operations: readonly ImportedOperation[]
  /** The values that the schemas of operations refer to, by pointer. */
  readonly parts: ReadonlyMap<string, JsonValue>
}

/** Reads the operations of a document. `source` is the URL of the document. */
export function importDocument(document: JsonObject, source: string | undefined): ImportedDocument {
  const reader = new OpenApiDocumentReader(document)
  const names = new OperationNames()
  const operations: ImportedOperation[] = []
  const skipped: SkippedOperation[] = []
  for (const found of listOperations(reader, skipped)) {
    const { method, path } = found
    const read =
      operations.length >= MAX_OPERATIONS
        ? `a document can have at most ${MAX_OPERATIONS} operations`
        : readOperation(reader, found, names, source)
    if (typeof read === 'string') skipped.push({ operation: `${method} ${path}`.slice(0, 300), reason: read })
    else operations.push(read)
  }
  const info = isJsonObject(document['info']) ? document['info'] : {}
  return {
    api: {
      title: textOf(info['title']),
      version: textOf(info['version']),
      security: readSecurity(document['security']) ?? [],
      schemes: readSchemes(reader),
      testPath: operations.find(isHarmless)?.path ?? '',
      operationCount: operations.length,
      skippedCount: skipped.length,
      skipped: skipped.slice(0, MAX_SKIPPED_SHOWN),
    },
    baseUrl: readServers(document['servers'], source),
    operations,
    parts: collectParts(reader, operations),
  }
}

function* listOperations(
  reader: OpenApiDocumentReader,
  skipped: SkippedOperation[],
): Generator<FoundOperation> {
  for (const [path, given] of Object.entries(reader.document['paths'] as JsonObject)) {
    if (!path.startsWith('/')) continue
    const item = reader.resolve(given)
    if (typeof item === 'string') {
      skipped.push({ operation: path.slice(0, 300), reason: item })
      continue
    }
    for (const method of METHODS) {
      const operation = item[method]
      if (!isJsonObject(operation)) continue
      if (method === 'trace')
        skipped.push({
          operation: `TRACE ${path}`.slice(0, 300),
          reason: 'the method TRACE is not supported',
        })
      else yield { method: method.toUpperCase(), path, item, operation }
    }
  }
}

/** Collects everything that the schemas refer to, directly or indirectly. Broken references are left out. */
function collectParts(
  reader: OpenApiDocumentReader,
  operations: readonly ImportedOperation[],
): ReadonlyMap<string, JsonValue> {
  const parts = new Map<string, JsonValue>()
  const pending = new Set<string>()
  for (const { schema } of operations) listReferences(schema, pending)
  for (const pointer of pending) {
    const part = STORABLE_POINTER.test(pointer) && pointer.isWellFormed() ? reader.find(pointer) : undefined
    if (part === undefined) continue
    parts.set(pointer, part)
    // Iterating over a set includes the entries that are added meanwhile.
    listReferences(part, pending)
  }
  return parts
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : ''
}
