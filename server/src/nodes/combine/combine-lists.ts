import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import { isMissing } from '#nodes/lists/compare-values.ts'
import { fieldAt, keyOf } from '#nodes/lists/fields.ts'
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

export function combineLists({ left, right }: Lists, options: Options): NodeDone | NodeFailed {
  const pair = pairer(options.rightAs)
  const results =
    options.mode === 'append'
      ? [...left, ...right]
      : options.mode === 'position'
        ? byPosition({ left, right }, pair)
        : byKey({ left, right }, options, pair)
  return results === undefined || results.length > MAX_LIST_ITEMS
    ? tooManyResults()
    : { ok: true, output: results }
}

type Pair = (left: JsonValue | undefined, right: JsonValue | undefined) => JsonValue

function pairer(rightAs: string | undefined): Pair {
  return (left, right) => {
    const added = right === undefined ? {} : rightAs === undefined ? asObject(right) : { [rightAs]: right }
    return { ...(left === undefined ? {} : asObject(left)), ...added }
  }
}

function byPosition({ left, right }: Lists, pair: Pair): JsonValue[] {
  const longer = left.length >= right.length ? left : right
  return longer.map((_, index) => pair(left[index], right[index]))
}

/** Undefined when there are too many pairs: many equal keys on both sides multiply. */
function byKey(
  { left, right }: Lists,
  { mode, leftKey, rightKey }: Options,
  pair: Pair,
): JsonValue[] | undefined {
  const partners = new Map<string, { readonly items: JsonValue[]; isUsed: boolean }>()
  const readRight = fieldAt(rightKey)
  for (const item of right) {
    const key = toKey(readRight(item))
    if (key === undefined) continue
    const known = partners.get(key)
    if (known === undefined) partners.set(key, { items: [item], isUsed: false })
    else known.items.push(item)
  }
  const results: JsonValue[] = []
  const readLeft = fieldAt(leftKey)
  for (const item of left) {
    const key = toKey(readLeft(item))
    const found = key === undefined ? undefined : partners.get(key)
    if (found !== undefined) {
      found.isUsed = true
      if (results.length + found.items.length > MAX_LIST_ITEMS) return undefined
      for (const partner of found.items) results.push(pair(item, partner))
    } else if (mode !== 'inner') results.push(pair(item, undefined))
  }
  if (mode !== 'outer') return results
  for (const item of right) {
    const key = toKey(readRight(item))
    if (key === undefined || partners.get(key)?.isUsed === false) results.push(pair(undefined, item))
  }
  return results
}

function toKey(value: JsonValue | undefined): string | undefined {
  return isMissing(value) ? undefined : keyOf([value])
}

function asObject(item: JsonValue): JsonObject {
  return isJsonObject(item) ? item : { value: item }
}
