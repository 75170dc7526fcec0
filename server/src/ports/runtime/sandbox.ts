import type { LogLevel } from '@millrace/contract/execution.ts'
import type { AccountId, JsonValue } from '#domain/index.ts'

/** User code and everything it may access. */
export interface SandboxRequest {
  /** Whose code it is. The sandbox is shared fairly between accounts. */
  readonly account: AccountId
  /** The body of an async function; its return value is the result. */
  readonly code: string
  /** Global variables of the code. Each name must be an identifier. */
  readonly globals: Readonly<Record<string, JsonValue>>
  /** What `files` of the code reads and creates. Without it, files are not available. */
  readonly files?: SandboxFiles
  /** Time limit of the run. The wait for a free pool slot does not count. */
  readonly deadlineMs: number
  /** Called when the run gets its slot and its time starts. */
  readonly onStart?: () => void
  /** Ends the run, or its wait for a slot. */
  readonly signal?: AbortSignal
}

/** The files of the account whose code runs, up to 16 MiB each. `message` of a refusal is for the author of the code. */
export interface SandboxFiles {
  read(
    id: string,
  ): Promise<
    { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly message: string }
  >
  /** Resolves with the value of the file once it is durable. */
  create(
    name: string,
    mediaType: string,
    content: Uint8Array,
  ): Promise<
    { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly message: string }
  >
}

export type SandboxFailureReason =
  /** The code threw, or waits for a promise that can never settle. */
  | 'error'
  /** The code cannot be parsed. */
  | 'syntax'
  | 'timeout'
  | 'memory'
  /** The code and its globals exceed the size limit of the input. */
  | 'input'
  /** The result is not JSON, too large, or nested too deeply. */
  | 'output'
  /** The sandbox process ended while the code was running. */
  | 'crashed'
  | 'aborted'
  /** Too much code waits for a pool slot already. Nothing has run. */
  | 'busy'

/** A line that the code wrote with `console`. */
export interface SandboxLog {
  readonly level: LogLevel
  readonly message: string
}

export interface SandboxFailure {
  readonly ok: false
  readonly reason: SandboxFailureReason
  /** For people. Contains the error, and its source location if known. */
  readonly message: string
  /** The name of the error, such as `TypeError`. */
  readonly name?: string
  /** Source location of the error in the code. Lines and columns start at 1. */
  readonly line?: number
  readonly column?: number
  readonly logs: readonly SandboxLog[]
}

export type SandboxResult =
  | { readonly ok: true; readonly value: JsonValue; readonly logs: readonly SandboxLog[] }
  | SandboxFailure

/**
 * Runs user JavaScript in isolation: it can neither access nor delay anything else. Each run starts in a fresh environment
 * and sees nothing of earlier runs.
 */
export interface Sandbox {
  /** Runs the code. Everything the code does wrong is returned as `SandboxFailure`; only an invalid request rejects. */
  run(request: SandboxRequest): Promise<SandboxResult>
  /** Aborts runs in progress with `aborted` and ends all sandbox processes. */
  close(): Promise<void>
}
