import type { OpenExecution } from '#domain/index.ts'
import type { ExecutionError } from '@millrace/contract/execution.ts'
import { ExpressionError } from '@millrace/expressions'
import type { AdmissionResult, Clock, Ending, ExecutionJournal, Ids } from '#ports/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { type Concurrency, keyOfRun } from '../compile/read-concurrency.ts'

interface AdmissionDeps {
  readonly journal: Pick<ExecutionJournal, 'admit'>
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * Asks for a place for a run whose trigger limits how many go on at the same time. It is asked before the first step, and
 * again whenever the run is taken up: who has a place keeps it to the end.
 */
export function requestSlot(
  { journal, clock, ids }: AdmissionDeps,
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
    return journal.admit({ ...request, key })
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const message = `\`concurrency.key\` could not be evaluated: ${error.message}`
    const dropped = ending(at, 'INVALID_PARAMETERS', message)
    return journal.admit({ ...request, key: null, dropped })
  }
}

function ending(at: number, code: string, message: string): Ending {
  const error: ExecutionError = { code, message, node_id: null }
  return { at, error, log: { at, level: 'warn', message, node_id: null } }
}
