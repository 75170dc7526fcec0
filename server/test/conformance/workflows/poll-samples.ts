import { type AccountId, newPoll, type Trigger } from '#domain/index.ts'
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

/** Remembers keys as the polls of a trigger do. */
export class PollMemory {
  readonly #subject: Subject
  readonly trigger: Trigger
  #memory: string
  #position = 0

  private constructor(subject: Subject, trigger: Trigger) {
    this.#subject = subject
    this.trigger = trigger
    this.#memory = subject.ids.next(1)
  }

  static async open(subject: Subject): Promise<PollMemory> {
    const memory = new PollMemory(subject, await savePollTrigger(subject))
    await memory.#save()
    return memory
  }

  get id(): string {
    return this.trigger.id
  }

  async remember(added: readonly string[], present: readonly string[] = [], limit = 100): Promise<void> {
    const { store } = this.#subject
    const from = { memory: this.#memory, position: this.#position }
    this.#position = await store.write((tx) => store.polls.remember(tx, from, { added, present, limit }))
  }

  /** Forgets everything and starts again, with another memory. */
  async reset(): Promise<void> {
    const { store, ids } = this.#subject
    await store.write((tx) => store.polls.reset(tx, this.id))
    this.#memory = ids.next(1)
    this.#position = 0
    await this.#save()
  }

  /** Those of the keys that are remembered. */
  async seen(...keys: readonly string[]): Promise<readonly string[]> {
    const found = await this.#subject.store.polls.findSeen(this.id, keys)
    return keys.filter((key) => found.has(key))
  }

  async count(): Promise<number> {
    return (await this.#subject.store.polls.countRemembered([this.id])).get(this.id) ?? 0
  }

  async #save(): Promise<void> {
    const { store } = this.#subject
    const poll = { ...newPoll(this.id, this.trigger.accountId), memory: this.#memory }
    await store.write((tx) => store.polls.save(tx, poll))
  }
}
