import type { RE2JS } from 're2js'

/** Plain data, as it enters and leaves expressions. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/**
 * What exists while an expression runs. Invariant: nothing here is a function or a host object other
 * than the two classes below, and nothing is changed after it was made. Lists and objects may
 * therefore be shared with the data of the run instead of copied.
 */
export type Value = null | undefined | boolean | number | string | DateValue | RegexValue | List | PlainObject

export type List = readonly Value[]

export interface PlainObject {
  readonly [key: string]: Value
}

/** A moment, seen in a time zone. Leaves an expression as its ISO text. */
export class DateValue {
  readonly ms: number
  readonly zone: string

  constructor(ms: number, zone: string) {
    this.ms = ms
    this.zone = zone
  }

  /** JSON.stringify asks for this name; expressions cannot call it. */
  toJSON(): string {
    return new Date(this.ms).toISOString()
  }
}

/** A regular expression literal. It never leaves an expression. */
export class RegexValue {
  readonly source: string
  readonly flags: string
  readonly program: RE2JS

  constructor(source: string, flags: string, program: RE2JS) {
    this.source = source
    this.flags = flags
    this.program = program
  }

  get global(): boolean {
    return this.flags.includes('g')
  }
}

/**
 * An arrow function or a named function, given as an argument. Not a `Value`: it cannot be stored,
 * returned or called by name, which is why no expression can recurse.
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

/** The kind of a value in the words of the messages. */
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
