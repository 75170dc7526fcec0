import { formatFailure, type FormatResult } from '#nodes/format-operations/format-result.ts'
import { toResultText } from '#nodes/format-operations/operations.ts'
import { OperationFailed } from '#nodes/thread-files/operation-failed.ts'
import type { ThreadFiles } from '#nodes/thread-files/thread-files.ts'

/** Everything that can be done with files in a worker thread. Modules are loaded with their first use. */
const FILE_OPERATIONS = {
  text: async () => (await import('./text-operation.ts')).runTextOperation,
  'csv.parse': async () => (await import('./csv-file.ts')).parseCsvFile,
  'archive.list': async () => (await import('./archive/read-archive.ts')).listArchive,
  'archive.extract': async () => (await import('./archive/read-archive.ts')).extractArchive,
  'archive.create': async () => (await import('./archive/write-archive.ts')).createArchive,
  'spreadsheet.sheets': async () => (await import('./spreadsheet/read-spreadsheet.ts')).listSheets,
  'spreadsheet.parse': async () => (await import('./spreadsheet/read-spreadsheet.ts')).parseSheet,
  'spreadsheet.format': async () => (await import('./spreadsheet/write-spreadsheet.ts')).formatSheet,
  'pdf.read': async () => (await import('./pdf-text.ts')).readPdf,
}

export type FileOperationName = keyof typeof FILE_OPERATIONS

type FileOperationOf<Name extends FileOperationName> = Awaited<ReturnType<(typeof FILE_OPERATIONS)[Name]>>

export type FileOperationInput<Name extends FileOperationName> = Parameters<FileOperationOf<Name>>[1]

/** Performs an operation on files. The result is JSON text. */
export async function performFileOperation<Name extends FileOperationName>(
  files: ThreadFiles,
  name: Name,
  input: FileOperationInput<Name>,
): Promise<FormatResult<string>> {
  const operation = (await FILE_OPERATIONS[name]()) as (
    files: ThreadFiles,
    input: FileOperationInput<Name>,
  ) => Promise<FormatResult>
  try {
    const result = await operation(files, input)
    return result.ok ? toResultText(result.value) : result
  } catch (error) {
    if (error instanceof OperationFailed) return formatFailure(error.code, error.message)
    if (error instanceof RangeError)
      return formatFailure('TOO_COMPLEX', 'The content is nested too deeply to be read.')
    throw error
  }
}
