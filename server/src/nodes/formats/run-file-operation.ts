import { MessageChannel } from 'node:worker_threads'
import { fileIdOf, type JsonValue } from '#domain/index.ts'
import type { FileOperationInput, FileOperationName } from '#nodes/file-operations/file-operations.ts'
import { openFile } from '#nodes/files/open-file.ts'
import type { Files, NodeCall, NodeDone, NodeFailed, OpenedFile, WorkerPool } from '#ports/index.ts'
import { fileJob } from './file-job.ts'
import { MAX_INPUT_LENGTH, lengthUpTo, refuseLength, toNodeFailure, toNodeResult } from './run-operation.ts'
import { FileServer } from './serve-files.ts'

const MAX_DEADLINE_MS = 120_000

/** What nodes need that read and write files. */
export interface FormatDeps {
  readonly workers: WorkerPool
  readonly files: Files
}

export interface FileOperationRequest<Name extends FileOperationName> {
  readonly operation: Name
  readonly input: FileOperationInput<Name>
  /** The values of the files that the operation reads. */
  readonly sources: readonly (JsonValue | undefined)[]
  /** What it does, for people: "reading the archive". */
  readonly purpose: string
}

/** Works on files in a worker thread with a deadline and a memory limit. Contents are streamed to the thread and back. */
export async function runFileOperation<Name extends FileOperationName>(
  { workers, files }: FormatDeps,
  call: NodeCall,
  { operation, input, sources, purpose }: FileOperationRequest<Name>,
): Promise<NodeDone | NodeFailed> {
  if (lengthUpTo(input as unknown as JsonValue, MAX_INPUT_LENGTH) > MAX_INPUT_LENGTH) return refuseLength()
  const inputs: OpenedFile[] = []
  for (const source of sources) {
    const opened = await openFile(files, call.account, source)
    if ('ok' in opened) return opened
    inputs.push(opened)
  }
  const { port1, port2 } = new MessageChannel()
  const server = new FileServer(port1, { files, account: call.account, inputs })
  try {
    const result = await workers.run(fileJob(purpose, Math.min(call.timeoutMs, MAX_DEADLINE_MS)), {
      owner: call.account,
      input: {
        operation,
        input: JSON.stringify(input),
        files: inputs.map(({ file: { name, mediaType, size } }) => ({ name, mediaType, size })),
        port: port2,
      },
      moved: [port2],
      signal: call.signal,
      onStart: call.suspendTimeout(),
    })
    return result.ok ? toNodeResult(result.value) : toNodeFailure(result)
  } catch (error) {
    throw server.failure ?? error
  } finally {
    server.close()
  }
}

/** Whether an attempt reads a file or creates one. A shadow run can do neither. */
export function usesFiles({ parameters, previous }: NodeCall, source: string): boolean {
  const value = parameters[source] ?? previous
  return parameters['to'] === 'file' || fileIdOf(value) !== undefined
}
