import { type AccountId, findDueRuns, type JsonObject } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import { type PollSettings, readPoll } from '#nodes/index.ts'
import type { Clock, Ids, Log, NodeKind, PolledTrigger, Scheduler, Store } from '#ports/index.ts'
import { timestamp } from '../../shared/timestamps.ts'
import { jitterOf } from '../jitter.ts'
import { fetchItems } from './fetch-items.ts'
import { type PollResult, settlePoll } from './settle-poll.ts'
import { readVariables, readVars } from './read-variables.ts'

export interface PollsDeps {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly ids: Ids
  readonly log: Log
  /** The kinds that send requests. */
  readonly kinds: readonly NodeKind[]
  readonly isSingleProcess: boolean
  /** Undefined if the clock of the process is the only one. */
  readonly databaseTime?: (() => Promise<number>) | undefined
}

/** How often the database is asked: a trigger may have been published or claimed by any process. */
const INTERVAL_MS = 1_000
/** Polls in progress per process, and those of one account among them. */
const MAX_POLLS = 32
const MAX_PER_ACCOUNT = 8
/** How often failing polls are counted, and how many failures in a row count. */
const COUNT_MS = 15_000
const FAILURES_TO_WARN = 3
/** How long a claim outlasts the time limit of its poll: the result has to be computed and stored. */
const CLAIM_MARGIN_MS = 10_000

/**
 * Polls for new items.
 *
 * 1. A poll begins with a claim, which is stored. While it holds, no process starts another poll of the trigger.
 * 2. The request is sent without a transaction.
 * 3. The result is stored only by the process that still has the claim, in one transaction (`settlePoll`).
 *
 * If the process dies between 1 and 3, nothing was stored: the claim expires and the poll is repeated.
 */
export class Polls {
  readonly #deps: PollsDeps
  /** By claim: after a reset, the next poll of a trigger begins before the one in progress has ended. */
  readonly #active = new Map<string, { readonly account: AccountId; readonly done: Promise<void> }>()
  #stopping = new AbortController()
  #cancelTimer: (() => void) | undefined
  #looking: Promise<void> = Promise.resolve()
  #isStopped = true
  #isCleared = false
  /** How many polls failed when they were last counted. */
  #failing: { readonly at: number; readonly count: number; readonly since: number | null } | undefined
  #isLooking = false
  /** A poll has ended since the last look began. */
  #hasNews = false

  constructor(deps: PollsDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#isStopped = false
    this.#stopping = new AbortController()
    this.#lookIn(0)
  }

  /** What an operator should know about polls that fail. */
  warnings(): readonly string[] {
    if (this.#failing === undefined) return []
    const { count, since } = this.#failing
    if (count === 0 || since === null) return []
    const many = count === 1 ? '1 poll trigger fails' : `${count} poll triggers fail`
    return [`${many}, the first since ${timestamp(since)}; the page Triggers shows them`]
  }

  /** Aborts the polls in progress. They are due again at once, in another process or the next one. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelTimer?.()
    this.#stopping.abort()
    await this.#looking
    await Promise.all([...this.#active.values()].map(({ done }) => done))
  }

  #lookIn(ms: number): void {
    if (this.#isStopped) return
    this.#cancelTimer = this.#deps.scheduler.after(ms, () => {
      this.#looking = this.#look()
    })
  }

  async #look(): Promise<void> {
    const { store, clock, log } = this.#deps
    let waitMs = INTERVAL_MS
    this.#isLooking = true
    this.#hasNews = false
    try {
      if (!this.#isCleared) await this.#releaseClaims()
      await this.#countFailing()
      const limit = Math.min(MAX_POLLS - this.#active.size, MAX_PER_ACCOUNT)
      const claimed = limit > 0 ? await this.#claim(limit) : []
      for (const one of claimed) this.#begin(one)
      const next = await store.polls.nextDue()
      // What is due now has a claim, or waits for another poll to end.
      const isSoon = next !== undefined && next > clock.now()
      if (isSoon) waitMs = Math.min(waitMs, next - clock.now())
      // There may be more, also of other accounts than those that have as many as they may.
      const inProgress = this.#countInProgress()
      const isMore = claimed.some(({ trigger }) => inProgress.get(trigger.accountId) === MAX_PER_ACCOUNT)
      if (this.#hasNews || isMore || (limit > 0 && claimed.length === limit)) waitMs = 0
    } catch (error) {
      log.error({ err: error }, 'claiming polls failed, retrying')
    }
    this.#isLooking = false
    this.#lookIn(waitMs)
  }

  /** A poll has ended: it may be due again at once, and others may have waited for it. */
  #lookAgain(): void {
    this.#hasNews = true
    if (this.#isLooking) return
    this.#cancelTimer?.()
    this.#lookIn(0)
  }

  async #countFailing(): Promise<void> {
    const { store, clock } = this.#deps
    const now = clock.now()
    if (this.#failing !== undefined && Math.abs(now - this.#failing.at) < COUNT_MS) return
    this.#failing = { at: now, ...(await store.polls.countFailing(FAILURES_TO_WARN)) }
  }

  /** The claims of a process that died expire. If there is only one process, nobody else can have them. */
  async #releaseClaims(): Promise<void> {
    const { store, clock, isSingleProcess } = this.#deps
    if (isSingleProcess) await store.write((tx) => store.polls.releaseClaims(tx, clock.now()))
    this.#isCleared = true
  }

