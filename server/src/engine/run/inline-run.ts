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

  /** Undefined when the run is not instant after all: then it starts like any other, once it is accepted. */
  compute(
    execution: NewExecution,
    version: CompiledVersion,
    vars: JsonObject,
    hasTurn: boolean,
  ): InlineRun | undefined {
    if (this.#isSkipped(version)) return undefined
    try {
      const end = new Run(openedOn(execution, version.id), version, this.#deps, vars).runInline(hasTurn)
      if (end !== 'too-long') return end && { versionId: version.id, end }
      this.#skips.set(version, NOT_TRIED)
    } catch {
      // The same defect will occur in the ordinary run, which can report it for its execution.
    }
    return undefined
  }

  #isSkipped(version: CompiledVersion): boolean {
    const skips = this.#skips.get(version)
    if (skips === undefined) return false
    if (skips > 1) this.#skips.set(version, skips - 1)
    else this.#skips.delete(version)
    return true
  }
}
