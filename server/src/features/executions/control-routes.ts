import {
  cancelExecution,
  MAX_SIGNAL_SIZE,
  previewRetry as previewRetryOperation,
  retryExecution,
  signalExecution,
} from '@millrace/contract/execution-control.ts'
import { conflict, type Execution, type JsonValue, measureJson, notFound } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import { type Binding, commits, type RequestCheck, writes } from '#http/index.ts'
import type { Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { inTransaction } from '../shared/in-transaction.ts'
import { presentAccepted } from './execution-presenter.ts'
import { readExecution } from './read-execution.ts'
import { prepareRetry, previewRetry, type RetryTarget } from './retry-execution.ts'

/** Cancelling, retrying and signalling executions. */
export function controlRoutes({ store, clock, ids }: FeatureDeps, engine: Engine): Binding[] {
  /** The steps to keep were chosen for exactly this definition, so it is stored as it was read. */
  async function versionOf(
    tx: Transaction,
    { accountId, workflowId }: Execution,
    target: RetryTarget,
  ): Promise<string> {
    if ('versionId' in target) return target.versionId
    const at = clock.now()
    const { nodes, edges, variables } = target.definition
    const until = target.until ?? null
    const id = ids.next(at)
    return store.versions.saveTest(tx, { id, accountId, workflowId, at, until, nodes, edges, variables })
  }

  return [
    writes(cancelExecution, async ({ account, params: { id } }, tx) => {
      const isCancelled = await engine.cancel(tx, account, id)
      const data = await readExecution(store.executions, account, id, tx)
      if (isCancelled === undefined || data === undefined) throw notFound('execution')
      if (!isCancelled && data.error?.code !== 'CANCELLED') {
        throw conflict(`The execution cannot be cancelled: it has already ${data.status}.`)
      }
      return { data }
    }),
    commits(
      retryExecution,
      {
        // The journal may be long, so it is read before a transaction is open.
        prepare: ({ account, params, body }) => prepareRetry({ store, engine }, account, params.id, body),
        async commit(_call, { original, target, steps }, given) {
          const accepted = await inTransaction(store, given, async (tx) =>
            engine.repeat(tx, original, { versionId: await versionOf(tx, original, target), steps }),
          )
          return {
            data: presentAccepted(accepted),
            headers: { location: `/v1/executions/${accepted.id}` },
          }
        },
      },
      checkUntil,
    ),
    commits(
      previewRetryOperation,
      {
        prepare: async ({ account, params, body }) =>
          previewRetry(store, await prepareRetry({ store, engine }, account, params.id, body)),
        commit: async (_call, data) => ({ data }),
      },
      checkUntil,
    ),
    writes(
      signalExecution,
      async ({ account, params: { id }, body }, tx) => {
        if ((await store.executions.find(account, id, tx)) === undefined) throw notFound('execution')
        const { event } = body
        const data = (body.data === undefined ? {} : body.data) as JsonValue
        const result = await engine.signal(tx, id, { event, waitId: null, data })
        if (result === 'ended') throw conflict('The execution has ended and no longer accepts events.')
        if (result === 'full') {
          throw conflict(
            'Too many events are waiting for this execution. Try again after it has processed some of them.',
          )
        }
        return {
          data: { execution_id: id, event, status: 'accepted' },
          headers: { location: `/v1/executions/${id}` },
        }
      },
      checkSize,
    ),
  ]
}

const checkUntil: RequestCheck<typeof retryExecution> = ({ body }, isValid) =>
  body.until === undefined || body.version === 'draft' || !isValid('until') || !isValid('version')
    ? []
    : [{ path: 'until', message: 'can be used only with `version: "draft"`' }]

const checkSize: RequestCheck<typeof signalExecution> = ({ body }, isValid) => {
  if (!isValid('data') || body.data === undefined) return []
  if (measureJson(body.data as JsonValue, MAX_SIGNAL_SIZE) <= MAX_SIGNAL_SIZE) return []
  return [{ path: 'data', message: `must not be larger than ${MAX_SIGNAL_SIZE / 1024} KiB` }]
}
