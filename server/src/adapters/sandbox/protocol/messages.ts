import type { JsonValue } from '#domain/index.ts'
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

/** The code asks for a file, or for one to be created from the body. The child waits for the answer. */
export type FileMessage =
  | { readonly kind: 'file'; readonly action: 'read'; readonly file: string }
  | { readonly kind: 'file'; readonly action: 'create'; readonly name: string; readonly type: string }

/** The header of the answer. The body is the content that was read. */
export interface FileAnswer {
  /** The created file. */
  readonly value?: JsonValue
  /** For the author of the code. */
  readonly error?: string
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
  | FileMessage
  | ({ readonly kind: 'value' } & RunEnd)
  | ({ readonly kind: 'failure' } & RunEnd & CodeFailure)
  /** The response to a `PrepareMessage`. */
  | { readonly kind: 'ready'; readonly restingBytes: number }
