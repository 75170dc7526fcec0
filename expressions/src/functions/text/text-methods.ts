import { clampPosition, integerAt, numberAt, textAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinMethod, type CallSite } from '#expressions/runtime/builtin.ts'
import { joinList } from '#expressions/runtime/convert.ts'
import { isLocale } from '#expressions/dates/format-date.ts'
import { HostCache } from '#expressions/runtime/host-cache.ts'
import { shorten } from '#expressions/runtime/problem.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { findLastText, findText, searchPrice } from '#expressions/patterns/find-text.ts'
import { toStreamSafe } from '#expressions/runtime/stream-safe.ts'
import { RegexValue, type Argument, type Value } from '#expressions/runtime/values.ts'
import { textFormatMethods } from './text-format-methods.ts'
import { textPatternMethods } from './text-pattern-methods.ts'

/** Charged for one comparison in a locale, and for each character of it. */
const comparePrice = 400
const compareCharacterPrice = 20

type TextMethod = BuiltinMethod<string>

const textToString: TextMethod = {
  use: 'text.toString()',
  help: 'The text itself.',
  example: '"abc".toString()',
  call: (_evaluation, text) => text,
}

const otherMethods = toTable<TextMethod>({
  at: {
    use: 'text.at(position)',
    help: 'The character at the position. A negative position counts from the end.',
    example: '"abc".at(-1)',
    call: (evaluation, text, args, site) => {
      evaluation.readPart(text, site.location)
      return text.at(integerAt(evaluation, args, 0, site) ?? 0)
    },
  },
  charAt: {
    use: 'text.charAt(position)',
    help: 'The character at the position, or an empty text.',
    example: '"abc".charAt(1)',
    call: (evaluation, text, args, site) => {
      evaluation.readPart(text, site.location)
      return text.charAt(integerAt(evaluation, args, 0, site) ?? 0)
    },
  },
  charCodeAt: {
    use: 'text.charCodeAt(position)',
    help: 'The UTF-16 code unit at the position.',
    example: '"abc".charCodeAt(0)',
    call: (evaluation, text, args, site) => {
      evaluation.readPart(text, site.location)
      return text.charCodeAt(integerAt(evaluation, args, 0, site) ?? 0)
    },
  },
  codePointAt: {
    use: 'text.codePointAt(position)',
    help: 'The Unicode code point at the position.',
    example: '"😀".codePointAt(0)',
    call: (evaluation, text, args, site) => {
      evaluation.readPart(text, site.location)
      return text.codePointAt(integerAt(evaluation, args, 0, site) ?? 0)
    },
  },
  concat: {
    use: 'text.concat(more, …)',
    help: 'The texts joined into one.',
    example: '"a".concat("b", 1)',
    call: (evaluation, text, args, site) =>
      joinList(
        evaluation,
        [text, ...args.map((_, index) => textAt(evaluation, args, index, site))],
        '',
        site.location,
      ),
  },
  endsWith: {
    use: 'text.endsWith(part)',
    help: 'Whether the text ends with the part.',
    example: '"report.pdf".endsWith(".pdf")',
    call: (evaluation, text, args, site) =>
      text.endsWith(
        partAt(evaluation, text, args, site),
        integerAt(evaluation, args, 1, site) ?? text.length,
      ),
  },
  includes: {
    use: 'text.includes(part)',
    help: 'Whether the text contains the part.',
    example: '"a@b.c".includes("@")',
    call: (evaluation, text, args, site) =>
      findText(text, wantedAt(evaluation, text, args, site), integerAt(evaluation, args, 1, site) ?? 0) !==
      -1,
  },
  indexOf: {
    use: 'text.indexOf(part, from?)',
    help: 'The position of the first occurrence, or -1.',
    example: '"a-b-c".indexOf("-")',
    call: (evaluation, text, args, site) =>
      findText(text, wantedAt(evaluation, text, args, site), integerAt(evaluation, args, 1, site) ?? 0),
  },
  lastIndexOf: {
    use: 'text.lastIndexOf(part)',
    help: 'The position of the last occurrence, or -1.',
    example: '"a-b-c".lastIndexOf("-")',
    call: (evaluation, text, args, site) => {
      const from = numberAt(evaluation, args, 1, site)
      return findLastText(text, wantedAt(evaluation, text, args, site), Number.isNaN(from) ? Infinity : from)
    },
  },
  localeCompare: {
    use: 'text.localeCompare(other, locale?)',
    help: 'A negative number, 0 or a positive number: the order of two texts in a locale (default: English).',
    example: '"ä".localeCompare("z", "de")',
    call: (evaluation, text, args, site) => {
      const other = partAt(evaluation, text, args, site)
      evaluation.work(
        comparePrice + Math.min(text.length, other.length) * compareCharacterPrice,
        site.location,
      )
      return compareInLocale(evaluation, [text, other], valueAt(args, 1, site), site)
    },
  },
  normalize: {
    use: 'text.normalize(form?)',
    help: 'The text in a Unicode normalization form: NFC (default), NFD, NFKC or NFKD.',
    example: '"é".normalize("NFD").length',
    call: (evaluation, text, args, site) => {
      const form = valueAt(args, 0, site) === undefined ? 'NFC' : textAt(evaluation, args, 0, site)
      if (!['NFC', 'NFD', 'NFKC', 'NFKD'].includes(form)) {
        site.location.fail(`\`${form}\` is not a Unicode normalization form.`, 'Use NFC, NFD, NFKC or NFKD.')
      }
      // One character expands to at most 18.
      evaluation.work(text.length * 2, site.location)
      return checked(evaluation, toStreamSafe(text).normalize(form), site)
    },
  },
  padEnd: {
    use: 'text.padEnd(length, fill?)',
    help: 'The text padded at the end up to a length.',
    example: '"ab".padEnd(4, ".")',
    call: (evaluation, text, args, site) => text + padding(evaluation, text, args, site),
  },
  padStart: {
    use: 'text.padStart(length, fill?)',
    help: 'The text padded at the start up to a length.',
    example: '"7".padStart(3, "0")',
    call: (evaluation, text, args, site) => padding(evaluation, text, args, site) + text,
  },
  repeat: {
    use: 'text.repeat(count)',
    help: 'The text repeated.',
    example: '"ab".repeat(3)',
    call: (evaluation, text, args, site) => {
      const count = integerAt(evaluation, args, 0, site) ?? 0
      if (count < 0 || count === Infinity) {
        site.location.fail('The count of `repeat` must be 0 or a positive, finite number.')
      }
      evaluation.reserveText(text.length * count, site.location)
      return text === '' ? '' : text.repeat(count)
    },
  },
  slice: {
    use: 'text.slice(from, to?)',
    help: 'The part between two positions. A negative position counts from the end.',
    example: '"workflow".slice(0, 4)',
    call: (evaluation, text, args, site) => {
      const from = clampPosition(integerAt(evaluation, args, 0, site) ?? 0, text.length)
      const to = clampPosition(integerAt(evaluation, args, 1, site) ?? text.length, text.length)
      evaluation.readPart(text, site.location)
      return text.slice(from, Math.max(from, to))
    },
  },
  startsWith: {
    use: 'text.startsWith(part)',
    help: 'Whether the text starts with the part.',
    example: '"https://a.b".startsWith("https:")',
    call: (evaluation, text, args, site) =>
      text.startsWith(partAt(evaluation, text, args, site), integerAt(evaluation, args, 1, site) ?? 0),
  },
  substring: {
    use: 'text.substring(from, to?)',
    help: 'The part between two positions.',
    example: '"workflow".substring(4)',
    call: (evaluation, text, args, site) => {
      const from = integerAt(evaluation, args, 0, site) ?? 0
      const to = integerAt(evaluation, args, 1, site) ?? text.length
      evaluation.readPart(text, site.location)
      return text.substring(from, to)
    },
  },
  toLowerCase: {
    use: 'text.toLowerCase()',
    help: 'The text in lower case.',
    example: '"ABC".toLowerCase()',
    call: (evaluation, text, _args, site) => {
      evaluation.work(text.length, site.location)
      return checked(evaluation, text.toLowerCase(), site)
    },
  },
  toString: textToString,
  toUpperCase: {
    use: 'text.toUpperCase()',
    help: 'The text in upper case.',
    example: '"abc".toUpperCase()',
    call: (evaluation, text, _args, site) => {
      evaluation.work(text.length, site.location)
      return checked(evaluation, text.toUpperCase(), site)
    },
  },
  trim: {
    use: 'text.trim()',
    help: 'The text without white space at both ends.',
    example: '"  abc ".trim()',
    call: (evaluation, text, _args, site) => {
      evaluation.work(text.length, site.location)
      return text.trim()
    },
  },
  trimEnd: {
    use: 'text.trimEnd()',
    help: 'The text without white space at the end.',
    example: '" abc ".trimEnd()',
    call: (evaluation, text, _args, site) => {
      evaluation.work(text.length, site.location)
      return text.trimEnd()
    },
  },
  trimStart: {
    use: 'text.trimStart()',
    help: 'The text without white space at the start.',
    example: '" abc ".trimStart()',
    call: (evaluation, text, _args, site) => {
      evaluation.work(text.length, site.location)
      return text.trimStart()
    },
  },
})

