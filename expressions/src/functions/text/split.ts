import type { CallSite } from '#expressions/runtime/builtin.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import type { RegexValue, Value } from '#expressions/runtime/values.ts'
import { createMatcher, groupsOf } from './regex.ts'

export function splitText(
  run: Evaluation,
  text: string,
  separator: string,
  limit: number,
  site: CallSite,
): Value {
  run.work(text.length + separator.length, site.location)
  const most = Math.min(limit < 0 ? Infinity : limit, run.limits.list + 1)
  const parts = text.split(separator, most)
  run.reserveList(parts.length, site.location)
  return parts
}

/** Like String.prototype.split: groups of the separator are part of the result. */
export function splitWithRegex(
  run: Evaluation,
  text: string,
  regex: RegexValue,
  limit: number,
  site: CallSite,
): Value {
  const parts: Value[] = []
  const add = (part: Value): boolean => {
    if (limit >= 0 && parts.length >= limit) return false
    run.growList(parts.length, 1, site.location)
    parts.push(part)
    return true
  }
  const matcher = createMatcher(run, regex, text, site.location)
  if (text === '') return matcher.find() ? [] : limit === 0 ? [] : ['']
  let last = 0
  while (matcher.find()) {
    const start = matcher.start()
    const end = matcher.end()
    // An empty match neither at the beginning, at the end nor right behind the last separator splits.
    if (end === start && (start === last || start >= text.length)) continue
    if (!add(text.slice(last, start))) return parts
    for (const group of groupsOf(matcher).slice(1)) if (!add(group)) return parts
    last = end
  }
  add(text.slice(last))
  return parts
}
