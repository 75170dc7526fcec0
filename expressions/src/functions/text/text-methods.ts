import { integerAt, numberAt, positionAt, textAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinMethod, type CallSite } from '#expressions/runtime/builtin.ts'
import { joinList } from '#expressions/runtime/convert.ts'
import { isLocale } from '#expressions/dates/format-date.ts'
import { shorten } from '#expressions/runtime/problem.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { RegexValue, type Argument, type Value } from '#expressions/runtime/values.ts'
import { textPatternMethods } from './text-pattern-methods.ts'

type TextMethod = BuiltinMethod<string>

const textToString: TextMethod = {
  use: 'text.toString()',
  help: 'The text itself.',
  example: '"abc".toString()',
  call: (_run, text) => text,
}

const otherMethods = toTable<TextMethod>({
  at: {
    use: 'text.at(position)',
    help: 'The character there; a negative position counts from the end.',
    example: '"abc".at(-1)',
    call: (run, text, args, site) => text.at(integerAt(run, args, 0, site, 0)),
  },
  charAt: {
    use: 'text.charAt(position)',
    help: 'The character there, or an empty text.',
    example: '"abc".charAt(1)',
    call: (run, text, args, site) => text.charAt(integerAt(run, args, 0, site, 0)),
  },
  charCodeAt: {
    use: 'text.charCodeAt(position)',
    help: 'The number of the UTF-16 unit there.',
    example: '"abc".charCodeAt(0)',
    call: (run, text, args, site) => text.charCodeAt(integerAt(run, args, 0, site, 0)),
  },
  codePointAt: {
    use: 'text.codePointAt(position)',
    help: 'The Unicode number of the character there.',
    example: '"😀".codePointAt(0)',
    call: (run, text, args, site) => text.codePointAt(integerAt(run, args, 0, site, 0)),
  },
  concat: {
    use: 'text.concat(more, …)',
    help: 'The texts joined.',
    example: '"a".concat("b", 1)',
    call: (run, text, args, site) =>
      joinList(run, [text, ...args.map((_, index) => textAt(run, args, index, site))], '', site.location),
  },
  endsWith: {
    use: 'text.endsWith(part)',
    help: 'Whether the text ends with the part.',
    example: '"report.pdf".endsWith(".pdf")',
    call: (run, text, args, site) =>
      text.endsWith(partAt(run, text, args, site), integerAt(run, args, 1, site, text.length)),
  },
  includes: {
    use: 'text.includes(part)',
    help: 'Whether the part occurs in the text.',
    example: '"a@b.c".includes("@")',
    call: (run, text, args, site) =>
      text.includes(partAt(run, text, args, site), integerAt(run, args, 1, site, 0)),
  },
  indexOf: {
    use: 'text.indexOf(part, from?)',
    help: 'Where the part occurs first, or -1.',
    example: '"a-b-c".indexOf("-")',
    call: (run, text, args, site) =>
      text.indexOf(partAt(run, text, args, site), integerAt(run, args, 1, site, 0)),
  },
  lastIndexOf: {
    use: 'text.lastIndexOf(part)',
    help: 'Where the part occurs last, or -1.',
    example: '"a-b-c".lastIndexOf("-")',
    call: (run, text, args, site) => {
      const from = numberAt(run, args, 1, site)
      return text.lastIndexOf(partAt(run, text, args, site), Number.isNaN(from) ? Infinity : from)
    },
  },
  localeCompare: {
    use: 'text.localeCompare(other, locale?)',
    help: 'Negative, 0 or positive: the order of two texts in a language (English if not given).',
    example: '"ä".localeCompare("z", "de")',
    call: (run, text, args, site) => {
      const other = partAt(run, text, args, site)
      run.work(200, site.location)
      return compareInLocale(text, other, valueAt(args, 1, site), site)
    },
  },
  normalize: {
    use: 'text.normalize(form?)',
    help: 'The text in a Unicode normal form: NFC (default), NFD, NFKC or NFKD.',
    example: '"é".normalize("NFD").length',
    call: (run, text, args, site) => {
      const form = valueAt(args, 0, site) === undefined ? 'NFC' : textAt(run, args, 0, site)
      if (!['NFC', 'NFD', 'NFKC', 'NFKD'].includes(form)) {
        site.location.fail(`\`${form}\` is no normal form.`, 'Use NFC, NFD, NFKC or NFKD.')
      }
      // One character becomes at most 18.
      run.work(text.length * 2, site.location)
      return checked(run, text.normalize(form), site)
    },
  },
  padEnd: {
    use: 'text.padEnd(length, fill?)',
    help: 'The text filled up behind.',
    example: '"ab".padEnd(4, ".")',
    call: (run, text, args, site) => text + padding(run, text, args, site),
  },
  padStart: {
    use: 'text.padStart(length, fill?)',
    help: 'The text filled up in front.',
    example: '"7".padStart(3, "0")',
    call: (run, text, args, site) => padding(run, text, args, site) + text,
  },
  repeat: {
    use: 'text.repeat(times)',
    help: 'The text several times.',
    example: '"ab".repeat(3)',
    call: (run, text, args, site) => {
      const times = integerAt(run, args, 0, site, 0)
      if (times < 0 || times === Infinity) {
        site.location.fail('A text can be repeated 0 times or more, but not endlessly.')
      }
      run.reserveText(text.length * times, site.location)
      return text === '' ? '' : text.repeat(times)
    },
  },
  slice: {
    use: 'text.slice(from, to?)',
    help: 'The part between two positions; negative ones count from the end.',
    example: '"workflow".slice(0, 4)',
    call: (run, text, args, site) => {
      const from = positionAt(run, args, 0, site, text.length, 0)
      return text.slice(from, Math.max(from, positionAt(run, args, 1, site, text.length, text.length)))
    },
  },
  startsWith: {
    use: 'text.startsWith(part)',
    help: 'Whether the text begins with the part.',
    example: '"https://a.b".startsWith("https:")',
    call: (run, text, args, site) =>
      text.startsWith(partAt(run, text, args, site), integerAt(run, args, 1, site, 0)),
  },
  substring: {
    use: 'text.substring(from, to?)',
    help: 'The part between two positions.',
    example: '"workflow".substring(4)',
    call: (run, text, args, site) =>
      text.substring(integerAt(run, args, 0, site, 0), integerAt(run, args, 1, site, text.length)),
  },
  toLowerCase: {
    use: 'text.toLowerCase()',
    help: 'In small letters.',
    example: '"ABC".toLowerCase()',
    call: (run, text, _args, site) => {
      run.work(text.length, site.location)
      return checked(run, text.toLowerCase(), site)
    },
  },
  toString: textToString,
  toUpperCase: {
    use: 'text.toUpperCase()',
    help: 'In capital letters.',
    example: '"abc".toUpperCase()',
    call: (run, text, _args, site) => {
      run.work(text.length, site.location)
      return checked(run, text.toUpperCase(), site)
    },
  },
  trim: {
    use: 'text.trim()',
    help: 'Without white space at both ends.',
    example: '"  abc ".trim()',
    call: (run, text, _args, site) => {
      run.work(text.length, site.location)
      return text.trim()
    },
  },
  trimEnd: {
    use: 'text.trimEnd()',
    help: 'Without white space at the end.',
    example: '" abc ".trimEnd()',
    call: (run, text, _args, site) => {
      run.work(text.length, site.location)
      return text.trimEnd()
    },
  },
  trimStart: {
    use: 'text.trimStart()',
    help: 'Without white space at the beginning.',
    example: '" abc ".trimStart()',
    call: (run, text, _args, site) => {
      run.work(text.length, site.location)
      return text.trimStart()
    },
  },
})

