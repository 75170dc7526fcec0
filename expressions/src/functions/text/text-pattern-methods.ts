import { integerAt, regexAt, textAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinMethod } from '#expressions/runtime/builtin.ts'
import { RegexValue } from '#expressions/runtime/values.ts'
import { findAll, findFirst, indexOfMatch } from './regex.ts'
import { replaceRegex, replaceText } from './replace.ts'
import { splitText, splitWithRegex } from './split.ts'

/** Methods of texts that take a regular expression, or may. */
export const textPatternMethods = toTable<BuiltinMethod<string>>({
  match: {
    use: 'text.match(regex)',
    help: 'The first match and its groups (with `.groups` and `.index`), or null; with the flag g all matches.',
    example: '"a1b22".match(/[0-9]+/g)',
    call: (run, text, args, site) => {
      const regex = regexAt(args, 0, site)
      if (!regex.global) return findFirst(run, regex, text, site.location)
      const matches = findAll(run, regex, text, site.location).map((match) => match[0])
      return matches.length === 0 ? null : matches
    },
  },
  matchAll: {
    use: 'text.matchAll(regex)',
    help: 'A list of all matches, each with its groups.',
    example: '"a1b22".matchAll(/([a-z])([0-9]+)/g)',
    call: (run, text, args, site) => {
      const regex = regexAt(args, 0, site)
      if (!regex.global) site.location.fail('`matchAll` needs the flag `g`.', 'For example `/[0-9]+/g`.')
      return findAll(run, regex, text, site.location)
    },
  },
  replace: {
    use: 'text.replace(what, by)',
    help: 'The first occurrence replaced, all of them with the flag g; `by` is a text (`$1`, `$&`) or a function.',
    example: '"2026-01-31".replace(/(\\d+)-(\\d+)-(\\d+)/, "$3.$2.$1")',
    call: (run, text, args, site) => {
      const what = valueAt(args, 0, site)
      return what instanceof RegexValue
        ? replaceRegex(run, text, what, args[1], site)
        : replaceText(run, text, textAt(run, args, 0, site), args[1], site, false)
    },
  },
  replaceAll: {
    use: 'text.replaceAll(what, by)',
    help: 'Every occurrence replaced.',
    example: '"a-b-c".replaceAll("-", "+")',
    call: (run, text, args, site) => {
      const what = valueAt(args, 0, site)
      if (!(what instanceof RegexValue)) {
        return replaceText(run, text, textAt(run, args, 0, site), args[1], site, true)
      }
      if (!what.global) site.location.fail('`replaceAll` needs the flag `g`.', 'For example `/[0-9]+/g`.')
      return replaceRegex(run, text, what, args[1], site)
    },
  },
  search: {
    use: 'text.search(regex)',
    help: 'Where the first match begins, or -1.',
    example: '"ab12".search(/[0-9]/)',
    call: (run, text, args, site) => indexOfMatch(run, regexAt(args, 0, site), text, site.location),
  },
  split: {
    use: 'text.split(separator, limit?)',
    help: 'The parts between the separators; the separator is a text or a regex.',
    example: '"a, b;c".split(/[,;] */)',
    call: (run, text, args, site) => {
      const separator = valueAt(args, 0, site)
      const limit = integerAt(run, args, 1, site, Infinity)
      if (separator === undefined) return limit === 0 ? [] : [text]
      return separator instanceof RegexValue
        ? splitWithRegex(run, text, separator, limit, site)
        : splitText(run, text, textAt(run, args, 0, site), limit, site)
    },
  },
})
