import type { ExecutionError } from '@millrace/contract/execution.ts'
import { ExpressionError } from '#expressions/runtime/problem.ts'
import type { Clock } from '#ports/clock.ts'
import type { AdmissionResult, Ending, ExecutionStore, OpenExecution } from '#ports/execution-store.ts'
import type { Ids } from '#ports/ids.ts'
import type { CompiledVersion } from './compile-version.ts'
import { type Concurrency, keyOfRun } from './concurrency.ts'

interface AdmissionParts {
  readonly executions: Pick<ExecutionStore, 'admit'>
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * Asks for a place for a run whose trigger limits how many go on at the same time. It is asked before the first step, and
 * again whenever the run is taken up: who has a place keeps it to the end.
 */
export function askForPlace(
  { executions, clock, ids }: AdmissionParts,
  open: OpenExecution,
  version: CompiledVersion,
  concurrency: Concurrency,
): Promise<AdmissionResult> {
  const at = clock.now()
  const request = {
    executionId: open.id,
    owner: open.owner,
    limit: concurrency.limit,
    onLimit: concurrency.onLimit,
    dropped: ending(
      at,
      'DROPPED',
      `${concurrency.limit} runs were under way, and the workflow drops what comes then.`,
    ),
    replaced: ending(at, 'CANCELLED', 'A newer run took its place.'),
  }
  try {
    const key = ids.derive(JSON.stringify(keyOfRun(concurrency, open, version, at)))
    return executions.admit({ ...request, key })
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const message = `\`concurrency.key\` could not be evaluated: ${error.message}`
    const dropped = ending(at, 'INVALID_PARAMETERS', message)
    return executions.admit({ ...request, key: null, dropped })
  }
}

function ending(at: number, code: string, message: string): Ending {
  const error: ExecutionError = { code, message, node_id: null }
  return { at, error, log: { at, level: 'warn', message, node_id: null } }
}
