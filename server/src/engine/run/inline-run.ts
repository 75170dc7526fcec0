import { type JsonObject, type NewExecution, openedOn } from '#domain/index.ts'
import type { EndingCheckpoint } from '#ports/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { Run } from './run.ts'
import type { RunDeps } from './run-context.ts'

/** The end of an execution that is not stored yet, and the version it was computed on. */
interface InlineRun {
  readonly versionId: string
  readonly end: EndingCheckpoint
}

/** After a run that did not fit into a slice, this many executions of its version are not tried inline. */
const NOT_TRIED = 10
const LONG_MS = 4

/**
 * Computes instant runs before they are accepted, so that they can be stored together with their end. What is computed in
 * vain is at most one slice, and that rarely.
 */
export class InlineRuns {
  readonly #deps: RunDeps
  /** The number of executions that are not tried, by version. */
  readonly #skips = new WeakMap<CompiledVersion, number>()

  constructor(deps: RunDeps) {
    this.#deps = deps
  }

  /** Whether it is worth trying. */
  isTried(version: CompiledVersion): boolean {
    const skips = this.#skips.get(version)
    if (skips === undefined) return true
    if (skips > 1) this.#skips.set(version, skips - 1)
    else this.#skips.delete(version)
    return false
  }

  /**
   * Undefined when the run is not instant after all: then it starts like any other, once it is accepted. `hasTurn`: the caller has
   * waited for the turn of the account.
   */
  compute(
    execution: NewExecution,
    version: CompiledVersion,
    vars: JsonObject,
    hasTurn: boolean,
  ): InlineRun | undefined {
    try {
      const run = new Run(openedOn(execution, version.id), version, this.#deps, vars)
      const end = run.runInline(hasTurn)
      if (end !== 'too-long') return end && { versionId: version.id, end }
      // It may also have met the end of a slice that others had used up.
      if (run.computingMs >= LONG_MS) this.#skips.set(version, NOT_TRIED)
    } catch {
      // The same defect will occur in the ordinary run, which can report it for its execution.
    }
    return undefined
  }
}
