import type { SandboxFailureReason, SandboxLog } from '#ports/index.ts'

/** The header of a request to a child. The body is the JSON text of the globals. */
export interface RunMessage {
  /** Repeated in every response. It is unguessable, so a child cannot write a response before its request. */
  readonly id: string
  readonly code: string
  readonly names: readonly string[]
  readonly deadlineMs: number
}

/** A failure inside a child. */
export interface CodeFailure {
  readonly reason: Exclude<SandboxFailureReason, 'input' | 'aborted'>
  readonly message: string
  readonly name?: string
  readonly line?: number
  readonly column?: number
}

/** The headers of a child's responses. The body of a `value` is the JSON text of the result. */
export type ChildMessage =
  | ({ readonly kind: 'log' } & SandboxLog)
  /** `restingBytes`: the memory of the child before the run. */
  | { readonly kind: 'value'; readonly restingBytes: number }
  | ({ readonly kind: 'failure'; readonly restingBytes: number } & CodeFailure)
