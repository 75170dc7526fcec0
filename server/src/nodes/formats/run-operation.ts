import type { JsonValue } from '#domain/index.ts'
import type {
  NodeCall,
  NodeDone,
  NodeFailed,
  WorkerFailure,
  WorkerFailureReason,
  WorkerPool,
} from '#ports/index.ts'
import { formatJob } from './format-job.ts'
import type { FormatResult } from '#nodes/format-operations/format-result.ts'
import {
  type OperationInput,
  type OperationName,
  performOperation,
} from '#nodes/format-operations/operations.ts'

/** Up to this length, the work takes less time than a visit to another thread. */
const SMALL_LENGTH = 4_096
/**
 * What takes a time in proportion to its input. The others are never done in this thread, which everybody shares: a selector of
 * a few words can take hours on a page of a few lines, and the Markdown libraries search with patterns that backtrack.
 */
const LINEAR: ReadonlySet<OperationName> = new Set([
  'csv.parse',
  'csv.format',
  'xml.parse',
  'xml.format',
  'html.text',
  'rss.parse',
])
export const MAX_INPUT_LENGTH = 4 * 1024 * 1024
const MAX_DEADLINE_MS = 60_000
/** An attempt soon after would most likely find the queue as full as it was. */
const BUSY_RETRY_MS = 5_000

const CODES: Readonly<Record<WorkerFailureReason, string>> = {
  full: 'WORKERS_BUSY',
  timeout: 'TIMED_OUT',
  memory: 'OUT_OF_MEMORY',
  aborted: 'CANCELLED',
}

export interface OperationRequest<Name extends OperationName> {
  readonly operation: Name
  readonly input: OperationInput<Name>
  /** What it does, for people: "reading the CSV". */
  readonly purpose: string
}

/** Works on a format: at once if that is certain to be fast, otherwise in a worker thread with a deadline and a memory limit. */
export async function runOperation<Name extends OperationName>(
  workers: WorkerPool,
  call: NodeCall,
  { operation, input, purpose }: OperationRequest<Name>,
): Promise<NodeDone | NodeFailed> {
  const length = lengthUpTo(input as JsonValue, MAX_INPUT_LENGTH)
  if (length > MAX_INPUT_LENGTH) return refuseLength()
  if (length <= SMALL_LENGTH && LINEAR.has(operation))
    return toNodeResult(await performOperation(operation, input))
  const result = await workers.run(formatJob(purpose, Math.min(call.timeoutMs, MAX_DEADLINE_MS)), {
    owner: call.account,
    input: { operation, input: JSON.stringify(input) },
    signal: call.signal,
    onStart: call.suspendTimeout(),
  })
  return result.ok ? toNodeResult(result.value) : toNodeFailure(result)
}

export function toNodeFailure({ reason, message }: WorkerFailure): NodeFailed {
  const failure = { ok: false, code: CODES[reason], message } as const
  return reason === 'full' ? { ...failure, retryAfterMs: BUSY_RETRY_MS } : failure
}

export function toNodeResult(result: FormatResult<string>): NodeDone | NodeFailed {
  if (result.ok) return { ok: true, output: JSON.parse(result.value) as JsonValue }
  // The same input would fail in the same way.
  return { ...result, permanent: true }
}

export function refuseLength(): NodeFailed {
  const message = `The input is larger than ${MAX_INPUT_LENGTH / 1024 / 1024} MiB. Split it into smaller parts, or pass it as a file.`
  return { ok: false, code: 'INPUT_TOO_LARGE', message, permanent: true }
}

/** About the length of the value as JSON. Stops counting beyond the limit. */
export function lengthUpTo(value: JsonValue | undefined, limit: number): number {
  let length = 0
  const waiting: (JsonValue | undefined)[] = [value]
  while (waiting.length > 0 && length <= limit) {
    const next = waiting.pop()
    if (typeof next === 'string') length += next.length + 2
    else if (typeof next !== 'object' || next === null) length += 4
    else if (Array.isArray(next)) {
      length += 2 + next.length
      for (const entry of next as readonly JsonValue[]) waiting.push(entry)
    } else {
      length += 2
      for (const [name, member] of Object.entries(next)) {
        length += name.length + 4
        waiting.push(member)
      }
    }
  }
  return length
}
