import { integerAt, regexAt, textAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinMethod } from '#expressions/runtime/builtin.ts'
import { RegexValue } from '#expressions/runtime/values.ts'
import { findAll, findFirst, findTexts, indexOfMatch } from './regex.ts'
import { replaceRegex, replaceText } from './replace.ts'
import { splitText, splitWithRegex } from './split.ts'

/** Methods of texts that accept a regular expression. */
export const textPatternMethods = toTable<BuiltinMethod<string>>({
  match: {
    use: 'text.match(regex)',
    help: 'The first match with its groups (also as `.groups`) and its `.index`, or null. With the flag g: a list of all matches.',
    example: '"a1b22".match(/[0-9]+/g)',
    call: (evaluation, text, args, site) => {
      const regex = regexAt(args, 0, site)
      if (!regex.global) return findFirst(evaluation, regex, text, site.location)
      const matches = findTexts(evaluation, regex, text, site.location)
      return matches.length === 0 ? null : matches
    },
  },
  matchAll: {
    use: 'text.matchAll(regex)',
    help: 'A list of all matches, each with its groups. Needs the flag g.',
    example: '"a1b22".matchAll(/([a-z])([0-9]+)/g)',
    call: (evaluation, text, args, site) => {
      const regex = regexAt(args, 0, site)
      if (!regex.global)
        site.location.fail(
          'The regular expression of `matchAll` needs the flag `g`.',
          'For example `/[0-9]+/g`.',
        )
      return findAll(evaluation, regex, text, site.location)
    },
  },
  replace: {
    use: 'text.replace(search, replacement)',
    help: 'The text with the first occurrence replaced, or all occurrences with the flag g. The replacement is a text, which can contain `$1` and `$&`, or a function.',
    example: '"2026-01-31".replace(/(\\d+)-(\\d+)-(\\d+)/, "$3.$2.$1")',
    call: (evaluation, text, args, site) => {
      const search = valueAt(args, 0, site)
      return search instanceof RegexValue
        ? replaceRegex(evaluation, text, { search, replacement: args[1] }, site)
        : replaceText(
            evaluation,
            text,
            { search: textAt(evaluation, args, 0, site), replacement: args[1], all: false },
            site,
          )
    },
  },
  replaceAll: {
    use: 'text.replaceAll(search, replacement)',
    help: 'The text with all occurrences replaced.',
    example: '"a-b-c".replaceAll("-", "+")',
    call: (evaluation, text, args, site) => {
      const search = valueAt(args, 0, site)
      if (!(search instanceof RegexValue)) {
        return replaceText(
          evaluation,
          text,
          { search: textAt(evaluation, args, 0, site), replacement: args[1], all: true },
          site,
        )
      }
      if (!search.global)
        site.location.fail(
          'The regular expression of `replaceAll` needs the flag `g`.',
          'For example `/[0-9]+/g`.',
        )
      return replaceRegex(evaluation, text, { search, replacement: args[1] }, site)
    },
  },
  search: {
    use: 'text.search(regex)',
    help: 'The position of the first match, or -1.',
    example: '"ab12".search(/[0-9]/)',
    call: (evaluation, text, args, site) =>
      indexOfMatch(evaluation, regexAt(args, 0, site), text, site.location),
  },
  split: {
    use: 'text.split(separator, limit?)',
    help: 'The list of parts between the separators. The separator is a text or a regular expression.',
    example: '"a, b;c".split(/[,;] */)',
    call: (evaluation, text, args, site) => {
      const separator = valueAt(args, 0, site)
      const limit = integerAt(evaluation, args, 1, site) ?? Infinity
      if (separator === undefined) return limit === 0 ? [] : [text]
      return separator instanceof RegexValue
        ? splitWithRegex(evaluation, text, { separator, limit }, site)
        : splitText(evaluation, text, { separator: textAt(evaluation, args, 0, site), limit }, site)
    },
  },
})
