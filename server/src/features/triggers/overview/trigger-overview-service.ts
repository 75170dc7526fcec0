import {
  MAX_COUNTED_CALLS,
  type TriggerOverview,
  type TriggerSummary,
} from '@millrace/contract/trigger-overview.ts'
import {
  type AccountId,
  HOUR_MS,
  isPaused,
  isUuid,
  type PlanRange,
  type RunPlan,
  type TriggerKind,
  maySeeAddresses,
} from '#domain/index.ts'
import { type Call, nextTurn } from '#http/index.ts'
import { readWebhook } from '#nodes/index.ts'
import type { ListedTrigger, TriggerFilter, TriggerPosition } from '#ports/index.ts'
import { presentAllPaused } from '../../pause/present-pauses.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { timestamp, timestampOrNull } from '../../shared/timestamps.ts'
import { FailingCredentials } from './failing-credentials.ts'
import { type BadCredential, findProblems, type TriggerFacts } from './find-problems.ts'
import { presentPoll } from '../poll/present-poll.ts'
import { presentPause, stateOf } from './pause-trigger.ts'
import { RunPlanner } from './run-planner.ts'
import { sumPlans } from './sum-plans.ts'

const CALLS_SHOWN = 5
const COUNTED_MS = 24 * HOUR_MS
/** Triggers that one request reads to find those with problems. */
const MAX_SEARCHED = 1_000
const SEARCHED_AT_ONCE = 100
/** Schedules that a summary adds up, and how long one request plans those that are new to it. */
const MAX_SUMMED = 5_000
const PLANNING_MS = 1_000

type Caller = Pick<Call, 'account' | 'scopes'>

export interface OverviewRequest {
  readonly filter: TriggerFilter
  /** Only triggers with an error or a warning. */
  readonly hasProblem: boolean
  readonly after: TriggerPosition | undefined
  readonly limit: number
  readonly range: PlanRange
}

export interface OverviewPage {
  readonly items: readonly TriggerOverview[]
  /** Where the next page begins; undefined at the end. */
  readonly next: TriggerPosition | undefined
}

/** The triggers of all workflows: what they will do, what they did last, and what is wrong with them. */
export class TriggerOverviewService {
  readonly #deps: FeatureDeps
  readonly #planner = new RunPlanner()
  readonly #failing: FailingCredentials

  constructor(deps: FeatureDeps) {
    this.#deps = deps
    this.#failing = new FailingCredentials(deps.store, deps.clock)
  }

  async list(caller: Caller, request: OverviewRequest): Promise<OverviewPage> {
    const { triggerOverview } = this.#deps.store
    const { filter, limit, hasProblem } = request
    const items: TriggerOverview[] = []
    let { after } = request
    for (let searched = 0; searched < MAX_SEARCHED; searched += SEARCHED_AT_ONCE) {
      const size = hasProblem ? SEARCHED_AT_ONCE : limit
      const rows = await triggerOverview.list(caller.account, filter, { after, limit: size + 1 })
      const presented = await this.#present(caller, rows.slice(0, size), request.range)
      for (const [index, item] of presented.entries()) {
        after = rows[index]?.position
        if (!hasProblem || isTroubled(item)) items.push(item)
        if (items.length === limit && index + 1 < rows.length) return { items, next: after }
      }
      if (rows.length <= size) return { items, next: undefined }
    }
    return { items, next: after }
  }

  async summarise(account: AccountId, range: PlanRange): Promise<TriggerSummary> {
    const { store, clock } = this.#deps
    const pauses = await store.pauses.find(account)
    const schedules = isPaused(pauses)
      ? []
      : await store.triggerOverview.activeSchedules(account, MAX_SUMMED + 1)
    const until = clock.now() + PLANNING_MS
    const plans: RunPlan[] = []
    let isComplete = schedules.length <= MAX_SUMMED
    for (const { data } of schedules.slice(0, MAX_SUMMED)) {
      if (clock.now() > until && !this.#planner.isKnown(data, range)) {
        isComplete = false
        continue
      }
      const plan = await this.#planner.plan(data, range)
      if (plan !== undefined) plans.push(plan)
    }
    const load = sumPlans(plans, range).map((step) => ({ ...step, at: timestamp(step.at) }))
    return {
      from: timestamp(range.from),
      to: timestamp(range.to),
      ...(await store.triggerOverview.count(account)),
      all_paused: presentAllPaused(pauses),
      load,
      is_complete: isComplete,
    }
  }

