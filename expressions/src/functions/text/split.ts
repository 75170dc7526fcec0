import type { CallSite } from '#expressions/runtime/builtin.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { searchPrice, splitAt } from '#expressions/patterns/find-text.ts'
import type { RegexValue, Value } from '#expressions/runtime/values.ts'
import { createMatcher, readGroups } from './regex.ts'

export function splitText(
  evaluation: Evaluation,
  text: string,
  { separator, limit }: { readonly separator: string; readonly limit: number },
  site: CallSite,
): Value {
  evaluation.work((text.length + separator.length) * searchPrice(separator), site.location)
  const maxParts = Math.min(limit < 0 ? Infinity : limit, evaluation.limits.list + 1)
  const parts = splitAt(text, separator, maxParts)
  evaluation.reserveList(parts.length, site.location)
  return parts
}

/** Like String.prototype.split: the result contains the groups of the separator. */
export function splitWithRegex(
  evaluation: Evaluation,
  text: string,
  { separator, limit }: { readonly separator: RegexValue; readonly limit: number },
  site: CallSite,
): Value {
  const parts: Value[] = []
  const add = (part: Value): boolean => {
    if (limit >= 0 && parts.length >= limit) return false
    evaluation.growList(parts.length, 1, site.location)
    parts.push(part)
    return true
  }
  const matcher = createMatcher(evaluation, separator, text, site.location)
  if (text === '') return matcher.find() ? [] : limit === 0 ? [] : ['']
  let last = 0
  while (matcher.find()) {
    const start = matcher.start
    const end = matcher.end
    // An empty match does not split at the start, at the end or directly after the last separator.
    if (end === start && (start === last || start >= text.length)) continue
    if (!add(text.slice(last, start))) return parts
    if (separator.program.groupCount > 0) {
      for (const group of readGroups(evaluation, matcher, site.location).slice(1)) {
        if (!add(group)) return parts
      }
    }
    last = end
  }
  add(text.slice(last))
  return parts
}
