import { setTimeout } from 'node:timers/promises'
import { listenForEvent, type TriggerEvent } from '@millrace/contract/trigger.ts'
import { type AccountId, invalid, notFound } from '#domain/index.ts'
import { type Binding, commits } from '#http/index.ts'
import type { ExecutionWatch } from '#engine/index.ts'
import type { TriggerListener } from '#ports/index.ts'
import { findWorkingCopy } from '../executions/working-copy-runs.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { timestamp } from '../shared/timestamps.ts'
import { ConcurrentRequests } from './concurrent-requests.ts'
import { findTriggers } from './find-triggers.ts'
import { reserveAddresses } from './reserve-addresses.ts'
import { setUpTrigger } from './set-up-trigger.ts'

const DEFAULT_SECONDS = 30
/** How often the database is asked: another process may receive the request. */
const POLL_MS = 200
/** A listener whose process ended stops to count after this time. It also bridges the time until the client asks again. */
const LEASE_MS = 3_000
const RENEW_MS = 1_000
const MAX_LISTENERS = 20

interface Wanted {
  readonly account: AccountId
  readonly workflowId: string
  readonly nodeId: string
}

/** Listening for a request to the test address of an inbound webhook. */
export function listenRoutes(context: FeatureDeps, watch: Pick<ExecutionWatch, 'isReleased'>): Binding[] {
  const { store, clock, ids } = context
  // Each listener polls the database.
  const requests = new ConcurrentRequests(
    MAX_LISTENERS,
    `This account already has ${MAX_LISTENERS} requests that listen.`,
  )

  /** The trigger of a node of the working copy, with an address. */
  async function findListener({ account, workflowId, nodeId }: Wanted): Promise<TriggerListener> {
    const definition = await findWorkingCopy(store, account, workflowId)
    if (definition === undefined) throw notFound('workflow')
    const defined = findTriggers(definition).find(({ node }) => node.id === nodeId)
    if (defined === undefined) throw notFound('trigger')
    const problem = defined.kind === 'webhook' ? setUpTrigger(defined).problem : 'must be an inbound webhook'
    if (problem !== undefined) throw invalid([{ path: 'node_id', message: problem }], problem)
    const triggers = await store.write(async (tx) => {
      if ((await store.workflows.find(account, workflowId, tx)) === undefined) throw notFound('workflow')
      await reserveAddresses(context, tx, { accountId: account, workflowId, definition })
      return store.triggers.list(account, workflowId, tx)
    })
    const trigger = triggers.find((one) => one.nodeId === nodeId)
    if (trigger === undefined) throw notFound('trigger')
    const { data, credentialId = null } = defined.node
    const now = clock.now()
    const id = ids.next(now)
    return { id, accountId: account, triggerId: trigger.id, data, credentialId, expiresAt: now + LEASE_MS }
  }

  async function listen(
    listener: TriggerListener,
    seconds: number,
    signal: AbortSignal,
  ): Promise<TriggerEvent | null> {
    const { listeners } = store
    const since = clock.now() - LEASE_MS
    // Counted in waits, because the clock may be set.
    for (let waited = 0; !signal.aborted && !watch.isReleased; waited += POLL_MS) {
      if (waited % RENEW_MS === 0) await listeners.save({ ...listener, expiresAt: clock.now() + LEASE_MS })
      const event = await listeners.take(listener.triggerId, since)
      if (event !== undefined) {
        await listeners.remove(listener.id)
        return { received_at: timestamp(event.at), input: event.input }
      }
      if (waited >= seconds * 1_000) return null
      await setTimeout(POLL_MS, undefined, { signal }).catch(() => undefined)
    }
    await listeners.remove(listener.id)
    return null
  }

  return [
    commits(listenForEvent, {
      // It waits, so it must not hold a transaction open.
      prepare: ({ account, params, body, signal }) =>
        requests.run(account, async () => {
          const listener = await findListener({ account, workflowId: params.id, nodeId: params.node_id })
          return listen(listener, body.seconds ?? DEFAULT_SECONDS, signal)
        }),
      commit: async (_call, data) => ({ data }),
    }),
  ]
}
