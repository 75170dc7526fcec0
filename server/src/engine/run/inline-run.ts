import { type NewExecution, openedOn } from '#domain/index.ts'
import type { EndingCheckpoint } from '#ports/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { Run } from './run.ts'
import type { RunDeps } from './run-context.ts'

/** The end of an execution that is not stored yet, and the version it was computed on. */
export interface InlineRun {
  readonly versionId: string
  readonly end: EndingCheckpoint
}

/**
 * Computes an instant run before it is accepted, so that it can be stored together with its end. Undefined when the run is
 * not instant after all: then it starts like any other, once it is accepted.
 */
export function runInline(
  execution: NewExecution,
  version: CompiledVersion | undefined,
  deps: RunDeps,
): InlineRun | undefined {
  if (version?.isInstant !== true || version.concurrency.size > 0) return undefined
  try {
    const end = new Run(openedOn(execution, version.id), version, deps).runInline()
    return end && { versionId: version.id, end }
  } catch {
    // The same defect will occur in the ordinary run, which can report it for its execution.
    return undefined
  }
}
