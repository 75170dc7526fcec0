import type { LogLevel } from '@millrace/contract/execution.ts'
import type { JsonValue } from '#domain/index.ts'

/** Code of a user and all it may see. */
export interface SandboxRequest {
  /** The body of an async function; what it returns is the result. */
  readonly code: string
  /** What the code sees, by name; each name must be an identifier. */
  readonly globals: Readonly<Record<string, JsonValue>>
  /** Wall clock for everything, the wait for a free place included. */
  readonly deadlineMs: number
  readonly signal?: AbortSignal
}

export type SandboxFailureReason =
  /** The code threw, or waits for something that never comes. */
  | 'error'
  /** The code cannot be parsed. */
  | 'syntax'
  | 'timeout'
  | 'memory'
  /** The code and what it should see are too large to be handed over. */
  | 'input'
  /** The result is no JSON, too large or nested too deeply. */
  | 'output'
  /** The sandbox ended under the code. */
  | 'crashed'
  | 'aborted'

/** A line the code wrote with `console`. */
export interface SandboxLog {
  readonly level: LogLevel
  readonly message: string
}

export interface SandboxFailure {
  readonly ok: false
  readonly reason: SandboxFailureReason
  /** For people; names the error and its place in the code where there is one. */
  readonly message: string
  /** Name of the error, such as `TypeError`. */
  readonly name?: string
  /** Where in the code it happened, both from 1. */
  readonly line?: number
  readonly column?: number
  readonly logs: readonly SandboxLog[]
}

export type SandboxResult =
  | { readonly ok: true; readonly value: JsonValue; readonly logs: readonly SandboxLog[] }
  | SandboxFailure

/**
 * Runs JavaScript of users where it can neither reach nor delay anything else. Every run starts from nothing: no run
 * sees what another one left. Whatever the code does comes back as data; only a wrong request throws.
 */
export interface Sandbox {
  run(request: SandboxRequest): Promise<SandboxResult>
  /** Ends what still runs as `aborted` and leaves no process behind. */
  close(): Promise<void>
}