  async #claim(limit: number): Promise<readonly PolledTrigger[]> {
    const { store, clock, ids, databaseTime } = this.#deps
    if (this.#isStopped) return []
    const databaseNow = await databaseTime?.()
    return store.write(async (tx) => {
      const now = clock.now()
      return store.polls.claimDue(tx, {
        now,
        databaseNow: databaseNow ?? now,
        claimMs: ({ data }) => timeLimitOf(data) + CLAIM_MARGIN_MS,
        limit,
        maxPerAccount: MAX_PER_ACCOUNT,
        inProgress: this.#countInProgress(),
        newClaim: () => ids.next(now),
      })
    })
  }

  #countInProgress(): ReadonlyMap<AccountId, number> {
    const byAccount = Map.groupBy(this.#active.values(), ({ account }) => account)
    return new Map([...byAccount].map(([account, polls]) => [account, polls.length]))
  }

  #begin(claimed: PolledTrigger): void {
    const { trigger, poll } = claimed
    const claim = poll.claim ?? trigger.id
    const done = this.#poll(claimed)
      .catch((error: unknown) => {
        // Nothing was stored: the claim expires, and the poll is repeated.
        this.#deps.log.error({ err: error, trigger_id: trigger.id }, 'poll failed unexpectedly, retrying')
      })
      .finally(() => {
        this.#active.delete(claim)
        this.#lookAgain()
      })
    this.#active.set(claim, { account: trigger.accountId, done })
  }

  async #poll(claimed: PolledTrigger): Promise<void> {
    const { store, engine, clock, log } = this.#deps
    const { trigger } = claimed
    const read = readPoll(trigger.data, { long: 'accept' })
    // Only triggers without problems are live.
    if (!read.ok) throw new Error(`The poll of trigger ${trigger.id} is not valid.`)
    const startedAt = clock.now()
    const isWanted = isDue(claimed, read.poll, startedAt)
    const fetched = isWanted ? await this.#fetch(claimed, read.poll, startedAt) : 'missed'
    const result = { claimed, settings: read.poll, fetched, startedAt, now: clock.now() }
    const settled = await store.write((tx) => settlePoll({ store, engine }, tx, result))
    if (settled === 'failed' && typeof fetched === 'object' && 'ok' in fetched) {
      const { id: trigger_id, workflowId: workflow_id } = trigger
      const { code, message } = fetched
      log.warn({ trigger_id, workflow_id, code, error: message }, 'poll failed, retrying')
    }
  }

  async #fetch(
    { trigger, poll }: PolledTrigger,
    settings: PollSettings,
    now: number,
  ): Promise<PollResult['fetched']> {
    const { store, kinds, log } = this.#deps
    const { signal } = this.#stopping
    const variables: JsonObject = await readVariables(store, trigger)
    const vars = await readVars(store, trigger.accountId, trigger.data)
    const request = {
      settings,
      account: trigger.accountId,
      credentialId: trigger.credentialId ?? undefined,
      cursor: poll.cursor,
      variables,
      vars,
      id: poll.claim ?? trigger.id,
      now,
      signal,
    }
    // A defect, or a credential that cannot be decrypted: it must be seen like every other failure.
    const fetched = await fetchItems(kinds, request).catch((error: unknown) => {
      log.error({ err: error, trigger_id: trigger.id }, 'poll failed because of an internal error')
      return INTERNAL_ERROR
    })
    return signal.aborted && 'ok' in fetched ? 'stopped' : fetched
  }
}

const INTERNAL_ERROR = {
  ok: false,
  code: 'INTERNAL_ERROR',
  message:
    'An internal error occurred during the poll. The log of the service has the details under the id of the trigger.',
} as const

/** Times that were missed by more than a minute are polled only if the trigger says so. A first poll and unfinished ones always are. */
function isDue({ trigger, poll }: PolledTrigger, { schedule }: PollSettings, now: number): boolean {
  const { id, nextRun } = trigger
  if (!poll.isPrimed || poll.failures > 0 || poll.isBehind || nextRun === null || nextRun > now) return true
  return findDueRuns(schedule, nextRun, now, (run) => jitterOf(id, run, schedule.jitterMs)).runs.length > 0
}

function timeLimitOf(data: JsonObject): number {
  const read = readPoll(data, { long: 'skip' })
  return read.ok ? read.poll.timeoutMs : 0
}
