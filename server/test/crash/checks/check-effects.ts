import { keyOf } from './check-journal.ts'
import { endsAs } from './ends-as.ts'
import type { Arrival, PlannedEffect, PlannedExecution, StoredExecution, Violation } from './history.ts'

/** Checks the requests of one execution and its sub-workflows to the sink against its plan, journal and log. */
export function checkEffects(
  plan: PlannedExecution,
  family: readonly StoredExecution[],
  arrivals: readonly Arrival[],
): Violation[] {
  const byId = new Map(family.map((execution) => [execution.id, execution]))
  const top = family.find(({ parentId }) => parentId === null)
  const byEffect = Map.groupBy(arrivals, ({ token, step }) => `${token} ${step}`)
  return [
    ...(top !== undefined && endsAs(top, plan.ends[0]) ? checkAllHappened(plan, top, byEffect) : []),
    ...[...byEffect].flatMap(([effect, ofEffect]) => checkEffect(plan, effect, ofEffect, byId)),
    ...family.flatMap((execution) => checkWarnings(execution)),
  ]
}

function checkAllHappened(
  plan: PlannedExecution,
  { id }: StoredExecution,
  byEffect: ReadonlyMap<string, readonly Arrival[]>,
): Violation[] {
  return plan.effects
    .map((effect) => nameOf(plan, effect))
    .filter((name) => !byEffect.has(name))
    .map((name) => ({ rule: 'missing', executionId: id, detail: `${plan.shape}: "${name}" never happened.` }))
}

function nameOf({ token }: PlannedExecution, { step, part = '' }: PlannedEffect): string {
  return `${token}${part} ${step}`
}

function checkEffect(
  plan: PlannedExecution,
  name: string,
  arrivals: readonly Arrival[],
  byId: ReadonlyMap<string, StoredExecution>,
): Violation[] {
  const violations: Violation[] = []
  const ids = [...new Set(arrivals.map(({ executionId }) => executionId))]
  const [executionId] = ids
  const report = (rule: Violation['rule'], detail: string) =>
    violations.push({ rule, executionId, detail: `${plan.shape}, "${name}": ${detail}` })

  const planned = plan.effects.find((effect) => nameOf(plan, effect) === name)
  if (planned === undefined) report('unplanned', 'it is not part of the plan.')
  if (planned?.once === true && arrivals.length > 1)
    report('repeated', `it arrived ${arrivals.length} times.`)
  if (ids.length > 1) report('twice', `it arrived from several executions: ${ids.join(', ')}.`)
  const keys = new Set(arrivals.map(({ key }) => key))
  if (keys.has(undefined)) report('key', 'it arrived without a key.')
  else if (keys.size > 1) report('key', `it arrived with ${keys.size} keys: ${[...keys].join(', ')}.`)

  const execution = executionId === undefined ? undefined : byId.get(executionId)
  if (execution === undefined) {
    report('lost', 'it arrived from an execution that does not exist.')
    return violations
  }
  const begun = countBegun(execution).get(arrivals[0]?.step ?? '')?.begun ?? 0
  if (arrivals.length > begun) {
    report('unbegun', `it arrived ${arrivals.length} times, but the journal has ${begun} begun attempts.`)
  }
  for (const { at } of arrivals) {
    const { completedAt } = execution
    if (completedAt !== null && at > completedAt)
      report('late', `it arrived ${at - completedAt} ms after the end.`)
  }
  return violations
}

interface BegunStep {
  nodeId: string
  /** Attempts that sent a request. */
  begun: number
  /** Attempts that follow a failed one. */
  retries: number
}

function countBegun({ journal }: StoredExecution): Map<string, BegunStep> {
  const counts = new Map<string, BegunStep>()
  for (const entry of journal.flatMap(({ steps }) => steps)) {
    if (entry.status !== 'begun' && entry.status !== 'retrying') continue
    const key = keyOf(entry)
    const count = counts.get(key) ?? { nodeId: entry.nodeId, begun: 0, retries: 0 }
    if (entry.status === 'begun') count.begun += 1
    else count.retries += 1
    counts.set(key, count)
  }
  return counts
}

/**
 * The log has a reason for every attempt after the first: the previous one failed or was interrupted. Log entries name
 * the node, so the items of a loop are counted together.
 */
function checkWarnings(execution: StoredExecution): Violation[] {
  const warnings = execution.journal.flatMap(({ logs }) => logs).filter(({ level }) => level === 'warn')
  const byNode = Map.groupBy(countBegun(execution).values(), ({ nodeId }) => nodeId)
  return [...byNode].flatMap(([nodeId, steps]) => {
    const ofNode = warnings.filter(({ node_id }) => node_id === nodeId)
    const interrupted = ofNode.filter(({ message }) =>
      /was interrupted.*same Idempotency-Key/.test(message),
    ).length
    const failed = ofNode.filter(({ message }) => /^Attempt \d+ of \d+ failed/.test(message)).length
    const reaching = steps.filter(({ begun }) => begun > 0)
    const repeated = reaching.reduce((sum, { begun }) => sum + begun - 1, 0)
    const retries = reaching.reduce((sum, { retries }) => sum + retries, 0)
    if (failed === retries && interrupted === repeated - retries) return []
    const detail = `"${nodeId}": ${repeated} repeated attempts, ${retries} of them after a failure; the log has ${failed} warnings of failures and ${interrupted} of interruptions.`
    return [{ rule: 'warning' as const, executionId: execution.id, detail }]
  })
}
