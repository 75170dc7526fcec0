import { callbackAt, textAt } from '#expressions/runtime/arguments.ts'
import type { CallSite } from '#expressions/runtime/builtin.ts'
import { toText } from '#expressions/runtime/convert.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { findText, searchPrice } from '#expressions/patterns/find-text.ts'
import {
  Callable,
  isPlainObject,
  type Argument,
  type RegexValue,
  type Value,
} from '#expressions/runtime/values.ts'
import { createMatcher, namedGroupsOf, readGroups, type Match } from './regex.ts'

/** Charged for each occurrence of a text that is replaced. */
const occurrencePrice = 8
/** Charged for each character of a replacement that is searched for placeholders. */
const placeholderPrice = 8

interface Occurrence {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly groups: Match
  readonly named: Value
}

/** The replacement, or computes it for one occurrence. */
type Replace = string | ((occurrence: Occurrence) => string)

export function replaceText(
  evaluation: Evaluation,
  text: string,
  options: { readonly search: string; readonly replacement: Argument; readonly all: boolean },
  site: CallSite,
): string {
  const { search, all } = options
  const replace = createReplace(evaluation, options.replacement, site)
  const output = new Output(evaluation, text, site)
  evaluation.readPart(text, site.location)
  let from = 0
  while (from <= text.length) {
    const start = findText(text, search, from)
    const read = (start === -1 ? text.length : start) - from + search.length + 1
    evaluation.work(read * searchPrice(search), site.location)
    if (start === -1) break
    evaluation.work(occurrencePrice, site.location)
    const end = start + search.length
    output.replace(
      start,
      end,
      typeof replace === 'string'
        ? replace
        : replace({ text, start, end, groups: [search], named: undefined }),
    )
    if (!all) break
    from = search === '' ? end + 1 : end
  }
  return output.finish()
}

export function replaceRegex(
  evaluation: Evaluation,
  text: string,
  options: { readonly search: RegexValue; readonly replacement: Argument },
  site: CallSite,
): string {
  const { search: regex } = options
  const replace = createReplace(evaluation, options.replacement, site)
  const output = new Output(evaluation, text, site)
  const matcher = createMatcher(evaluation, regex, text, site.location)
  while (matcher.find()) {
    const { start, end } = matcher
    if (typeof replace === 'string') output.replace(start, end, replace)
    else {
      const groups = readGroups(evaluation, matcher, site.location)
      output.replace(start, end, replace({ text, start, end, groups, named: namedGroupsOf(groups, regex) }))
    }
    if (!regex.global) break
  }
  return output.finish()
}

/** Builds the result. Each piece is charged before it is appended. */
class Output {
  private readonly pieces: string[] = []
  private length = 0
  private last = 0
  private readonly evaluation: Evaluation
  private readonly text: string
  private readonly site: CallSite

  constructor(evaluation: Evaluation, text: string, site: CallSite) {
    this.evaluation = evaluation
    this.text = text
    this.site = site
  }

  replace(start: number, end: number, replacement: string): void {
    this.add(this.text.slice(this.last, start))
    this.add(replacement)
    this.last = end
  }

  finish(): string {
    this.add(this.text.slice(this.last))
    return this.pieces.join('')
  }

  private add(piece: string): void {
    this.evaluation.growText(this.length, piece.length, this.site.location)
    this.length += piece.length
    this.pieces.push(piece)
  }
}

function createReplace(evaluation: Evaluation, replacement: Argument, site: CallSite): Replace {
  if (replacement instanceof Callable) {
    const callback = callbackAt([replacement], 0, site)
    return ({ text, start, groups, named }) => {
      const args: Value[] = [...groups, start, text]
      if (named !== undefined) args.push(named)
      return toText(evaluation, callback(...args), site.location)
    }
  }
  const pattern = textAt(evaluation, [replacement], 0, site)
  evaluation.work(pattern.length, site.location)
  if (!pattern.includes('$')) return pattern
  evaluation.work(pattern.length * placeholderPrice, site.location)
  const parts = splitAtPlaceholders(pattern)
  return (occurrence) => expand(evaluation, parts, occurrence, site)
}

/** Texts and placeholders in turn. */
function splitAtPlaceholders(pattern: string): readonly string[] {
  // Behind the last `>` there are no names, and searching the end of one again and again would take quadratic time.
  const end = pattern.lastIndexOf('>') + 1
  const parts = pattern.slice(0, end).split(/(\$(?:[$&`']|\d{1,2}|<[^>]*>))/)
  const [first = '', ...others] = pattern.slice(end).split(/(\$(?:[$&`']|\d{1,2}))/)
  return [...parts.slice(0, -1), `${parts.at(-1) ?? ''}${first}`, ...others]
}

/** Substitutes `$1`, `$&` and the like. Charged piece by piece, because "$&$&$&…" grows quickly. */
function expand(
  evaluation: Evaluation,
  parts: readonly string[],
  occurrence: Occurrence,
  site: CallSite,
): string {
  // Most of them can stand for nothing.
  evaluation.work(parts.length, site.location)
  let result = ''
  for (const [index, part] of parts.entries()) {
    const piece = index % 2 === 1 ? expandOne(part, occurrence) : part
    evaluation.growText(result.length, piece.length, site.location)
    result += piece
  }
  return result
}

function expandOne(part: string, { text, start, end, groups, named }: Occurrence): string {
  switch (part[1]) {
    case undefined:
      return part
    case '$':
      return '$'
    case '&':
      return groups[0] ?? ''
    case '`':
      return text.slice(0, start)
    case "'":
      return text.slice(end)
    case '<':
      return expandNamed(part, named)
    default:
      return expandNumbered(part, groups)
  }
}

function expandNamed(part: string, named: Value): string {
  if (!isPlainObject(named)) return part
  const name = part.slice(2, -1)
  const value = Object.hasOwn(named, name) ? named[name] : undefined
  return typeof value === 'string' ? value : ''
}

/** `$12` is group 12 if it exists, otherwise group 1 followed by "2". */
function expandNumbered(part: string, groups: Match): string {
  const digits = part.slice(1)
  const number = Number(digits)
  if (number >= 1 && number < groups.length) return groups[number] ?? ''
  const first = Number(digits[0])
  if (digits.length === 2 && first >= 1 && first < groups.length) return (groups[first] ?? '') + digits[1]
  return part
}
