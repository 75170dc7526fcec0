import { RE2JS, RE2JSException } from 're2js'
import { Matcher } from '#expressions/patterns/matcher.ts'
import { isTooRepetitive, maxProgramSize, Program, weightOf } from '#expressions/patterns/program.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { forbiddenKeyMessage, isForbiddenKey } from '#expressions/runtime/refused.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { RegexValue, type Value } from '#expressions/runtime/values.ts'

const maxPatternLength = 1000

/** Charged for each match that is kept with its details, and for each group that is read. */
const matchPrice = 100
const groupPrice = 12

/** The total weight of the patterns of one expression, which is compiled in one go. */
const maxTotalWeight = 12_000

/** How much work the patterns of an expression are to compile, so far. */
export interface PatternLoad {
  patternWeight: number
}

/** Compiles a literal such as `/[a-z]+/i`. Patterns come only from the source, never from data. */
export function compileRegex(
  { pattern, flags }: { readonly pattern: string; readonly flags: string },
  location: SourceLocation,
  load: PatternLoad,
): RegexValue {
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
  const compiled = compileProgram(pattern, flags, location)
  if (compiled.programSize() > maxProgramSize) failTooLarge(location)
  load.patternWeight += weightOf(pattern, compiled.programSize())
  if (load.patternWeight > maxTotalWeight) {
    location.fail(
      'The regular expressions of this expression are too large together.',
      'Use shorter ones, several expressions or a `code` node.',
    )
  }
  return new RegexValue(pattern, flags, new Program(compiled))
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

function failTooLarge(location: SourceLocation): never {
  return location.fail('This regular expression is too large.', 'Use a shorter one or a `code` node.')
}

/** A matcher that charges the evaluation's budget for everything it does. */
export function createMatcher(
  evaluation: Evaluation,
  regex: RegexValue,
  text: string,
  location: SourceLocation,
): Matcher {
  evaluation.readPart(text, location)
  const charge = (amount: number): void => evaluation.work(amount, location)
  return new Matcher(evaluation.machineOf(regex.program), text, charge)
}

export function testRegex(
  evaluation: Evaluation,
  regex: RegexValue,
  text: string,
  location: SourceLocation,
): boolean {
  return createMatcher(evaluation, regex, text, location).test()
}

export function indexOfMatch(
  evaluation: Evaluation,
  regex: RegexValue,
  text: string,
  location: SourceLocation,
): number {
  const matcher = createMatcher(evaluation, regex, text, location)
  return matcher.find() ? matcher.start : -1
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

/** The matches without their groups. */
export function findTexts(
  evaluation: Evaluation,
  regex: RegexValue,
  text: string,
  location: SourceLocation,
): string[] {
  const matcher = createMatcher(evaluation, regex, text, location)
  const matches: string[] = []
  while (matcher.find()) {
    evaluation.growList(matches.length, 1, location)
    evaluation.work(groupPrice, location)
    matches.push(text.slice(matcher.start, matcher.end))
  }
  return matches
}

function readMatch(
  evaluation: Evaluation,
  matcher: Matcher,
  regex: RegexValue,
  location: SourceLocation,
): Match {
  const groups = readGroups(evaluation, matcher, location)
  // The list and its details.
  evaluation.work(matchPrice, location)
  details.set(groups, { index: matcher.start, groups: namedGroupsOf(groups, regex) })
  return groups
}

/** The whole match and its groups. */
export function readGroups(evaluation: Evaluation, matcher: Matcher, location: SourceLocation): Match {
  const groups = matcher.groups()
  evaluation.work(groups.length * groupPrice, location)
  return groups
}

export function namedGroupsOf(groups: Match, regex: RegexValue): Value {
  const { groupNames } = regex.program
  if (groupNames.length === 0) return undefined
  return Object.fromEntries(groupNames.map(([name, index]) => [name, groups[index]]))
}
