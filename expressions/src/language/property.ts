import { chargeDate } from '#expressions/functions/dates/date-arguments.ts'
import { readDateProperty } from '#expressions/functions/dates/date-properties.ts'
import { methodsOf } from '#expressions/functions/table.ts'
import { readMatchProperty } from '#expressions/functions/text/regex.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { forbiddenKeyMessage, isHostKey } from '#expressions/runtime/refused.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { DateValue, nameKind, RegexValue, type Value } from '#expressions/runtime/values.ts'

/**
 * Reads an own property of plain data and never the prototype. The caller has already handled null,
 * undefined and forbidden names. What would lead to the host in JavaScript is refused unless it is data.
 */
export function readProperty(
  evaluation: Evaluation,
  target: Exclude<Value, null | undefined>,
  key: string,
  location: SourceLocation,
): Value {
  if (typeof target === 'object') {
    if (Array.isArray(target)) return readListEntry(target, key, location)
    if (target instanceof DateValue) {
      chargeDate(evaluation, target.zone, location)
      return readDateProperty(target, key) ?? missingMember(target, key, location)
    }
    if (target instanceof RegexValue) return readRegexProperty(target, key, location)
    return Object.hasOwn(target, key) ? (target as Readonly<Record<string, Value>>)[key] : undefined
  }
  if (typeof target === 'string') {
    if (key === 'length') return target.length
    const index = toIndex(key)
    if (index !== undefined && index >= target.length) return undefined
    if (index !== undefined) {
      evaluation.readPart(target, location)
      return target.charAt(index)
    }
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

/** Returns undefined as in JavaScript, but fails for a method without parentheses, which is a common mistake. */
function missingMember(target: Value, key: string, location: SourceLocation): undefined {
  if (isHostKey(key)) location.fail(forbiddenKeyMessage(key))
  if (methodsOf(target).has(key)) {
    location.fail(
      `\`${key}\` is a function of ${nameKind(target)}, not a property.`,
      `Call it with parentheses: \`${key}(…)\`.`,
    )
  }
  return undefined
}

/** The index for a key such as "12"; undefined for "01", "-1", "1.5" and words. */
export function toIndex(key: string): number | undefined {
  if (key.length === 0 || key.length > 10) return undefined
  const index = Number(key)
  return Number.isInteger(index) && index >= 0 && String(index) === key ? index : undefined
}
