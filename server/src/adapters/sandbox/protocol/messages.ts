import type { SandboxFailureReason, SandboxLog } from '#ports/index.ts'

/** Header of what the service asks of a child. The body is the JSON text of the globals. */
export interface RunMessage {
  /** Repeated in every answer. Nobody can guess it, so no answer can be written before its question. */
  readonly id: string
  readonly code: string
  readonly names: readonly string[]
  readonly deadlineMs: number
}

/** What can go wrong inside a child. */
export interface CodeFailure {
  readonly reason: Exclude<SandboxFailureReason, 'input' | 'aborted'>
  readonly message: string
  readonly name?: string
  readonly line?: number
  readonly column?: number
}

/** Headers of what a child says to a run. A `value` has the JSON text of the result as its body. */
export type ChildMessage =
  | ({ readonly kind: 'log' } & SandboxLog)
  /** `restingBytes`: memory the child held before the run. */
  | { readonly kind: 'value'; readonly restingBytes: number }
  | ({ readonly kind: 'failure'; readonly restingBytes: number } & CodeFailure)
