import type { JsonValue } from '#domain/index.ts'
import { compareKeys, sortKeysOf, toNumber } from '#nodes/lists/compare-values.ts'
import type { ListComputation, ListWork } from '#nodes/lists/list-work.ts'

/** Compares two items by their positions. */
export type ComparePositions = (a: number, b: number) => number

type Values = readonly (JsonValue | undefined)[]

/**
 * Compares the values of a column. For columns of only numbers or only texts, which are by far the most frequent, there is a comparison
 * that takes half the time.
 */
export function* compareColumn(
  values: Values,
  isDescending: boolean,
  work: ListWork,
): ListComputation<ComparePositions> {
  let isNumeric = true
  let isText = true
  let hasWord = false
  for (const value of values) {
    if (work.look(value)) yield
    const isNumber = toNumber(value) !== undefined
    isNumeric &&= isNumber
    isText &&= typeof value === 'string'
    // An empty text among texts with numbers is a missing number.
    hasWord ||= !isNumber && value !== ''
    if (!isNumeric && !isText) break
  }
  if (isNumeric) return yield* compareNumbers(values, isDescending, work)
  if (isText && hasWord) return yield* compareWords(values as readonly string[], isDescending, work)
  const keys = yield* sortKeysOf(values, work)
  return (a, b) => {
    const [left, right] = [keys[a], keys[b]]
    return left === undefined || right === undefined ? 0 : compareKeys(left, right, isDescending)
  }
}

function* compareNumbers(
  values: Values,
  isDescending: boolean,
  work: ListWork,
): ListComputation<ComparePositions> {
  const sign = isDescending ? -1 : 1
  const keys = new Float64Array(values.length)
  for (const [index, value] of values.entries()) {
    if (work.look(value)) yield
    keys[index] = sign * (toNumber(value) ?? 0)
  }
  return (a, b) => (keys[a] ?? 0) - (keys[b] ?? 0)
}

/** At least one of the texts is no number. */
function* compareWords(
  texts: readonly string[],
  isDescending: boolean,
  work: ListWork,
): ListComputation<ComparePositions> {
  const sign = isDescending ? -1 : 1
  const lower: string[] = []
  // A list can have the same large text many times.
  const known = new Map<string, string>()
  for (const text of texts) {
    if (work.look(text)) yield
    let key = known.get(text)
    if (key === undefined) {
      key = text.toLowerCase()
      if (key !== text) work.keep(key)
      known.set(text, key)
    }
    lower.push(key)
  }
  return (a, b) => {
    const [left, right] = [lower[a] ?? '', lower[b] ?? '']
    if (left !== right) return left < right ? -sign : sign
    const [exact, other] = [texts[a] ?? '', texts[b] ?? '']
    return exact === other ? 0 : exact < other ? -sign : sign
  }
}
