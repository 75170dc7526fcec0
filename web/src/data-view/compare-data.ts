import { type Path, valueAt } from './data-source.ts'

export interface Difference {
  readonly kind: 'added' | 'changed'
  /** Members that the value before had and this one lacks. */
  readonly removed: readonly string[]
}

/** Compares values by their path. Answers are computed when a row asks, and kept. */
export class Comparison {
  readonly #before: unknown
  readonly #after: unknown
  readonly #equal = new WeakMap<object, boolean>()

  constructor(before: unknown, after: unknown) {
    this.#before = before
    this.#after = after
  }

  at(path: Path): Difference | undefined {
    const after = valueAt(this.#after, path)
    const before = valueAt(this.#before, path)
    if (before === undefined) return { kind: 'added', removed: [] }
    if (this.#isEqual(before, after)) return undefined
    return { kind: 'changed', removed: removedMembers(before, after) }
  }

  #isEqual(before: unknown, after: unknown): boolean {
    if (before === after) return true
    if (!isObject(before) || !isObject(after)) return false
    const known = this.#equal.get(after)
    if (known !== undefined) return known
    const equal = this.#sameMembers(before, after)
    this.#equal.set(after, equal)
    return equal
  }

  #sameMembers(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
    if (Array.isArray(before) !== Array.isArray(after)) return false
    const names = Object.keys(after)
    if (names.length !== Object.keys(before).length) return false
    return names.every((name) => Object.hasOwn(before, name) && this.#isEqual(before[name], after[name]))
  }
}

function removedMembers(before: unknown, after: unknown): string[] {
  if (!isObject(before) || !isObject(after) || Array.isArray(before) || Array.isArray(after)) return []
  return Object.keys(before).filter((name) => !Object.hasOwn(after, name))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
