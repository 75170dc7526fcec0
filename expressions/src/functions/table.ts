import type { BuiltinFunction, BuiltinMethod, NamespaceMember } from '#expressions/runtime/builtin.ts'
import { DateValue, RegexValue, type Value } from '#expressions/runtime/values.ts'
import { dateFunctions } from './dates/date-functions.ts'
import { dateMethods } from './dates/date-methods.ts'
import { formatFunctions } from './formats/format-functions.ts'
import { hashFunctions } from './formats/hash-functions.ts'
import { globalFunctions } from './global-functions.ts'
import { jsonMembers } from './json-functions.ts'
import { listMethods } from './lists/list-methods.ts'
import { mathMembers } from './math.ts'
import { booleanMethods, numberMethods } from './number-methods.ts'
import { objectMembers } from './object-functions.ts'
import { regexMethods } from './text/regex-methods.ts'
import { textMethods } from './text/text-methods.ts'
import { arrayMembers, numberMembers, stringMembers } from './type-namespaces.ts'

/** The complete set of functions. Expressions cannot call anything that is not in these tables. */

type Methods = ReadonlyMap<string, BuiltinMethod<never>>
type AnyMethod = BuiltinMethod<Value>

export const functions: ReadonlyMap<string, BuiltinFunction> = new Map([
  ...globalFunctions,
  ...dateFunctions,
  ...formatFunctions,
  ...hashFunctions,
])

export const namespaces: ReadonlyMap<string, ReadonlyMap<string, NamespaceMember>> = new Map([
  ['Math', mathMembers],
  ['JSON', jsonMembers],
  ['Object', objectMembers],
  ['Array', arrayMembers],
  ['Number', numberMembers],
  ['String', stringMembers],
])

export const methodsByKind: ReadonlyMap<string, Methods> = new Map<string, Methods>([
  ['Texts', textMethods],
  ['Lists', listMethods],
  ['Numbers', numberMethods],
  ['Booleans', booleanMethods],
  ['Dates', dateMethods],
  ['Regular expressions', regexMethods],
])

const none: ReadonlyMap<string, AnyMethod> = new Map()

export function methodsOf(value: Value): ReadonlyMap<string, AnyMethod> {
  return (chooseMethods(value) ?? none) as ReadonlyMap<string, AnyMethod>
}

function chooseMethods(value: Value): Methods | undefined {
  if (typeof value === 'string') return textMethods
  if (typeof value === 'number') return numberMethods
  if (typeof value === 'boolean') return booleanMethods
  if (Array.isArray(value)) return listMethods
  if (value instanceof DateValue) return dateMethods
  if (value instanceof RegexValue) return regexMethods
  return undefined
}

const methodNames = new Set([...methodsByKind.values()].flatMap((methods) => [...methods.keys()]))

export function isMethodName(name: string): boolean {
  return methodNames.has(name)
}

export function allMethodNames(): Iterable<string> {
  return methodNames
}
