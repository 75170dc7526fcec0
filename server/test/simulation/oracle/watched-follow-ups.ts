import type { JsonObject } from '#domain/index.ts'
import type { ExecutionRow } from '#test/simulation/memory/memory-database.ts'
import type { PlannedTrigger } from '#test/simulation/workload/plan-follow-ups.ts'
import type { Violate } from './watched-run.ts'

/** As documented: a chain of runs that start each other ends after this number of follow-up runs. */
const LONGEST_CHAIN = 5

/**
 * Checks that each end starts one run of each workflow that follows it, in the commit of the end. The length of a chain is
 * counted from the runs themselves, not read from the store.
 */
export class WatchedFollowUps {
  readonly #triggers: readonly PlannedTrigger[]
  readonly #violate: Violate
  readonly #count: (what: string) => void
  /** By execution: the number of follow-up runs in a row that led to it. */
  readonly #chains = new Map<string, number>()
  /** Pairs of an execution and a trigger that started a run. */
  readonly #started = new Set<string>()

  constructor(triggers: readonly PlannedTrigger[], violate: Violate, count: (what: string) => void) {
    this.#triggers = triggers
    this.#violate = violate
    this.#count = count
  }

  /** A sub-workflow belongs to the chain of the execution that starts it. */
  continueChain(executionId: string, childId: string): void {
    this.#chains.set(childId, this.#chainOf(executionId))
  }

  checkCommit(ended: readonly ExecutionRow[], started: readonly ExecutionRow[]): void {
    for (const run of started) {
      if (run.triggerNodeId !== null && run.retryOf === null) this.#checkStart(run, ended)
    }
    for (const end of ended) this.#checkEnd(end)
  }

  #checkStart(run: ExecutionRow, ended: readonly ExecutionRow[]): void {
    const { execution_id: followed } = JSON.parse(run.input) as JsonObject
    const end = ended.find(({ id }) => id === followed)
    this.#count('follow-up run')
    if (end === undefined) {
      this.#violate('a follow-up run starts in the commit of the end it follows', run.id)
      return
    }
    const chain = this.#chainOf(end.id) + 1
    this.#chains.set(run.id, chain)
    if (chain > LONGEST_CHAIN)
      this.#violate('a chain of follow-up runs is limited', `${run.id} is number ${chain}`)
    const trigger = this.#triggers.find(
      ({ workflowId, nodeId }) => workflowId === run.workflowId && nodeId === run.triggerNodeId,
    )
    if (trigger === undefined || !follows(trigger, end)) {
      this.#violate('a follow-up run has a trigger that follows the end', `${run.id} after ${end.id}`)
      return
    }
    const pair = `${end.id} ${trigger.id}`
    if (this.#started.has(pair)) this.#violate('an end starts one follow-up run per trigger', pair)
    this.#started.add(pair)
  }

  #checkEnd(end: ExecutionRow): void {
    const triggers = this.#triggers.filter((trigger) => follows(trigger, end))
    if (triggers.length > 0 && this.#chainOf(end.id) >= LONGEST_CHAIN) {
      this.#count('chain limit')
      return
    }
    for (const { id } of triggers) {
      if (this.#started.has(`${end.id} ${id}`)) continue
      this.#violate('an end starts its follow-up runs in its own commit', `${end.id}, trigger ${id}`)
    }
  }

  #chainOf(executionId: string): number {
    return this.#chains.get(executionId) ?? 0
  }
}

function follows({ workflowId, event, follows: targets }: PlannedTrigger, end: ExecutionRow): boolean {
  if (workflowId === end.workflowId || event !== `workflow.${end.status}`) return false
  return targets.length === 0 || targets.includes(end.workflowId)
}
