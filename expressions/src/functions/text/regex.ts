import { RE2JS, RE2JSException, type Matcher } from 're2js'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { forbiddenKeyMessage, isForbiddenKey } from '#expressions/runtime/refused.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { RegexValue, type Value } from '#expressions/runtime/values.ts'
import { MeteredText } from './metered-text.ts'

const maxPatternLength = 1000
const maxProgramSize = 5000

/** Compiles a literal such as `/[a-z]+/i`. Patterns come only from the source, never from data. */
export function compileRegex(pattern: string, flags: string, location: SourceLocation): RegexValue {
  const unknown = /[^gimsu]/.exec(flags)?.[0]
  if (unknown !== undefined) {
    location.fail(
      `The regular expression flag \`${unknown}\` is not available.`,
      'The available flags are g, i, m, s and u.',
    )
  }
  for (const [, name = ''] of pattern.matchAll(/\(\?<([^>=!]*)>/g)) {
    if (isForbiddenKey(name)) location.fail(forbiddenKeyMessage(name))
  }
  if (pattern.length > maxPatternLength || isTooRepetitive(pattern)) failTooLarge(location)
  const program = compileProgram(pattern, flags, location)
  if (program.programSize() > maxProgramSize) failTooLarge(location)
  return new RegexValue(pattern, flags, program)
}

function compileProgram(pattern: string, flags: string, location: SourceLocation): RE2JS {
  let mode = 0
  if (flags.includes('i')) mode |= RE2JS.CASE_INSENSITIVE
  if (flags.includes('m')) mode |= RE2JS.MULTILINE
  if (flags.includes('s')) mode |= RE2JS.DOTALL
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern), mode)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return location.fail(
      'This regular expression is invalid or not supported.',
      'Lookahead, lookbehind, backreferences such as `\\1` and repetitions above 1000 are not available.',
    )
  }
}

/**
 * `(…){500}` compiles to 500 copies, and nested repetitions multiply. This estimate from the source avoids
 * compiling a program that would be refused for its size anyway.
 */
function isTooRepetitive(pattern: string): boolean {
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)]
    .map((match) => Math.max(Number(match[1]), Number(match[2] ?? 0)))
    .sort((a, b) => b - a)
  const product = (counts[0] ?? 1) * Math.max(1, counts[1] ?? 1)
  return pattern.length * Math.min(product, 1000) > 100_000
}

function failTooLarge(location: SourceLocation): never {
  return location.fail('This regular expression is too large.', 'Use a shorter one or a `code` node.')
}

/** A matcher that charges the evaluation's budget for every character it reads. */
export function createMatcher(
  evaluation: Evaluation,
  regex: RegexValue,
  text: string,
  location: SourceLocation,
): Matcher {
  const price = 2 + (regex.program.programSize() >> 2)
  const metered = new MeteredText(text, (amount) => evaluation.work(amount * price, location))
  // The library accepts a String object, although its types allow only primitive strings.
  return regex.program.matcher(metered as unknown as string)
}

export function testRegex(
  evaluation: Evaluation,
  regex: RegexValue,
  text: string,
  location: SourceLocation,
): boolean {
  return createMatcher(evaluation, regex, text, location).find()
}

export function indexOfMatch(
  evaluation: Evaluation,
  regex: RegexValue,
  text: string,
  location: SourceLocation,
): number {
  const matcher = createMatcher(evaluation, regex, text, location)
  return matcher.find() ? matcher.start() : -1
}

export type Match = readonly (string | undefined)[]

interface MatchDetails {
  readonly index: number
  readonly groups: Value
}

/** `match.index` and `match.groups`, stored outside the list so that a match stays plain data. */
const details = new WeakMap<Match, MatchDetails>()

export function readMatchProperty(list: readonly Value[], key: string): Value {
  if (key !== 'index' && key !== 'groups') return undefined
  return details.get(list as Match)?.[key]
}

export function findFirst(
  evaluation: Evaluation,
  regex: RegexValue,
  text: string,
  location: SourceLocation,
): Match | null {
  const matcher = createMatcher(evaluation, regex, text, location)
  return matcher.find() ? readMatch(evaluation, matcher, regex, location) : null
}

export function findAll(
  evaluation: Evaluation,
  regex: RegexValue,
  text: string,
  location: SourceLocation,
): Match[] {
  const matcher = createMatcher(evaluation, regex, text, location)
  const matches: Match[] = []
  while (matcher.find()) {
    evaluation.growList(matches.length, 1, location)
    matches.push(readMatch(evaluation, matcher, regex, location))
  }
  return matches
}

function readMatch(
  evaluation: Evaluation,
  matcher: Matcher,
  regex: RegexValue,
  location: SourceLocation,
): Match {
  const groups = groupsOf(matcher)
  // A match consists of a list, its entries and its details.
  evaluation.work(groups.length * 8 + 16, location)
  details.set(groups, { index: matcher.start(), groups: namedGroupsOf(groups, regex) })
  return groups
}

/** The whole match and its groups. A group that did not participate is undefined. */
export function groupsOf(matcher: Matcher): Match {
  const groups: (string | undefined)[] = []
  for (let index = 0; index <= matcher.groupCount(); index += 1) {
    groups.push(matcher.group(index) ?? undefined)
  }
  return groups
}

export function namedGroupsOf(groups: Match, regex: RegexValue): Value {
  const names = Object.entries(regex.program.namedGroups())
  if (names.length === 0) return undefined
  return Object.fromEntries(names.map(([name, index]) => [name, groups[index]]))
}
