import { DROPPED_CODE, type JsonObject, type OpenExecution } from '#domain/index.ts'
import type { ExecutionError } from '@millrace/contract/execution.ts'
import { ExpressionError } from '@millrace/expressions'
import type { AdmissionResult, Clock, Ending, ExecutionJournal, Ids } from '#ports/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { type Concurrency, concurrencyKey } from '../compile/read-concurrency.ts'

interface AdmissionDeps {
  readonly journal: Pick<ExecutionJournal, 'admit'>
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * Requests a concurrency slot for a run whose trigger has a limit: before the first step, and again whenever a process takes
 * the run up. A run that has a slot keeps it until it ends.
 */
export function requestSlot(
  { journal, clock, ids }: AdmissionDeps,
  open: OpenExecution,
  { version, vars }: { readonly version: CompiledVersion; readonly vars: JsonObject },
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
      DROPPED_CODE,
      `The limit of ${concurrency.limit} concurrent ${concurrency.limit === 1 ? 'run was' : 'runs was'} reached, and the trigger drops further runs (\`on_limit: "drop"\`).`,
    ),
    replaced: ending(at, 'CANCELLED', 'A newer run replaced it (`on_limit: "replace"`).'),
  }
  try {
    const key = ids.derive(JSON.stringify(concurrencyKey(concurrency, open, { ...version, vars }, at)))
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