export const textMethods: ReadonlyMap<string, TextMethod> = new Map([
  ...otherMethods,
  ...textPatternMethods,
  ...textFormatMethods,
])

/** The text to search for. Charges for searching all of `text`. */
function wantedAt(evaluation: Evaluation, text: string, args: readonly Argument[], site: CallSite): string {
  const part = partAt(evaluation, text, args, site)
  evaluation.work((text.length + part.length) * (searchPrice(part) - 1), site.location)
  return part
}

/** The text to compare with. Charges for comparing all of `text`. */
function partAt(evaluation: Evaluation, text: string, args: readonly Argument[], site: CallSite): string {
  if (valueAt(args, 0, site) instanceof RegexValue) {
    site.location.fail(
      `The first argument of \`${site.name}\` must be a text, not a regular expression.`,
      'To match a regular expression, write `/…/.test(text)`.',
    )
  }
  const part = textAt(evaluation, args, 0, site)
  evaluation.work(text.length + part.length, site.location)
  return part
}

function padding(evaluation: Evaluation, text: string, args: readonly Argument[], site: CallSite): string {
  const length = integerAt(evaluation, args, 0, site) ?? 0
  const fill = valueAt(args, 1, site) === undefined ? ' ' : textAt(evaluation, args, 1, site)
  if (length <= text.length || fill === '') return ''
  evaluation.readPart(fill, site.location)
  evaluation.reserveText(length, site.location)
  return ''.padStart(length - text.length, fill)
}

/** Checks the length afterwards. Only for functions that lengthen a text by a small factor at most. */
function checked(evaluation: Evaluation, text: string, site: CallSite): string {
  evaluation.reserveText(text.length, site.location)
  return text
}

const collators = new HostCache<Intl.Collator>()

function compareInLocale(
  evaluation: Evaluation,
  [left, right]: readonly [string, string],
  locale: Value,
  site: CallSite,
): number {
  const language = typeof locale === 'string' ? locale : 'en'
  evaluation.useHostObject(`compare ${shorten(language, 100)}`, site.location)
  if (!isLocale(language)) {
    site.location.fail(
      `\`${shorten(language, 40)}\` is not a valid locale.`,
      'For example, write "en" or "de-CH".',
    )
  }
  return collators
    .get(language, () => new Intl.Collator(language))
    .compare(toStreamSafe(left), toStreamSafe(right))
}
