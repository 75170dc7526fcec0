import { writeImportedOperation } from '#domain/index.ts'
import { repairJsonParse } from '#domain/json-parse/repair-json-parse.ts'
import { DOCUMENT_LIMITS } from '../document/document-limits.ts'
import { importDocument } from '../import-document.ts'
import { readDocument } from '../read-document.ts'
import { compareDocuments } from './compare-documents.ts'
import type { ImportInput, ImportOutput } from './import-job.ts'

repairJsonParse()

/** Runs in a worker thread; see `import-job.ts`. The texts are written here, so that the main thread only passes them on. */
export default function runImport({ document, source, earlier }: ImportInput): ImportOutput {
  const read = readDocument(document, source)
  if (!read.ok) return read
  const { api, baseUrl, operations, parts } = importDocument(read.document, source)
  let bytes = 0
  const write = (value: unknown) => {
    const text = bytes > DOCUMENT_LIMITS.importedBytes ? '' : JSON.stringify(value)
    bytes += text.length
    return text
  }
  const texts = {
    operations: operations.map((operation) => writeImportedOperation(operation, write(operation))),
    parts: new Map([...parts].map(([pointer, part]) => [pointer, write(part)])),
  }
  if (bytes > DOCUMENT_LIMITS.importedBytes) {
    const limit = DOCUMENT_LIMITS.importedBytes / 1024 / 1024
    return {
      ok: false,
      problem: `describes more than ${limit} MiB of parameters and schemas of requests. Remove operations that you do not need`,
    }
  }
  return { ok: true, api, baseUrl, texts, changes: earlier && compareDocuments(earlier, texts) }
}
