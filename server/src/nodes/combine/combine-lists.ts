import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import { isMissing } from '#nodes/lists/compare-values.ts'
import { fieldAt, writeKey } from '#nodes/lists/fields.ts'
import type { ListComputation, ListWork } from '#nodes/lists/list-work.ts'
import { type List, MAX_LIST_ITEMS, tooManyResults } from '#nodes/lists/read-list.ts'
import type { NodeDone, NodeFailed } from '#ports/index.ts'

export const MODES = ['inner', 'left', 'outer', 'append', 'position'] as const
export type Mode = (typeof MODES)[number]

interface Lists {
  readonly left: List
  readonly right: List
}

interface Options {
  readonly mode: Mode
  readonly leftKey: string
  readonly rightKey: string
  readonly rightAs: string | undefined
}

export function* combineLists(
  { left, right }: Lists,
  options: Options,
  work: ListWork,
): ListComputation<NodeDone | NodeFailed> {
  const pair = pairer(options.rightAs, work)
  const results =
    options.mode === 'append'
      ? [...left, ...right]
      : options.mode === 'position'
        ? yield* byPosition({ left, right }, pair, work)
        : yield* byKey({ left, right }, options, { pair, work })
  return results === undefined || results.length > MAX_LIST_ITEMS
    ? tooManyResults()
    : { ok: true, output: results }
}

type Pair = (left: JsonValue | undefined, right: JsonValue | undefined) => JsonValue

function pairer(rightAs: string | undefined, work: ListWork): Pair {
  return (left, right) => {
    const added = right === undefined ? {} : rightAs === undefined ? asObject(right) : { [rightAs]: right }
    const kept = left === undefined ? {} : asObject(left)
    work.copy(kept)
    work.copy(added)
    return { ...kept, ...added }
  }
}

function* byPosition({ left, right }: Lists, pair: Pair, work: ListWork): ListComputation<JsonValue[]> {
  const results: JsonValue[] = []
  const count = Math.max(left.length, right.length)
  for (let index = 0; index < count; index += 1) {
    if (work.add(PAIR_UNITS)) yield
    results.push(pair(left[index], right[index]))
  }
  return results
}

/** What a pair takes, in looks at an item. */
const PAIR_UNITS = 20

/** Undefined when there are too many pairs: many equal keys on both sides multiply. */
function* byKey(
  { left, right }: Lists,
  { mode, leftKey, rightKey }: Options,
  { pair, work }: { readonly pair: Pair; readonly work: ListWork },
): ListComputation<JsonValue[] | undefined> {
  const partners = new Map<string, { readonly items: JsonValue[]; isUsed: boolean }>()
  const readRight = fieldAt(rightKey)
  for (const item of right) {
    const key = yield* toKey(readRight(item), work)
    if (key === undefined) continue
    const known = partners.get(key)
    if (known === undefined) partners.set(work.keep(key), { items: [item], isUsed: false })
    else known.items.push(item)
  }
  const results: JsonValue[] = []
  const readLeft = fieldAt(leftKey)
  for (const item of left) {
    const key = yield* toKey(readLeft(item), work)
    const found = key === undefined ? undefined : partners.get(key)
    if (found !== undefined) {
      found.isUsed = true
      if (results.length + found.items.length > MAX_LIST_ITEMS) return undefined
      for (const partner of found.items) {
        if (work.add(PAIR_UNITS)) yield
        results.push(pair(item, partner))
      }
    } else if (mode !== 'inner') results.push(pair(item, undefined))
  }
  if (mode !== 'outer') return results
  for (const item of right) {
    const key = yield* toKey(readRight(item), work)
    if (key === undefined || partners.get(key)?.isUsed === false) results.push(pair(undefined, item))
  }
  return results
}

function* toKey(value: JsonValue | undefined, work: ListWork): ListComputation<string | undefined> {
  return isMissing(value) ? undefined : yield* writeKey([value], work)
}

function asObject(item: JsonValue): JsonObject {
  return isJsonObject(item) ? item : { value: item }
}
