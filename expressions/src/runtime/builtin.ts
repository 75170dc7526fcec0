import type { SourceLocation } from './problem.ts'
import type { Evaluation } from './evaluation.ts'
import type { Argument, Value } from './values.ts'

/** The call of a function in the source, known at compile time. */
export interface CallSite {
  readonly name: string
  readonly location: SourceLocation
}

interface Described {
  /** The signature, for the reference. */
  readonly use: string
  /** The description, for the reference. */
  readonly help: string
  /** An example expression, which the tests evaluate. */
  readonly example: string
}

export interface BuiltinFunction extends Described {
  readonly call: (evaluation: Evaluation, args: readonly Argument[], site: CallSite) => Value
}

export interface BuiltinConstant extends Described {
  readonly value: Value
}

export interface BuiltinMethod<Self> extends Described {
  readonly call: (evaluation: Evaluation, self: Self, args: readonly Argument[], site: CallSite) => Value
}

export type NamespaceMember = BuiltinFunction | BuiltinConstant

/** Tables are Maps, so that inherited names such as `toString` are found only if they were added. */
export function toTable<Entry>(entries: Readonly<Record<string, Entry>>): ReadonlyMap<string, Entry> {
  return new Map(Object.entries(entries))
}
