import type { SandboxFailureReason, SandboxLog } from '#ports/index.ts'

/** The header of a request to a child. The body is the JSON text of the globals. */
export interface RunMessage {
  /** Repeated in every response. It is unguessable, so a child cannot write a response before its request. */
  readonly id: string
  readonly code: string
  readonly names: readonly string[]
  readonly deadlineMs: number
}

/** Asks a child to respond as soon as it can run code without a delay. It has no body. */
export interface PrepareMessage {
  readonly id: string
}

/** A failure inside a child. */
export interface CodeFailure {
  readonly reason: Exclude<SandboxFailureReason, 'input' | 'aborted'>
  readonly message: string
  readonly name?: string
  readonly line?: number
  readonly column?: number
}

interface RunEnd {
  /** The memory of the child before the run. */
  readonly restingBytes: number
  /** Whether the child must make a new guest before it can run code again. */
  readonly isSpent: boolean
}

/** The headers of a child's responses. The body of a `value` is the JSON text of the result. */
export type ChildMessage =
  | ({ readonly kind: 'log' } & SandboxLog)
  | ({ readonly kind: 'value' } & RunEnd)
  | ({ readonly kind: 'failure' } & RunEnd & CodeFailure)
  /** The response to a `PrepareMessage`. */
  | { readonly kind: 'ready'; readonly restingBytes: number }
