import type { SourceLocation } from './problem.ts'
import type { Evaluation } from './evaluation.ts'
import type { Argument, Value } from './values.ts'

/** Where a function is called from; fixed when the expression is compiled. */
export interface CallSite {
  readonly name: string
  readonly location: SourceLocation
}

interface Described {
  /** How it is written, for the reference. */
  readonly use: string
  /** What it gives, for the reference. */
  readonly help: string
  /** An expression that shows it; the tests evaluate it. */
  readonly example: string
}

export interface BuiltinFunction extends Described {
  readonly call: (run: Evaluation, args: readonly Argument[], site: CallSite) => Value
}

export interface BuiltinConstant extends Described {
  readonly value: Value
}

export interface BuiltinMethod<Self> extends Described {
  readonly call: (run: Evaluation, self: Self, args: readonly Argument[], site: CallSite) => Value
}

export type NamespaceMember = BuiltinFunction | BuiltinConstant

/** Tables are Maps: a name such as `toString` must be found only if it was put there. */
export function toTable<Entry>(entries: Readonly<Record<string, Entry>>): ReadonlyMap<string, Entry> {
  return new Map(Object.entries(entries))
}
