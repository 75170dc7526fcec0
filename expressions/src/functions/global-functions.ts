import { numberAt, textAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinFunction, type CallSite } from '#expressions/runtime/builtin.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import type { Argument, Value } from '#expressions/runtime/values.ts'

export const globalFunctions = toTable<BuiltinFunction>({
  Boolean: {
    use: 'Boolean(value)',
    help: 'false for false, 0, NaN, an empty text, null and undefined; true for everything else.',
    example: 'Boolean("")',
    call: (_run, args, site) => Boolean(valueAt(args, 0, site)),
  },
  Number: {
    use: 'Number(value)',
    help: 'The value as a number, NaN if it is none.',
    example: 'Number("12.5")',
    call: (run, args, site) => (args.length === 0 ? 0 : numberAt(run, args, 0, site)),
  },
  String: {
    use: 'String(value)',
    help: 'The value as text; a list with commas, an object as JSON.',
    example: 'String(12.5)',
    call: (run, args, site) => (args.length === 0 ? '' : textAt(run, args, 0, site)),
  },
  decodeURIComponent: {
    use: 'decodeURIComponent(text)',
    help: 'The opposite of `encodeURIComponent`.',
    example: 'decodeURIComponent("a%20b")',
    call: (run, args, site) => convertUri(run, args, site, decodeURIComponent),
  },
  encodeURI: {
    use: 'encodeURI(text)',
    help: 'A whole web address with unsafe characters escaped.',
    example: 'encodeURI("https://a.b/c d?e=1")',
    call: (run, args, site) => convertUri(run, args, site, encodeURI),
  },
  encodeURIComponent: {
    use: 'encodeURIComponent(text)',
    help: 'A text made safe as one part of a web address.',
    example: 'encodeURIComponent("a b&c")',
    call: (run, args, site) => convertUri(run, args, site, encodeURIComponent),
  },
  isFinite: {
    use: 'isFinite(value)',
    help: 'Whether the value, read as a number, is neither NaN nor endless.',
    example: 'isFinite("12")',
    call: (run, args, site) => Number.isFinite(numberAt(run, args, 0, site)),
  },
  isNaN: {
    use: 'isNaN(value)',
    help: 'Whether the value cannot be read as a number.',
    example: 'isNaN("abc")',
    call: (run, args, site) => Number.isNaN(numberAt(run, args, 0, site)),
  },
  parseFloat: {
    use: 'parseFloat(text)',
    help: 'The number at the beginning of the text.',
    example: 'parseFloat("12.5 kg")',
    call: readFloat,
  },
  parseInt: {
    use: 'parseInt(text, base?)',
    help: 'The whole number at the beginning of the text.',
    example: 'parseInt("12.5 kg")',
    call: readInteger,
  },
})

export function readFloat(run: Evaluation, args: readonly Argument[], site: CallSite): Value {
  const text = textAt(run, args, 0, site)
  run.work(text.length, site.location)
  return Number.parseFloat(text)
}

export function readInteger(run: Evaluation, args: readonly Argument[], site: CallSite): Value {
  const text = textAt(run, args, 0, site)
  run.work(text.length, site.location)
  return Number.parseInt(
    text,
    valueAt(args, 1, site) === undefined ? undefined : numberAt(run, args, 1, site),
  )
}

function convertUri(
  run: Evaluation,
  args: readonly Argument[],
  site: CallSite,
  convert: (text: string) => string,
): string {
  const text = textAt(run, args, 0, site)
  // One character becomes at most nine (%E2%82%AC).
  run.work(text.length * 3, site.location)
  let result: string
  try {
    result = convert(text)
  } catch {
    return site.location.fail('This text holds characters that cannot be converted.')
  }
  run.reserveText(result.length, site.location)
  return result
}
