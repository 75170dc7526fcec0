import type { AccountId, Definition, Trigger } from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { findTriggers } from './find-triggers.ts'

const INBOUND_KEY_BYTES = 24

interface EditedWorkflow {
  readonly accountId: AccountId
  readonly workflowId: string
  /** The working copy. */
  readonly definition: Definition
}

/**
 * Gives the inbound webhooks of a working copy their addresses before they are live, so that senders can be set up and
 * somebody can listen for their requests. Nothing can start a run at such an address.
 */
export async function reserveAddresses(
  { store, clock, ids }: Pick<FeatureDeps, 'store' | 'clock' | 'ids'>,
  tx: Transaction,
  { accountId, workflowId, definition }: EditedWorkflow,
): Promise<void> {
  const wanted = findTriggers(definition).filter(({ kind }) => kind === 'webhook')
  if (wanted.length === 0) return
  const known = await store.triggers.list(accountId, workflowId, tx)
  const byNode = new Map(known.map((trigger) => [trigger.nodeId, trigger]))
  const reserved = wanted.flatMap(({ node }): Trigger[] => {
    const trigger = byNode.get(node.id)
    if (trigger !== undefined && trigger.inboundKey !== null) return []
    const inboundKey = ids.secret(INBOUND_KEY_BYTES)
    if (trigger !== undefined) return [{ ...trigger, inboundKey }]
    return [
      {
        id: ids.next(clock.now()),
        accountId,
        workflowId,
        nodeId: node.id,
        kind: 'webhook',
        state: 'gone',
        data: node.data,
        credentialId: node.credentialId ?? null,
        topic: null,
        inboundKey,
        nextRun: null,
        fireAt: null,
        pausedAt: null,
        pausedBy: null,
      },
    ]
  })
  if (reserved.length > 0) await store.triggers.save(tx, reserved)
}
