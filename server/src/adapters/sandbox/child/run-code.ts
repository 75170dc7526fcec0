import type { QuickJSHandle } from 'quickjs-emscripten-core'
import { explainFailure, findLocation, OUT_OF_MEMORY, OUT_OF_TIME } from './explain-sandbox-failure.ts'
import { type Guest, type GuestHost, GuestThrew, OutOfTime } from './guest.ts'
import { MAX_OUTPUT_BYTES } from '../protocol/sandbox-limits.ts'
import type { CodeFailure, RunMessage } from '../protocol/messages.ts'

export type CodeOutcome =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly failure: CodeFailure }

const FILE = 'code.js'

export interface CodeRun {
  readonly outcome: CodeOutcome
  /** False after a timeout or a trap: the guest did not return, and must not be used again. */
  readonly isIntact: boolean
}

/** Runs the code in a guest in which nothing has run since it was made or restored. */
export function runCode(guest: Guest, run: RunMessage, globalsText: string, host: GuestHost): CodeRun {
  try {
    guest.begin(run.deadlineMs, host)
    return runInGuest(guest, run, globalsText)
  } catch (error) {
    return { outcome: fail(explainTrap(error, guest)), isIntact: false }
  }
}

function runInGuest(guest: Guest, run: RunMessage, globalsText: string): CodeRun {
  // On the first line of the code, so that line numbers in errors match the user's code.
  const before = `(function(${run.names.join()}){"use strict";return async function(){`
  let stage: 'compile' | 'run' | 'serialize' = 'compile'
  try {
    const define = guest.compile(`${before}${run.code}\n}})`, FILE)
    stage = 'run'
    const names = guest.context.newString(JSON.stringify(run.names))
    const body = guest.callPrelude('bind', define, names, guest.context.newString(globalsText))
    const promise = guest.call(body)
    guest.runJobs()
    const state = guest.context.getPromiseState(promise)
    if (state.type === 'pending') return intact(fail(NEVER_SETTLES))
    if (state.type === 'rejected') throw new GuestThrew(state.error)
    stage = 'serialize'
    const text = guest.callPrelude('serialize', state.value)
    return intact(readText(guest, text))
  } catch (error) {
    if (!(error instanceof GuestThrew)) throw error
    if (guest.isOutOfMemory(error.thrown)) return { outcome: fail(OUT_OF_MEMORY), isIntact: false }
    const { parts, isIntact } = describe(guest, error.thrown)
    const [name, message, stack] = parts
    const failure = explainFailure(stage, name, message, findLocation(stack, FILE, before.length))
    return { outcome: fail(failure), isIntact: isIntact && failure.reason !== 'memory' }
  }
}

function intact(outcome: CodeOutcome): CodeRun {
  return { outcome, isIntact: outcome.ok || outcome.failure.reason !== 'memory' }
}

function readText(guest: Guest, text: QuickJSHandle): CodeOutcome {
  if (guest.context.typeof(text) !== 'string') return fail(TOO_LARGE)
  guest.grantEpilogue()
  const result = guest.context.getString(text)
  return Buffer.byteLength(result) > MAX_OUTPUT_BYTES ? fail(TOO_LARGE) : { ok: true, text: result }
}

interface Described {
  readonly parts: readonly [name: string, message: string, stack: string]
  /** False if the guest did not return from describing it. */
  readonly isIntact: boolean
}

/** Name, message and stack as reported by the guest, whose getters can lie, throw or never return. */
function describe(guest: Guest, thrown: QuickJSHandle): Described {
  guest.grantEpilogue()
  try {
    const text = guest.context.getString(guest.callPrelude('describe', thrown))
    return { parts: JSON.parse(text) as [string, string, string], isIntact: true }
  } catch (error) {
    return { parts: INDESCRIBABLE, isIntact: error instanceof GuestThrew || error instanceof SyntaxError }
  }
}

const INDESCRIBABLE = ['Error', 'The code threw a value that cannot be displayed.', ''] as const

/** An error of the host, not an exception of the guest: the deadline, or an instance that trapped. */
function explainTrap(error: unknown, guest: Guest): CodeFailure {
  if (error instanceof OutOfTime) return OUT_OF_TIME
  // Native recursion in QuickJS (deeply nested JSON, patterns or code) exhausts the stack of the process.
  if (error instanceof RangeError) {
    return { reason: 'error', name: 'RangeError', message: 'RangeError: The code is nested too deeply.' }
  }
  // QuickJS does not notice everywhere that it got no memory.
  if (error instanceof GuestThrew || guest.isFull) return OUT_OF_MEMORY
  return { reason: 'crashed', message: 'The code crashed the sandbox.' }
}

function fail(failure: CodeFailure): CodeOutcome {
  return { ok: false, failure }
}

const NEVER_SETTLES: CodeFailure = {
  reason: 'error',
  message:
    'The code waits for a promise that never settles. Timers and the network are not available in code: use a `delay`, `wait` or `http` node.',
}

const TOO_LARGE: CodeFailure = {
  reason: 'output',
  message: 'The result is larger than 1 MiB. Return less data.',
}
