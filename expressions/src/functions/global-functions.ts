import { numberAt, textAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinFunction, type CallSite } from '#expressions/runtime/builtin.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import type { Argument, Value } from '#expressions/runtime/values.ts'

export const globalFunctions = toTable<BuiltinFunction>({
  Boolean: {
    use: 'Boolean(value)',
    help: 'false for false, 0, NaN, an empty text, null and undefined; true for everything else.',
    example: 'Boolean("")',
    call: (_evaluation, args, site) => Boolean(valueAt(args, 0, site)),
  },
  Number: {
    use: 'Number(value)',
    help: 'The value as a number, or NaN.',
    example: 'Number("12.5")',
    call: (evaluation, args, site) => (args.length === 0 ? 0 : numberAt(evaluation, args, 0, site)),
  },
  String: {
    use: 'String(value)',
    help: 'The value as text. The entries of a list are joined with commas, an object becomes JSON.',
    example: 'String(12.5)',
    call: (evaluation, args, site) => (args.length === 0 ? '' : textAt(evaluation, args, 0, site)),
  },
  decodeURIComponent: {
    use: 'decodeURIComponent(text)',
    help: 'The opposite of `encodeURIComponent`.',
    example: 'decodeURIComponent("a%20b")',
    call: (evaluation, args, site) => convertUri(evaluation, args, site, decodeURIComponent),
  },
  encodeURI: {
    use: 'encodeURI(text)',
    help: 'A complete URL with unsafe characters escaped.',
    example: 'encodeURI("https://a.b/c d?e=1")',
    call: (evaluation, args, site) => convertUri(evaluation, args, site, encodeURI),
  },
  encodeURIComponent: {
    use: 'encodeURIComponent(text)',
    help: 'A text escaped for use as one part of a URL.',
    example: 'encodeURIComponent("a b&c")',
    call: (evaluation, args, site) => convertUri(evaluation, args, site, encodeURIComponent),
  },
  isFinite: {
    use: 'isFinite(value)',
    help: 'Whether the value, converted to a number, is neither NaN nor infinite.',
    example: 'isFinite("12")',
    call: (evaluation, args, site) => Number.isFinite(numberAt(evaluation, args, 0, site)),
  },
  isNaN: {
    use: 'isNaN(value)',
    help: 'Whether the value cannot be converted to a number.',
    example: 'isNaN("abc")',
    call: (evaluation, args, site) => Number.isNaN(numberAt(evaluation, args, 0, site)),
  },
  parseFloat: {
    use: 'parseFloat(text)',
    help: 'The number at the start of the text.',
    example: 'parseFloat("12.5 kg")',
    call: readFloat,
  },
  parseInt: {
    use: 'parseInt(text, base?)',
    help: 'The whole number at the start of the text.',
    example: 'parseInt("12.5 kg")',
    call: readInteger,
  },
})

export function readFloat(evaluation: Evaluation, args: readonly Argument[], site: CallSite): Value {
  const text = textAt(evaluation, args, 0, site)
  evaluation.work(text.length, site.location)
  return Number.parseFloat(text)
}

export function readInteger(evaluation: Evaluation, args: readonly Argument[], site: CallSite): Value {
  const text = textAt(evaluation, args, 0, site)
  evaluation.work(text.length, site.location)
  return Number.parseInt(
    text,
    valueAt(args, 1, site) === undefined ? undefined : numberAt(evaluation, args, 1, site),
  )
}

function convertUri(
  evaluation: Evaluation,
  args: readonly Argument[],
  site: CallSite,
  convert: (text: string) => string,
): string {
  const text = textAt(evaluation, args, 0, site)
  // One character expands to at most nine (%E2%82%AC).
  evaluation.work(text.length * 3, site.location)
  let result: string
  try {
    result = convert(text)
  } catch {
    return site.location.fail(
      `\`${site.name}\` cannot convert this text: it contains invalid characters or escapes.`,
    )
  }
  evaluation.reserveText(result.length, site.location)
  return result
}
