import { isDeepStrictEqual } from 'node:util'
import { checkConcurrency } from './check-concurrency.ts'
import { checkEffects } from './check-effects.ts'
import { checkFiles } from './check-files.ts'
import { checkJournal } from './check-journal.ts'
import { checkPolls } from './check-polls.ts'
import { checkState } from './check-state.ts'
import { endsAs } from './ends-as.ts'
import {
  type CrashHistory,
  type PlannedExecution,
  requestOf,
  type ShownExecution,
  type StoredExecution,
  type Violation,
} from './history.ts'

/** Returns every violation in a history. */
export function checkHistory(history: CrashHistory): readonly Violation[] {
  const { planned, shown, stored, arrivals } = history
  const byToken = Map.groupBy(stored, ({ token }) => requestOf(token))
  const byId = new Map(stored.map((execution) => [execution.id, execution]))
  const arrivalsByToken = Map.groupBy(arrivals, ({ token }) => requestOf(token))
  const tokens = new Set(planned.map(({ token }) => token))
  return [
    ...planned.flatMap((plan) => {
      const family = byToken.get(plan.token) ?? []
      return [
        ...checkAcceptance(plan, family, shown),
        ...checkEnd(plan, family),
        ...checkAnsweredEnds(plan, family),
        ...checkChildren(plan, family, byId),
        ...checkEffects(plan, family, arrivalsByToken.get(plan.token) ?? []),
      ]
    }),
    ...stored.flatMap((execution) => [
      ...checkJournal(execution),
      ...checkShown(execution, shown),
      ...(tokens.has(requestOf(execution.token)) ? [] : [unknown(execution)]),
    ]),
    ...arrivals
      .filter(({ token }) => !tokens.has(requestOf(token)))
      .map(({ executionId, step }): Violation => ({
        rule: 'unplanned',
        executionId,
        detail: `The effect of "${step}" belongs to no request.`,
      })),
    ...checkKeysDiffer(history),
    ...checkConcurrency(history),
    ...checkState(history),
    ...checkPolls(history),
    ...checkFiles(history),
  ]
}

function checkAcceptance(
  plan: PlannedExecution,
  family: readonly StoredExecution[],
  shown: CrashHistory['shown'],
): Violation[] {
  const tops = family.filter(({ parentId }) => parentId === null).map(({ id }) => id)
  const answered = [...new Set(plan.acceptedIds)]
  const violations: Violation[] = answered
    .filter((id) => !tops.includes(id) || (shown.has(id) && shown.get(id) === undefined))
    .map((id) => ({ rule: 'lost', executionId: id, detail: `${plan.shape}: accepted, but not stored.` }))
  if (tops.length > 1 || answered.length > 1) {
    const ids = [...new Set([...tops, ...answered])].join(', ')
    const detail = `${plan.shape}: one request (${plan.token}) created ${ids}.`
    violations.push({ rule: 'twice', executionId: tops[0] ?? answered[0], detail })
  }
  if (plan.hasKey && answered.length === 0 && plan.answeredEnds.length === 0) {
    violations.push({ rule: 'lost', detail: `${plan.shape}: ${plan.token} was never answered.` })
  }
  return violations
}

function checkEnd(plan: PlannedExecution, family: readonly StoredExecution[]): Violation[] {
  const top = family.find(({ parentId }) => parentId === null)
  if (top === undefined || top.completedAt === null) return []
  if (plan.ends.some((end) => endsAs(top, end))) return []
  const { status, output, error } = top
  const detail = `${plan.shape}: ${status} with ${JSON.stringify({ output, error })}; the plan was ${JSON.stringify(plan.ends)}.`
  return [{ rule: 'end', executionId: top.id, detail }]
}

function checkAnsweredEnds(plan: PlannedExecution, family: readonly StoredExecution[]): Violation[] {
  const top = family.find(({ parentId }) => parentId === null)
  return plan.answeredEnds
    .filter(
      ({ status, output }) =>
        top?.completedAt == null || top.status !== status || !isDeepStrictEqual(top.output, output),
    )
    .map((end) => {
      const stored = top && { status: top.status, output: top.output }
      const detail = `${plan.shape}: answered with ${JSON.stringify(end)}; stored is ${JSON.stringify(stored)}.`
      return { rule: 'answered', executionId: top?.id, detail }
    })
}

function checkShown(execution: StoredExecution, shown: ReadonlyMap<string, ShownExecution | undefined>) {
  const { id, status, output } = execution
  const seen = shown.get(id)
  if (seen === undefined || execution.completedAt === null) return []
  if (seen.status === status && isDeepStrictEqual(seen.output, output)) return []
  const detail = `The API returned ${JSON.stringify(seen)}, but ${JSON.stringify({ status, output })} is stored.`
  return [{ rule: 'shown' as const, executionId: id, detail }]
}

function checkChildren(
  plan: PlannedExecution,
  family: readonly StoredExecution[],
  byId: ReadonlyMap<string, StoredExecution>,
): Violation[] {
  const violations: Violation[] = []
  const children = family.filter(({ parentId }) => parentId !== null)
  const waits = new Set<string | null>()
  for (const { id, parentId, parentWaitId } of children) {
    const parent = byId.get(parentId ?? '')
    if (parent === undefined) {
      violations.push({ rule: 'child', executionId: id, detail: `Its parent ${parentId} does not exist.` })
    } else if (!isSubscribedTo(parent, id, parentWaitId)) {
      violations.push({
        rule: 'child',
        executionId: id,
        detail: `The journal of ${parent.id} has no such child.`,
      })
    }
    if (waits.has(parentWaitId)) {
      violations.push({
        rule: 'child',
        executionId: id,
        detail: `Another one answers the same wait of ${parentId}.`,
      })
    }
    waits.add(parentWaitId)
  }
  const isThere = family.some(({ completedAt }) => completedAt !== null)
  if (isThere && children.length !== plan.children) {
    const detail = `${plan.shape}: ${children.length} sub-workflows were started; the plan was ${plan.children}.`
    violations.push({ rule: 'child', executionId: family[0]?.id, detail })
  }
  return violations
}

function isSubscribedTo(parent: StoredExecution, childId: string, waitId: string | null): boolean {
  return parent.journal.some(({ steps }) =>
    steps.some((entry) => entry.status === 'waiting' && entry.childId === childId && entry.waitId === waitId),
  )
}

function unknown({ id, token }: StoredExecution): Violation {
  return { rule: 'twice', executionId: id, detail: `No request has the token "${token}".` }
}

/** A key identifies one effect among all effects of all executions. */
function checkKeysDiffer({ arrivals }: CrashHistory): Violation[] {
  return [...Map.groupBy(arrivals, ({ key }) => key)].flatMap(([key, withKey]) => {
    if (key === undefined) return []
    const effects = [...new Set(withKey.map(({ token, step }) => `${token} ${step}`))]
    if (effects.length === 1) return []
    const detail = `The key ${key} is used for ${effects.join(', and ')}.`
    return [{ rule: 'key' as const, executionId: withKey[0]?.executionId, detail }]
  })
}
