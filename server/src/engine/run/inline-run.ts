import { type NewExecution, openedOn } from '#domain/index.ts'
import type { EndingCheckpoint } from '#ports/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { Run } from './run.ts'
import type { RunDeps } from './run-context.ts'

/** The end of an execution that is not stored yet, and the version it was found on. */
export interface InlineRun {
  readonly versionId: string
  readonly end: EndingCheckpoint
}

/**
 * Finds the end of a run that takes no time before it is accepted, so that both can be stored together. Undefined when there
 * is more to the run: then it begins anew, as any other, once it is accepted.
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
    // A defect is met again, and told, where it can be told of an execution.
    return undefined
  }
}
