import { isJsonObject, type JsonValue } from '#domain/index.ts'
import {
  type CompiledCondition,
  compileConditionStepwise,
  compileValueStepwise,
  Evaluation,
  ExpressionError,
  type ExpressionProblem,
  type Interruptible,
  problemAt,
  type Scope,
} from '@millrace/expressions'

/** Members of list entries that are not templates. */
export interface MemberRules {
  readonly conditions: readonly string[]
  readonly literals: readonly string[]
}

export type CompiledListResult =
  | {
      readonly ok: true
      readonly value: { readonly constant: boolean; evaluate(scope: Scope): JsonValue }
    }
  | { readonly ok: false; readonly errors: readonly ExpressionProblem[] }

/** One entry of the list. `decided`: the condition of an earlier entry is true. */
interface Entry {
  readonly constant: boolean
  evaluateIn(evaluation: Evaluation, decided: boolean): { readonly value: JsonValue; readonly holds: boolean }
}

/** The rules of a node kind for the members of one parameter, which it writes as `cases[].condition`. */
export function memberRules(
  parameter: string,
  rules: { readonly conditions?: readonly string[]; readonly literals?: readonly string[] },
): MemberRules | undefined {
  const prefix = `${parameter}[].`
  const pick = (paths: readonly string[] = []) =>
    paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length))
  const conditions = pick(rules.conditions)
  const literals = pick(rules.literals)
  return conditions.length + literals.length === 0 ? undefined : { conditions, literals }
}

/**
 * Compiles a list in which some members are conditions. They are evaluated in order up to the first that is true: a later
 * one must not fail for data that the match has ruled out. All expressions of the list share one budget.
 */
export function* compileList(
  list: readonly JsonValue[],
  rules: MemberRules,
): Interruptible<CompiledListResult> {
  const errors: ExpressionProblem[] = []
  const entries: Entry[] = []
  for (const [index, entry] of list.entries()) entries.push(yield* compileEntry(entry, index, rules, errors))
  if (errors.length > 0) return { ok: false, errors }
  return {
    ok: true,
    value: {
      constant: entries.every(({ constant }) => constant),
      evaluate(scope) {
        const evaluation = new Evaluation(scope)
        let decided = false
        return entries.map((entry) => {
          const { value, holds } = entry.evaluateIn(evaluation, decided)
          decided ||= holds
          return value
        })
      },
    },
  }
}

function* compileEntry(
  entry: JsonValue,
  index: number,
  rules: MemberRules,
  errors: ExpressionProblem[],
): Interruptible<Entry> {
  const members = isJsonObject(entry) ? Object.entries(entry) : []
  const conditions = members.filter(([name]) => rules.conditions.includes(name))
  const literals = members.filter(([name]) => rules.literals.includes(name))
  const others = members.filter(
    ([name]) => !rules.conditions.includes(name) && !rules.literals.includes(name),
  )

  const rest = yield* compileValueStepwise(isJsonObject(entry) ? Object.fromEntries(others) : entry)
  if (!rest.ok)
    errors.push(...rest.errors.map((problem) => problemAt(problem, [index, ...(problem.path ?? [])])))
  const asked: { readonly name: string; readonly condition: CompiledCondition }[] = []
  for (const [name, text] of conditions) {
    const compiled = yield* compileConditionStepwise(text)
    if (compiled.ok) asked.push({ name, condition: compiled.condition })
    else errors.push(...compiled.errors.map((problem) => problemAt(problem, [index, name])))
  }

  return {
    constant: rest.ok && rest.value.constant && conditions.length === 0,
    evaluateIn(evaluation, decided) {
      const value = withPath([index], () => (rest.ok ? rest.value.evaluateIn(evaluation) : null))
      if (!isJsonObject(value)) return { value, holds: false }
      const answers = asked.map(({ name, condition }): [string, boolean] => [
        name,
        !decided && withPath([index, name], () => condition.evaluateIn(evaluation)),
      ])
      return {
        value: { ...value, ...Object.fromEntries(literals), ...Object.fromEntries(answers) },
        holds: answers.some(([, holds]) => holds),
      }
    },
  }
}

/** Adds the path within the list to errors of the evaluation. */
function withPath<T>(path: readonly (string | number)[], evaluate: () => T): T {
  try {
    return evaluate()
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw new ExpressionError(problemAt(error.problem, [...path, ...(error.problem.path ?? [])]))
  }
}
