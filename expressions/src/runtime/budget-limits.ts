/** The limits of one evaluation. Each is checked before the memory is allocated or the time is spent. */
export interface Limits {
  /** Operators, property reads, calls and invocations of arrow functions. */
  readonly steps: number
  /** Characters and list entries that functions read or write, summed over all calls. */
  readonly work: number
  /** Characters (UTF-16 code units) of one text, including intermediate results. */
  readonly text: number
  /** Entries of one list, or properties of one object that the expression builds. */
  readonly list: number
}

export const defaultLimits: Limits = {
  steps: 100_000,
  work: 16 * 1024 * 1024,
  text: 1024 * 1024,
  list: 100_000,
}

/** The maximum nesting depth of brackets and calls in the source, and of data in a result. */
export const maxDepth = 64

/** Consecutive operators and property reads, such as `a + b + c`. Bounds the recursion of parser and interpreter. */
export const maxChain = 400

/** The maximum length of one expression, in characters. */
export const maxSource = 64 * 1024