  async #present(
    caller: Caller,
    rows: readonly ListedTrigger[],
    range: PlanRange,
  ): Promise<readonly TriggerOverview[]> {
    const { store, clock } = this.#deps
    const { account } = caller
    const now = clock.now()
    const ids = rows.map(({ trigger }) => trigger.id)
    const pollIds = rows.flatMap(({ trigger }) => (trigger.kind === 'poll' ? [trigger.id] : []))
    const [lastRuns, counts, failing, pauses, polls, remembered] = await Promise.all([
      store.triggerOverview.lastRuns(account, ids, CALLS_SHOWN),
      store.triggerOverview.countRuns(account, ids, { since: now - COUNTED_MS, max: MAX_COUNTED_CALLS }),
      this.#failing.find(account),
      store.pauses.find(account),
      store.polls.find(account, pollIds),
      store.polls.countRemembered(pollIds),
    ])
    const isHeld = isPaused(pauses)
    const items: TriggerOverview[] = []
    for (const row of rows) {
      const { trigger } = row
      await nextTurn()
      const poll = polls.get(trigger.id)
      const facts = { ...(await this.#readFacts(row, failing.get(trigger.workflowId) ?? [])), poll }
      const runs = lastRuns.get(trigger.id) ?? []
      const plan = isPlanned(trigger.kind) ? await this.#planner.plan(trigger.data, range) : undefined
      // A failed poll is retried before its next time.
      const next = poll !== undefined && poll.failures > 0 ? trigger.fireAt : trigger.nextRun
      const nextRun = stateOf(trigger) === 'active' && !isHeld ? next : null
      items.push({
        id: trigger.id,
        workflow_id: trigger.workflowId,
        workflow_name: row.workflowName,
        workflow_status: row.workflowStatus,
        node_id: trigger.nodeId,
        kind: trigger.kind,
        data: trigger.data,
        state: stateOf(trigger),
        pause: presentPause(trigger, now),
        problems: findProblems(row, { ...facts, lastRuns: runs }),
        next_run_at: timestampOrNull(nextRun),
        ...(plan && { plan: presentPlan(plan) }),
        ...(trigger.kind === 'poll' && { poll: presentPoll(poll, remembered.get(trigger.id) ?? 0) }),
        ...(trigger.inboundKey !== null &&
          maySeeAddresses(caller.scopes) && {
            url: `${this.#deps.publicUrl()}/hooks/${trigger.inboundKey}`,
          }),
        ...(facts.form && { form: { id: facts.form.id, name: facts.form.name } }),
        last_calls: runs.map((run) => ({
          execution_id: run.id,
          at: timestamp(run.startedAt),
          status: run.status,
        })),
        last_refusal: row.refused && { at: timestamp(row.refused.at), reason: row.refused.reason },
        calls: { ...(counts.get(trigger.id) ?? { total: 0, failed: 0 }) },
      })
    }
    return items
  }

  /** Few triggers need what is read here: forms, senders with a secret, and what is published but inactive. */
  async #readFacts(
    { trigger, workflowStatus }: ListedTrigger,
    failing: readonly BadCredential[],
  ): Promise<Omit<TriggerFacts, 'lastRuns' | 'poll'>> {
    const { store } = this.#deps
    const { accountId: account, workflowId, kind, state, data } = trigger
    const formId = data['form_id']
    const hasForm = kind === 'form' && typeof formId === 'string' && isUuid(formId)
    const isStuck = workflowStatus === 'published' && state === 'inactive'
    return {
      form: hasForm ? await store.forms.find(account, formId.toLowerCase()) : undefined,
      workflow: isStuck ? await store.workflows.find(account, workflowId) : undefined,
      credentials: [...(await this.#findMissing(trigger)), ...failing],
    }
  }

  async #findMissing({
    accountId,
    kind,
    state,
    data,
    credentialId,
  }: ListedTrigger['trigger']): Promise<readonly BadCredential[]> {
    if (kind !== 'webhook' || state !== 'live' || credentialId === null) return []
    const read = readWebhook(data, { long: 'skip' })
    if (!read.ok || read.webhook.auth === 'none') return []
    const id = credentialId.toLowerCase()
    const credential = await this.#deps.store.credentials.find(accountId, id)
    return credential === undefined ? [{ id, name: '', isMissing: true }] : []
  }
}

function isPlanned(kind: TriggerKind): boolean {
  return kind === 'schedule' || kind === 'poll'
}

function isTroubled({ problems }: TriggerOverview): boolean {
  return problems.some(({ severity }) => severity !== 'info')
}

function presentPlan({ times, bands, runs }: RunPlan): NonNullable<TriggerOverview['plan']> {
  return {
    times: times.map(timestamp),
    bands: bands.map((band) => ({ from: timestamp(band.from), to: timestamp(band.to), runs: band.runs })),
    runs,
  }
}
