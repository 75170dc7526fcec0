import { repairJsonParse } from '#domain/json-parse/repair-json-parse.ts'
import {
  type FileOperationInput,
  type FileOperationName,
  performFileOperation,
} from '#nodes/file-operations/file-operations.ts'
import { ThreadFiles } from '#nodes/thread-files/thread-files.ts'
import type { FormatResult } from '#nodes/format-operations/format-result.ts'
import type { FileJobInput } from './file-job.ts'

repairJsonParse()

/** Runs in a worker thread; see `file-job.ts`. */
export default async function runFileJob(job: FileJobInput): Promise<FormatResult<string>> {
  const files = new ThreadFiles(job.port, job.files)
  try {
    const input = JSON.parse(job.input) as FileOperationInput<FileOperationName>
    return await performFileOperation(files, job.operation, input)
  } finally {
    files.close()
  }
}
