import { RE2JS, RE2JSException, type Matcher } from 're2js'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { forbiddenKeyMessage, isForbiddenKey } from '#expressions/runtime/refused.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { RegexValue, type Value } from '#expressions/runtime/values.ts'
import { MeteredText } from './metered-text.ts'

const longestPattern = 1000
const largestProgram = 5000

/** Compiles a literal such as `/[a-z]+/i`. Patterns exist in the source only, never in data. */
export function compileRegex(pattern: string, flags: string, location: SourceLocation): RegexValue {
  const unknown = /[^gimsu]/.exec(flags)?.[0]
  if (unknown !== undefined) {
    location.fail(`The flag \`${unknown}\` is not available.`, 'The flags are g, i, m, s and u.')
  }
  for (const [, name = ''] of pattern.matchAll(/\(\?<([^>=!]*)>/g)) {
    if (isForbiddenKey(name)) location.fail(forbiddenKeyMessage(name))
  }
  if (pattern.length > longestPattern || isTooRepetitive(pattern)) failTooLarge(location)
  const program = compileProgram(pattern, flags, location)
  if (program.programSize() > largestProgram) failTooLarge(location)
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
      'This regular expression cannot be used here.',
      'Looking ahead or behind, references back such as `\\1`, and repeats above 1000 are not available.',
    )
  }
}

/**
 * `(…){500}` is compiled as 500 copies, nested ones multiply. An estimate from the text keeps the
 * compiler from building a program that would be refused for its size anyway.
 */
function isTooRepetitive(pattern: string): boolean {
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)]
    .map((match) => Math.max(Number(match[1]), Number(match[2] ?? 0)))
    .sort((a, b) => b - a)
  const product = (counts[0] ?? 1) * Math.max(1, counts[1] ?? 1)
  return pattern.length * Math.min(product, 1000) > 100_000
}

function failTooLarge(location: SourceLocation): never {
  return location.fail('This regular expression is too large.', 'Use a shorter one, or a `code` node.')
}

/** A matcher that pays from the run's budget for every character it looks at. */
export function createMatcher(
  run: Evaluation,
  regex: RegexValue,
  text: string,
  location: SourceLocation,
): Matcher {
  const price = 2 + (regex.program.programSize() >> 2)
  const metered = new MeteredText(text, (amount) => run.work(amount * price, location))
  // A String object is as good as a string to the library, whose types know only the latter.
  return regex.program.matcher(metered as unknown as string)
}

export function testRegex(
  run: Evaluation,
  regex: RegexValue,
  text: string,
  location: SourceLocation,
): boolean {
  return createMatcher(run, regex, text, location).find()
}

export function indexOfMatch(
  run: Evaluation,
  regex: RegexValue,
  text: string,
  location: SourceLocation,
): number {
  const matcher = createMatcher(run, regex, text, location)
  return matcher.find() ? matcher.start() : -1
}

export type Match = readonly (string | undefined)[]

interface MatchDetails {
  readonly index: number
  readonly groups: Value
}

/** `match.index` and `match.groups`, kept beside the list so that a match stays plain data. */
const details = new WeakMap<Match, MatchDetails>()

export function readMatchProperty(list: readonly Value[], key: string): Value {
  if (key !== 'index' && key !== 'groups') return undefined
  return details.get(list as Match)?.[key]
}

export function findFirst(
  run: Evaluation,
  regex: RegexValue,
  text: string,
  location: SourceLocation,
): Match | null {
  const matcher = createMatcher(run, regex, text, location)
  return matcher.find() ? readMatch(run, matcher, regex, location) : null
}

export function findAll(run: Evaluation, regex: RegexValue, text: string, location: SourceLocation): Match[] {
  const matcher = createMatcher(run, regex, text, location)
  const matches: Match[] = []
  while (matcher.find()) {
    run.growList(matches.length, 1, location)
    matches.push(readMatch(run, matcher, regex, location))
  }
  return matches
}

function readMatch(run: Evaluation, matcher: Matcher, regex: RegexValue, location: SourceLocation): Match {
  const groups = groupsOf(matcher)
  // A match holds a list, its parts and its details.
  run.work(groups.length * 8 + 16, location)
  details.set(groups, { index: matcher.start(), groups: namedGroupsOf(groups, regex) })
  return groups
}

/** The whole match and its groups; undefined for a group that took no part. */
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
