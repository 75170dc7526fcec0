import { isEqualJson, type JsonValue } from '#domain/index.ts'
import { findText } from '@millrace/expressions'
import type { ListComputation, ListWork } from './list-work.ts'

type Value = JsonValue | undefined

/** The number that a value stands for. Texts with a number count: forms, tables and query strings have nothing else. */
export function toNumber(value: Value): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

export function isMissing(value: Value): value is null | undefined {
  return value === undefined || value === null
}

/** Negative, zero or positive. Undefined when the two have no order, such as a number and a list. */
export function compareTwo(left: Value, right: Value): number | undefined {
  const [a, b] = [toNumber(left), toNumber(right)]
  if (a !== undefined && b !== undefined) return a - b
  return typeof left === 'string' && typeof right === 'string' ? compareTexts(left, right) : undefined
}

/** Whether a value contains another: a text in a text, an entry in a list. */
export function contains(whole: Value, part: Value): boolean {
  if (Array.isArray(whole)) {
    const entries = whole as readonly JsonValue[]
    if (typeof part !== 'object' || part === null) return entries.includes(part ?? null)
    // A list can have the same large value many times.
    for (const one of new Set(entries)) if (isEqualJson(one, part)) return true
    return false
  }
  return typeof whole === 'string' && typeof part === 'string' && findText(whole, part) !== -1
}

export function isEmpty(value: Value): boolean {
  if (isMissing(value) || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** Sortable: what stands for a value when a list is sorted. Made once per item, because comparing happens many times. */
export interface SortKey {
  readonly rank: number
  readonly value: number | string
  /** Decides between texts that differ only in upper and lower case. */
  readonly exact: string
}

/**
 * The keys of a column. If all its values are numbers or texts with numbers, they are compared as numbers. Otherwise
 * numbers come before texts, texts before everything else.
 */
export function* sortKeysOf(values: readonly Value[], work: ListWork): ListComputation<readonly SortKey[]> {
  let isNumeric = true
  for (const value of values) {
    if (work.look(value)) yield
    isNumeric = isMissing(value) || value === '' || toNumber(value) !== undefined
    if (!isNumeric) break
  }
  const keys: SortKey[] = []
  // A list can have the same large value many times.
  const known = new Map<Value, SortKey>()
  for (const value of values) {
    let key = typeof value === 'number' ? undefined : known.get(value)
    if (key === undefined) {
      if (work.look(value)) yield
      key = sortKeyOf(value, isNumeric)
      if (typeof key.value === 'string' && key.value !== value) work.keep(key.value)
      if (typeof value !== 'number') known.set(value, key)
    } else if (work.add(1)) yield
    keys.push(key)
  }
  return keys
}

function sortKeyOf(value: Value, isNumeric: boolean): SortKey {
  if (isMissing(value) || (isNumeric && value === '')) return MISSING
  const number = isNumeric ? toNumber(value) : typeof value === 'number' ? value : undefined
  if (number !== undefined) return { rank: 0, value: number, exact: '' }
  if (typeof value === 'string') return { rank: 1, value: value.toLowerCase(), exact: value }
  return { rank: 2, value: JSON.stringify(value), exact: '' }
}

/** Missing values are last, in both directions. */
export function compareKeys(a: SortKey, b: SortKey, isDescending: boolean): number {
  if (a.rank === MISSING.rank || b.rank === MISSING.rank) return a.rank - b.rank
  const order =
    a.rank - b.rank || (a.value < b.value ? -1 : a.value > b.value ? 1 : compareTexts(a.exact, b.exact))
  return isDescending ? -order : order
}

const MISSING: SortKey = { rank: 3, value: '', exact: '' }

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
