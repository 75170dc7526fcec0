import { callbackAt, textAt } from '#expressions/runtime/arguments.ts'
import type { CallSite } from '#expressions/runtime/builtin.ts'
import { toText } from '#expressions/runtime/convert.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import {
  Callable,
  isPlainObject,
  type Argument,
  type RegexValue,
  type Value,
} from '#expressions/runtime/values.ts'
import { createMatcher, groupsOf, namedGroupsOf, type Match } from './regex.ts'

interface Found {
  readonly start: number
  readonly end: number
  readonly groups: Match
  readonly named: Value
}

/** Makes the text that takes the location of one occurrence. */
type Replacement = (found: Found) => string

export function replaceText(
  run: Evaluation,
  text: string,
  what: string,
  by: Argument,
  site: CallSite,
  all: boolean,
): string {
  const replacement = createReplacement(run, text, by, site)
  const output = new Output(run, text, site)
  let from = 0
  while (from <= text.length) {
    const start = text.indexOf(what, from)
    run.work((start === -1 ? text.length : start) - from + what.length + 1, site.location)
    if (start === -1) break
    const end = start + what.length
    output.replace(start, end, replacement({ start, end, groups: [what], named: undefined }))
    if (!all) break
    from = what === '' ? end + 1 : end
  }
  return output.finish()
}

export function replaceRegex(
  run: Evaluation,
  text: string,
  regex: RegexValue,
  by: Argument,
  site: CallSite,
): string {
  const replacement = createReplacement(run, text, by, site)
  const output = new Output(run, text, site)
  const matcher = createMatcher(run, regex, text, site.location)
  while (matcher.find()) {
    const start = matcher.start()
    const end = matcher.end()
    const groups = groupsOf(matcher)
    output.replace(start, end, replacement({ start, end, groups, named: namedGroupsOf(groups, regex) }))
    if (!regex.global) break
  }
  return output.finish()
}

/** The growing result. Each piece is paid for before it is added. */
class Output {
  private readonly pieces: string[] = []
  private length = 0
  private last = 0
  private readonly run: Evaluation
  private readonly text: string
  private readonly site: CallSite

  constructor(run: Evaluation, text: string, site: CallSite) {
    this.run = run
    this.text = text
    this.site = site
  }

  replace(start: number, end: number, by: string): void {
    this.add(this.text.slice(this.last, start))
    this.add(by)
    this.last = end
  }

  finish(): string {
    this.add(this.text.slice(this.last))
    return this.pieces.join('')
  }

  private add(piece: string): void {
    this.run.growText(this.length, piece.length, this.site.location)
    this.length += piece.length
    this.pieces.push(piece)
  }
}

function createReplacement(run: Evaluation, text: string, by: Argument, site: CallSite): Replacement {
  if (by instanceof Callable) {
    const callback = callbackAt([by], 0, site)
    return ({ start, groups, named }) => {
      const args: Value[] = [...groups, start, text]
      if (named !== undefined) args.push(named)
      return toText(run, callback(...args), site.location)
    }
  }
  const pattern = textAt(run, [by], 0, site)
  if (!pattern.includes('$')) return () => pattern
  const parts = pattern.split(/(\$(?:[$&`']|\d{1,2}|<[^>]*>))/)
  return (found) => expand(run, parts, text, found, site)
}

/** Fills in `$1`, `$&` and their kin. Checked piece by piece: "$&$&$&…" doubles quickly. */
function expand(
  run: Evaluation,
  parts: readonly string[],
  text: string,
  found: Found,
  site: CallSite,
): string {
  let result = ''
  for (const part of parts) {
    const piece = part.startsWith('$') ? expandOne(part, text, found) : part
    run.growText(result.length, piece.length, site.location)
    result += piece
  }
  return result
}

function expandOne(part: string, text: string, { start, end, groups, named }: Found): string {
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

/** `$12` is group 12 if there is one, otherwise group 1 followed by "2". */
function expandNumbered(part: string, groups: Match): string {
  const digits = part.slice(1)
  const number = Number(digits)
  if (number >= 1 && number < groups.length) return groups[number] ?? ''
  const first = Number(digits[0])
  if (digits.length === 2 && first >= 1 && first < groups.length) return (groups[first] ?? '') + digits[1]
  return part
}
