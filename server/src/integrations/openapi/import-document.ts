import {
  type ImportedApi,
  type ImportedOperation,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type SkippedOperation,
} from '#domain/index.ts'
import { DocumentReader, listReferences } from './document-reader.ts'
import { OperationNames } from './name-operation.ts'
import { type FoundOperation, isHarmless, readOperation } from './read-operation.ts'
import { readSchemes, readSecurity } from './read-security.ts'
import { readServers } from './read-servers.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const MOST_SKIPPED_SHOWN = 100
/** Far more than any document has that people write. */
const MOST_OPERATIONS = 50_000

// oxlint-disable-next-line no-control-regex -- what no database takes in a key
const STORABLE_POINTER = /^#[^\u0000]{0,500}$/

export interface ImportedDocument {
  readonly api: Omit<ImportedApi, 'integrationId' | 'accountId' | 'baseUrl'>
  /** Undefined when the document names no complete server. */
  readonly baseUrl: string | undefined
  readonly operations: readonly ImportedOperation[]
  /** What schemas of operations refer to, by pointer. */
  readonly parts: ReadonlyMap<string, JsonValue>
}

/** Takes a document apart. `source` is the address it came from. */
export function importDocument(document: JsonObject, source: string | undefined): ImportedDocument {
  const reader = new DocumentReader(document)
  const names = new OperationNames()
  const operations: ImportedOperation[] = []
  const skipped: SkippedOperation[] = []
  for (const found of listOperations(reader, skipped)) {
    const { method, path } = found
    const read =
      operations.length >= MOST_OPERATIONS
        ? `a document may have ${MOST_OPERATIONS} operations`
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
      skipped: skipped.slice(0, MOST_SKIPPED_SHOWN),
    },
    baseUrl: readServers(document['servers'], source),
    operations,
    parts: collectParts(reader, operations),
  }
}

function* listOperations(reader: DocumentReader, skipped: SkippedOperation[]): Generator<FoundOperation> {
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
        skipped.push({ operation: `TRACE ${path}`.slice(0, 300), reason: 'TRACE is not sent' })
      else yield { method: method.toUpperCase(), path, item, operation }
    }
  }
}

/** Everything that the schemas refer to, and what that refers to. A reference that leads nowhere is left to its reader. */
function collectParts(
  reader: DocumentReader,
  operations: readonly ImportedOperation[],
): ReadonlyMap<string, JsonValue> {
  const parts = new Map<string, JsonValue>()
  const pending = new Set<string>()
  for (const { schema } of operations) listReferences(schema, pending)
  for (const pointer of pending) {
    const part = STORABLE_POINTER.test(pointer) && pointer.isWellFormed() ? reader.find(pointer) : undefined
    if (part === undefined) continue
    parts.set(pointer, part)
    // A set is walked to its end, what is added meanwhile included.
    listReferences(part, pending)
  }
  return parts
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : ''
}
