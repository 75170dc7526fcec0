import { dateWork } from '#expressions/functions/dates/date-arguments.ts'
import { readDateProperty } from '#expressions/functions/dates/date-properties.ts'
import { methodsOf } from '#expressions/functions/table.ts'
import { readMatchProperty } from '#expressions/functions/text/regex.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { DateValue, nameKind, RegexValue, type Value } from '#expressions/runtime/values.ts'

/**
 * Reads an own property of plain data; the prototype is never looked at. The caller has dealt with
 * null and undefined and with forbidden names.
 */
export function readProperty(
  run: Evaluation,
  target: Exclude<Value, null | undefined>,
  key: string,
  location: SourceLocation,
): Value {
  if (typeof target === 'object') {
    if (Array.isArray(target)) return readListEntry(target, key, location)
    if (target instanceof DateValue) {
      run.work(dateWork, location)
      return readDateProperty(target, key) ?? missingMember(target, key, location)
    }
    if (target instanceof RegexValue) return readRegexProperty(target, key, location)
    return Object.hasOwn(target, key) ? (target as Readonly<Record<string, Value>>)[key] : undefined
  }
  if (typeof target === 'string') {
    if (key === 'length') return target.length
    const index = toIndex(key)
    if (index !== undefined) return index < target.length ? target.charAt(index) : undefined
  }
  return missingMember(target, key, location)
}

function readListEntry(list: readonly Value[], key: string, location: SourceLocation): Value {
  if (key === 'length') return list.length
  const index = toIndex(key)
  if (index !== undefined) return index < list.length ? list[index] : undefined
  return readMatchProperty(list, key) ?? missingMember(list, key, location)
}

function readRegexProperty(regex: RegexValue, key: string, location: SourceLocation): Value {
  if (key === 'source') return regex.source
  if (key === 'flags') return regex.flags
  return missingMember(regex, key, location)
}

/** undefined as in JavaScript, but a method without its brackets is a slip worth telling. */
function missingMember(target: Value, key: string, location: SourceLocation): undefined {
  if (methodsOf(target).has(key)) {
    location.fail(
      `\`${key}\` is a function of ${nameKind(target)}.`,
      `Call it with round brackets: \`${key}(…)\`.`,
    )
  }
  return undefined
}

/** The position a key such as "12" stands for; undefined for "01", "-1", "1.5" and words. */
export function toIndex(key: string): number | undefined {
  if (key.length === 0 || key.length > 10) return undefined
  const index = Number(key)
  return Number.isInteger(index) && index >= 0 && String(index) === key ? index : undefined
}
