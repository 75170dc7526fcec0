import type { JsonObject, JsonValue } from '#domain/index.ts'
import type { NodeCall, NodeDone, NodeFailed } from '#ports/index.ts'
import { type List, readItems } from './read-list.ts'

/** Work with lists that others can have their turn in. */
export type ListComputation<T> = Generator<undefined, T>

/** A unit is about what it takes to look at one item: many of them are a small part of a slice. */
const UNITS_PER_PART = 4_096
const CHARACTERS_PER_UNIT = 16

/**
 * A list can have the same large value a hundred thousand times at no cost, until something is made of each. More characters than
 * this would be too much for the memory.
 */
const MAX_CHARACTERS = 32 * 1024 * 1024
/** As many members are more than the output of a step can hold. */
const MAX_COPIED_MEMBERS = 200_000

/** Counts what a node does with its list. */
export class ListWork {
  #units = 0
  #characters = 0
  #copied = 0

  /** Counts work. True: others should have their turn soon. */
  add(units: number): boolean {
    this.#units += units
    if (this.#units < UNITS_PER_PART) return false
    this.#units = 0
    return true
  }

  /** Counts a look at a value as a whole. */
  look(value: JsonValue | undefined): boolean {
    if (typeof value === 'string') return this.add(1 + value.length / CHARACTERS_PER_UNIT)
    return this.add(typeof value === 'object' && value !== null ? UNITS_PER_PART : 1)
  }

  /** Counts a text that is kept while the node works. */
  keep(text: string): string {
    this.#characters += text.length
    if (this.#characters > MAX_CHARACTERS) throw new ListTooLarge(TOO_LARGE)
    return text
  }

  /** Counts an object whose members are copied into a result. The next `add` says whether others should have their turn. */
  copy(object: JsonObject): void {
    const { length } = Object.keys(object)
    this.#copied += length
    this.#units += length
    if (this.#copied > MAX_COPIED_MEMBERS) throw new ListTooLarge(OUTPUT_TOO_LARGE)
  }
}

const TOO_LARGE: NodeFailed = {
  ok: false,
  code: 'LIST_TOO_LARGE',
  message:
    'The values by which the items are compared are larger than 32 MiB together. Compare by a smaller field.',
  permanent: true,
}

const OUTPUT_TOO_LARGE: NodeFailed = {
  ok: false,
  code: 'OUTPUT_TOO_LARGE',
  message: `The output would have more than ${MAX_COPIED_MEMBERS} members. Return only what later nodes need.`,
  permanent: true,
}

class ListTooLarge extends Error {
  override readonly name = 'ListTooLarge'
  readonly failure: NodeFailed

  constructor(failure: NodeFailed) {
    super(failure.message)
    this.failure = failure
  }
}

type Result = NodeDone | NodeFailed

/** Runs a node on its list, in slices if it takes long. */
export function computeList(
  call: NodeCall,
  run: (list: List, work: ListWork) => ListComputation<Result>,
): Result | Promise<Result> {
  const list = readItems(call)
  return 'ok' in list ? list : compute(call, (work) => run(list, work))
}

/** Does work of a node, in slices if it takes long. */
export function compute(
  call: NodeCall,
  run: (work: ListWork) => ListComputation<Result>,
): Result | Promise<Result> {
  return call.compute(guarded(run(new ListWork())))
}

function* guarded(computation: ListComputation<Result>): ListComputation<Result> {
  try {
    return yield* computation
  } catch (error) {
    if (error instanceof ListTooLarge) return error.failure
    throw error
  }
}
