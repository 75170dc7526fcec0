import type { ActionTrial } from '@millrace/contract/integration-action.ts'
import { type AccountId, type JsonObject, notFound } from '#domain/index.ts'
import { finish } from '#http/index.ts'
import type { NodeKind, NodeResult } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { timestamp } from '../shared/timestamps.ts'
import { hostBusy } from './unavailable-when-busy.ts'

const TIMEOUT_MS = 30_000

interface TrialRequest {
  readonly account: AccountId
  readonly id: string
  readonly action: string
  readonly parameters: JsonObject
}

/** Runs an action once, as an `integration` node would, outside of any execution. A failure is a result, not an error. */
export async function tryAction(
  { store, clock, ids }: FeatureDeps,
  kinds: readonly NodeKind[],
  { account, id, action, parameters }: TrialRequest,
  signal: AbortSignal,
): Promise<ActionTrial> {
  if ((await store.integrations.find(account, id)) === undefined) throw notFound('integration')
  const kind = kinds.find(({ type }) => type === 'integration')
  if (kind === undefined) throw new Error('The node kind `integration` does not exist.')
  const startedAt = clock.now()
  const trialId = ids.next(startedAt)
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const result = await kind.run({
    parameters: { integration_id: id, action, parameters },
    previous: null,
    inputs: () => [],
    scope: () => ({}),
    log: () => undefined,
    account,
    executionId: trialId,
    credentialId: undefined,
    attempt: 1,
    idempotencyKey: () => trialId,
    signal: AbortSignal.any([signal, timeout]),
    timeoutMs: TIMEOUT_MS,
    // Somebody waits for the answer: the limit includes the time in a queue.
    suspendTimeout: () => () => undefined,
    compute: finish,
    now: startedAt,
  })
  const endedAt = clock.now()
  return {
    id,
    ...present(result),
    latency_ms: Math.max(0, endedAt - startedAt),
    tried_at: timestamp(endedAt),
  }
}

function present(result: NodeResult): Pick<ActionTrial, 'ok' | 'output' | 'error'> {
  if (!('ok' in result)) throw new Error('An action does not wait.')
  if (result.ok) return { ok: true, output: result.output, error: null }
  if (result.code === 'HOST_BUSY') throw hostBusy(result.message)
  return { ok: false, output: null, error: { code: result.code, message: result.message } }
}
