import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { AccountId, JsonValue } from '#domain/index.ts'
import type { SandboxFailure, SandboxFailureReason, SandboxRequest, SandboxResult } from '#ports/index.ts'
import { ProcessSandbox, type ProcessSandboxOptions } from '../process-sandbox.ts'

export const ACCOUNT = 'one' as AccountId
export const OTHER_ACCOUNT = 'other' as AccountId
/** Longer than any terminating run takes, even on a busy machine. */
export const patient = 300_000
/** For code that never ends. */
export const hasty = 400

/** A sandbox that is closed at the end of its suite or test. */
export function openSandbox(options?: ProcessSandboxOptions): ProcessSandbox {
  const sandbox = new ProcessSandbox(options)
  after(() => sandbox.close())
  return sandbox
}

/** Runs code that must succeed and returns its value. */
export async function evaluate(
  sandbox: ProcessSandbox,
  code: string,
  globals: SandboxRequest['globals'] = {},
): Promise<JsonValue> {
  const result = await sandbox.run({ account: ACCOUNT, code, globals, deadlineMs: patient })
  assert.ok(result.ok, result.ok ? '' : `${result.reason}: ${result.message}`)
  return result.value
}

/** Starts code and resolves when it has a process; `result` is that of the run. */
export async function start(
  sandbox: ProcessSandbox,
  request: Partial<SandboxRequest> & Pick<SandboxRequest, 'code'>,
): Promise<{ readonly result: Promise<SandboxResult> }> {
  const { promise: started, resolve: onStart } = Promise.withResolvers<void>()
  const result = sandbox.run({ account: ACCOUNT, globals: {}, deadlineMs: patient, onStart, ...request })
  await started
  return { result }
}

export function assertFailure(
  result: SandboxResult,
  reason: SandboxFailureReason,
  message?: RegExp,
): asserts result is SandboxFailure {
  assert.ok(!result.ok, `expected a failure, got ${JSON.stringify(result).slice(0, 200)}`)
  assert.equal(result.reason, reason, result.message)
  if (message !== undefined) assert.match(result.message, message)
}