export const textMethods: ReadonlyMap<string, TextMethod> = new Map([...otherMethods, ...textPatternMethods])

/** The text to look for, after paying for the look through all of `text`. */
function partAt(run: Evaluation, text: string, args: readonly Argument[], site: CallSite): string {
  if (valueAt(args, 0, site) instanceof RegexValue) {
    site.location.fail(
      `\`${site.name}\` looks for a text.`,
      'For a regular expression write `/…/.test(text)`.',
    )
  }
  const part = textAt(run, args, 0, site)
  run.work(text.length + part.length, site.location)
  return part
}

function padding(run: Evaluation, text: string, args: readonly Argument[], site: CallSite): string {
  const length = integerAt(run, args, 0, site, 0)
  const fill = valueAt(args, 1, site) === undefined ? ' ' : textAt(run, args, 1, site)
  if (length <= text.length || fill === '') return ''
  run.reserveText(length, site.location)
  return ''.padStart(length - text.length, fill)
}

/** For functions that lengthen a text by a small factor at most: too long is found out afterwards. */
function checked(run: Evaluation, text: string, site: CallSite): string {
  run.reserveText(text.length, site.location)
  return text
}

function compareInLocale(left: string, right: string, locale: Value, site: CallSite): number {
  const language = typeof locale === 'string' ? locale : 'en'
  if (!isLocale(language)) {
    site.location.fail(`\`${shorten(language, 40)}\` is no language.`, 'Write for example "en" or "de-CH".')
  }
  return left.localeCompare(right, language)
}
