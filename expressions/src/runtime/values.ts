import type { Program } from '#expressions/patterns/program.ts'

/** Plain data: the input and output of expressions. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/**
 * A value during evaluation. Invariant: a value is never a function or a host object other than the two
 * classes below, and is never mutated. Lists and objects can therefore be shared with the scope instead
 * of copied.
 */
export type Value = null | undefined | boolean | number | string | DateValue | RegexValue | List | PlainObject

export type List = readonly Value[]

export interface PlainObject {
  readonly [key: string]: Value
}

/** An instant with a time zone. As the result of an expression it becomes ISO text. */
export class DateValue {
  readonly ms: number
  readonly zone: string

  constructor(ms: number, zone: string) {
    this.ms = ms
    this.zone = zone
  }

  /** Called by JSON.stringify; expressions cannot call it. */
  toJSON(): string {
    return new Date(this.ms).toISOString()
  }
}

/** A regular expression literal. It cannot be the result of an expression. */
export class RegexValue {
  readonly source: string
  readonly flags: string
  readonly program: Program

  constructor(source: string, flags: string, program: Program) {
    this.source = source
    this.flags = flags
    this.program = program
  }

  get global(): boolean {
    return this.flags.includes('g')
  }
}

/**
 * An arrow function or a named function passed as an argument. It is not a `Value`: it cannot be stored,
 * returned or called by name, so no expression can recurse.
 */
export class Callable {
  readonly call: (...args: Value[]) => Value

  constructor(call: (...args: Value[]) => Value) {
    this.call = call
  }
}

export type Argument = Value | Callable

export function isList(value: Argument): value is List {
  return Array.isArray(value)
}

export function isPlainObject(value: Argument): value is PlainObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof DateValue) &&
    !(value instanceof RegexValue) &&
    !(value instanceof Callable)
  )
}

/** The type of a value, for error messages. */
export function nameKind(value: Argument): string {
  if (value === null) return 'empty (null)'
  if (value === undefined) return 'missing'
  if (typeof value === 'string') return 'a text'
  if (typeof value === 'number') return 'a number'
  if (typeof value === 'boolean') return 'true or false'
  if (Array.isArray(value)) return 'a list'
  if (value instanceof DateValue) return 'a date'
  if (value instanceof RegexValue) return 'a regular expression'
  if (value instanceof Callable) return 'a function'
  return 'an object'
}
