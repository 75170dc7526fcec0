import { type Compiled, evaluateOn, RunData, type RecordedRun } from './evaluate.ts'
import type { JsonValue, ScopePosition } from './scope-position.ts'

export type ValueKind = 'text' | 'number' | 'boolean' | 'list' | 'object' | 'empty'

/** How an expression does on one run. */
export interface RunOutcome {
  readonly executionId: string
  readonly startedAt: string
  readonly values: number
  readonly errors: number
  readonly empty: number
  readonly outliers: number
  /** False if the run did not come as far as the node. */
  readonly isReached: boolean
}

export interface Finding {
  readonly kind: 'error' | 'empty' | 'type' | 'without'
  /** The message of the error, the type of the outlier, or the name of the member. */
  readonly detail: string
  readonly count: number
  readonly executionIds: readonly string[]
}

export interface AcrossRuns {
  readonly runs: readonly RunOutcome[]
  readonly values: number
  readonly errors: number
  readonly empty: number
  readonly notReached: number
  /** The most frequent type. */
  readonly kind: ValueKind | undefined
  /** What differs from the rest, the most frequent first. */
  readonly findings: readonly Finding[]
  /** False if the time ran out before the last run. */
  readonly isComplete: boolean
}

function kindOfValue(value: JsonValue): ValueKind {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'list'
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    default:
      return 'object'
  }
}

interface Seen {
  readonly executionId: string
  readonly value: JsonValue
  readonly kind: ValueKind
}

interface Limits {
  /** Milliseconds after which the rest of the runs is left out. */
  readonly timeMs: number
  readonly now: () => number
}

/** A member counts as expected if most of the values have it. */
const EXPECTED_SHARE = 0.5
const MAX_RUNS_PER_FINDING = 20

/** Evaluates an expression on every run, and in a loop on every item. */
export function summarizeRuns(
  compiled: Compiled,
  position: ScopePosition,
  runs: readonly RecordedRun[],
  { timeMs, now }: Limits,
): AcrossRuns {
  const end = now() + timeMs
  const seen: Seen[] = []
  const findings = new Findings()
  const outcomes: { run: RecordedRun; values: Seen[]; errors: number; isReached: boolean }[] = []
  let isComplete = true
  for (const run of runs) {
    if (now() > end) {
      isComplete = false
      break
    }
    const data = new RunData(position, run)
    const missing = data.missing(compiled)
    const outcome = {
      run,
      values: [] as Seen[],
      errors: 0,
      isReached: data.isReached && missing.length === 0,
    }
    outcomes.push(outcome)
    if (!outcome.isReached) continue
    for (const index of iterationsOf(compiled, position, data)) {
      const result = evaluateOn(compiled, data, index)
      if (result.kind === 'error') {
        outcome.errors += 1
        findings.add('error', result.problem.message, run.executionId)
      } else if (result.kind === 'value') {
        const kind = kindOfValue(result.value)
        if (kind === 'empty') findings.add('empty', '', run.executionId)
        outcome.values.push({ executionId: run.executionId, value: result.value, kind })
      }
      if (now() > end) break
    }
    seen.push(...outcome.values)
  }
  const kind = mostFrequent(seen.filter((one) => one.kind !== 'empty').map((one) => one.kind))
  for (const one of seen)
    if (one.kind !== 'empty' && one.kind !== kind) findings.add('type', one.kind, one.executionId)
  if (kind === 'object') addMissingMembers(seen, findings)
  const list = findings.list()
  const incomplete = new Set(list.filter((one) => one.kind === 'without').flatMap((one) => one.executionIds))
  const isOutlier = (one: Seen) => one.kind !== kind && one.kind !== 'empty'
  return {
    runs: outcomes.map(({ run, values, errors, isReached }) => ({
      executionId: run.executionId,
      startedAt: run.startedAt,
      values: values.filter((one) => one.kind !== 'empty').length,
      errors,
      empty: values.filter((one) => one.kind === 'empty').length,
      outliers: values.filter(isOutlier).length + (incomplete.has(run.executionId) ? 1 : 0),
      isReached,
    })),
    values: seen.filter((one) => one.kind !== 'empty').length,
    errors: outcomes.reduce((sum, { errors }) => sum + errors, 0),
    empty: seen.filter((one) => one.kind === 'empty').length,
    notReached: outcomes.filter(({ isReached }) => !isReached).length,
    kind,
    findings: list,
    isComplete,
  }
}

/** Every item, unless the expression reads outputs that are recorded for the last iteration only. */
function iterationsOf(compiled: Compiled, { loop, incoming, names }: ScopePosition, data: RunData) {
  const { items } = data
  if (items === undefined || loop === undefined) return [undefined]
  const ids = compiled.nodes.map((key) => names.find(({ id, name }) => id === key || name === key)?.id ?? key)
  const readsBody =
    ids.some((id) => loop.body.includes(id)) ||
    (compiled.names.includes('previous') && incoming.some(({ source }) => source !== loop.id))
  return readsBody ? [items.length - 1] : items.keys()
}

function mostFrequent(kinds: readonly ValueKind[]): ValueKind | undefined {
  const counts = [...Map.groupBy(kinds, (kind) => kind)].toSorted((a, b) => b[1].length - a[1].length)
  return counts[0]?.[0]
}

function addMissingMembers(seen: readonly Seen[], findings: Findings): void {
  const objects = seen.filter(({ kind }) => kind === 'object') as (Seen & {
    value: Record<string, JsonValue>
  })[]
  const counts = new Map<string, number>()
  for (const { value } of objects)
    for (const [key, member] of Object.entries(value))
      if (member !== null) counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const [key, count] of counts) {
    if (count === objects.length || count < objects.length * EXPECTED_SHARE) continue
    for (const { value, executionId } of objects)
      if ((value[key] ?? null) === null) findings.add('without', key, executionId)
  }
}

class Findings {
  readonly #all = new Map<
    string,
    { kind: Finding['kind']; detail: string; count: number; ids: Set<string> }
  >()

  add(kind: Finding['kind'], detail: string, executionId: string): void {
    const key = `${kind}:${detail}`
    const found = this.#all.get(key) ?? { kind, detail, count: 0, ids: new Set() }
    found.count += 1
    if (found.ids.size < MAX_RUNS_PER_FINDING) found.ids.add(executionId)
    this.#all.set(key, found)
  }

  list(): readonly Finding[] {
    return [...this.#all.values()]
      .map(({ kind, detail, count, ids }) => ({ kind, detail, count, executionIds: [...ids] }))
      .toSorted((a, b) => b.count - a.count)
  }
}
