import {
  cancelExecution,
  MAX_SIGNAL_SIZE,
  retryExecution,
  signalExecution,
} from '@millrace/contract/execution-control.ts'
import { conflict, type JsonValue, measureJson, notFound } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import { type Binding, commitsItself, type RequestCheck, writes } from '#http/index.ts'
import type { Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { presentAccepted } from './execution-presenter.ts'
import { readExecution } from './read-execution.ts'
import { prepareRetry } from './retry-execution.ts'

/** What callers do to executions that exist. */
export function controlRoutes({ store }: FeatureDeps, engine: Engine): Binding[] {
  return [
    writes(cancelExecution, async ({ account, params: { id } }, tx) => {
      const isCancelled = await engine.cancel(tx, account, id)
      const data = await readExecution(store.executions, account, id, tx)
      if (isCancelled === undefined || data === undefined) throw notFound('execution')
      if (!isCancelled && data.error?.code !== 'CANCELLED') {
        throw conflict(`The execution had ${data.status} before it could be cancelled.`)
      }
      return { data }
    }),
    // The journal is read, and may be long, before there is a transaction to hold up.
    commitsItself(retryExecution, async ({ account, params, body }, given) => {
      const { original, ...wanted } = await prepareRetry({ store, engine }, account, params.id, body)
      const accept = (tx: Transaction) => engine.repeat(tx, original, wanted)
      const accepted = await (given === undefined ? store.write(accept) : accept(given))
      return {
        data: presentAccepted(accepted),
        headers: { location: `/v1/executions/${accepted.id}` },
      }
    }),
    writes(
      signalExecution,
      async ({ account, params: { id }, body }, tx) => {
        if ((await store.executions.find(account, id, tx)) === undefined) throw notFound('execution')
        const { event } = body
        const data = (body.data === undefined ? {} : body.data) as JsonValue
        const result = await engine.signal(tx, id, { event, waitId: null, data })
        if (result === 'ended') throw conflict('The execution has ended and takes no events any more.')
        if (result === 'full') {
          throw conflict(
            'Too many events lie with the execution that nothing has taken. It takes no more now.',
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

const checkSize: RequestCheck<typeof signalExecution> = ({ body }, isSound) => {
  if (!isSound('data') || body.data === undefined) return []
  if (measureJson(body.data as JsonValue, MAX_SIGNAL_SIZE) <= MAX_SIGNAL_SIZE) return []
  return [{ path: 'data', message: `must not be larger than ${MAX_SIGNAL_SIZE / 1024} KiB` }]
}
