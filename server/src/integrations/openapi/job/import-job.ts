import type { ImportedTexts } from '#domain/index.ts'
import type { WorkerJob } from '#ports/index.ts'
import type { DocumentComparison } from './compare-documents.ts'
import type { ImportedDocument } from '../import-document.ts'

export interface ImportInput {
  /** JSON or YAML. */
  readonly document: string | Uint8Array
  /** The URL of the document. */
  readonly source: string | undefined
  /** What is stored of an earlier version of the document, to compare it. */
  readonly earlier: ImportedTexts | undefined
}

/** A document that was read in a worker. */
export interface ReadImport extends Pick<ImportedDocument, 'api' | 'baseUrl'> {
  readonly texts: ImportedTexts
  readonly changes: DocumentComparison | undefined
}

export type ImportOutput =
  | ({ readonly ok: true } & ReadImport)
  /** Completes the sentence "The document …". */
  | { readonly ok: false; readonly problem: string }

/** Reads a document, and compares it with an earlier one, in a worker: large ones take seconds. */
export const importJob: WorkerJob<ImportInput, ImportOutput> = {
  name: 'reading the document',
  file: new URL('import-worker.ts', import.meta.url),
  deadlineMs: 60_000,
}
