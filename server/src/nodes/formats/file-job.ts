import type { MessagePort } from 'node:worker_threads'
import type { WorkerJob } from '#ports/index.ts'
import type { FileOperationName } from '#nodes/file-operations/file-operations.ts'
import type { FormatResult } from '#nodes/format-operations/format-result.ts'
import type { InputFile } from '#nodes/thread-files/file-messages.ts'

export interface FileJobInput {
  readonly operation: FileOperationName
  /** JSON. */
  readonly input: string
  /** The files that the job may read. */
  readonly files: readonly InputFile[]
  /** Reaches the `FileServer` of the main thread. */
  readonly port: MessagePort
}

/** Work on files in a worker thread. */
export function fileJob(name: string, deadlineMs: number): WorkerJob<FileJobInput, FormatResult<string>> {
  return { name, file: new URL('file-worker.ts', import.meta.url), deadlineMs }
}
