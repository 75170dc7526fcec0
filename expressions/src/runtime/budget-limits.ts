/** What one evaluation may use. Each limit is checked before the memory is taken or the time is spent. */
export interface Limits {
  /** Operators, property reads, calls and runs of an arrow function. */
  readonly steps: number
  /** Characters and list entries that functions read or write, all calls together. */
  readonly work: number
  /** Characters (UTF-16 units) of one text, also of one that exists only on the way to the result. */
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

/** How deep brackets and function calls may nest in the source, and data in a result. */
export const maxDepth = 64

/** Operators and property reads in one row, such as `a + b + c`; bounds the recursion of parser and interpreter. */
export const maxChain = 400

/** Characters of one expression. */
export const maxSource = 64 * 1024
