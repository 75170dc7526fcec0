import type { AccountId, Trigger } from '#domain/index.ts'
import type { PolledTrigger, Store } from '#ports/index.ts'
import type { Subject } from '../conformance-suite.ts'
import { insertWorkflow, sampleTrigger, saveTrigger } from './trigger-samples.ts'

/** How long claims of the samples hold. */
export const CLAIM_MS = 100

/** A poll trigger, of a new account unless one is given. */
export async function savePollTrigger(
  subject: Subject,
  changes: Partial<Trigger> = {},
  account?: AccountId,
): Promise<Trigger> {
  const workflow = await insertWorkflow(subject, account ?? (await subject.newAccount()))
  const sample = { kind: 'poll', topic: null, inboundKey: null, fireAt: null, ...changes } as const
  return saveTrigger(subject, sampleTrigger(subject, workflow, sample))
}

export interface ClaimChanges {
  readonly now: number
  /** `now` unless given. */
  readonly databaseNow?: number
  readonly limit?: number
  readonly maxPerAccount?: number
  readonly inProgress?: ReadonlyMap<AccountId, number>
  readonly store?: Store
}

export function claimDue(
  { store: own, ids }: Subject,
  { now, databaseNow = now, limit = 100, maxPerAccount = 100, inProgress, store = own }: ClaimChanges,
): Promise<readonly PolledTrigger[]> {
  return store.write((tx) =>
    store.polls.claimDue(tx, {
      now,
      databaseNow,
      claimMs: () => CLAIM_MS,
      limit,
      maxPerAccount,
      inProgress: inProgress ?? new Map(),
      newClaim: () => ids.next(1),
    }),
  )
}

/** No trigger of the tests before is due any more: they share the store. */
export async function endTimes({ store }: Subject): Promise<void> {
  await store.write(async (tx) => {
    const scheduled = await store.triggers.listScheduled(tx, '00000000-0000-0000-0000-000000000000', 10_000)
    await store.triggers.save(
      tx,
      scheduled.map((trigger) => ({ ...trigger, fireAt: null })),
    )
  })
}
