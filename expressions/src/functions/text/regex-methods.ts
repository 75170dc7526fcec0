import { textAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinMethod } from '#expressions/runtime/builtin.ts'
import type { RegexValue } from '#expressions/runtime/values.ts'
import { findFirst, testRegex } from './regex.ts'

const regexToString: BuiltinMethod<RegexValue> = {
  use: 'regex.toString()',
  help: 'The regular expression as text.',
  example: '/a+/g.toString()',
  call: (_evaluation, regex) => `/${regex.source}/${regex.flags}`,
}

export const regexMethods = toTable<BuiltinMethod<RegexValue>>({
  exec: {
    use: 'regex.exec(text)',
    help: 'The first match with its groups (also as `.groups`) and its `.index`, or null.',
    example: '/(?<year>[0-9]{4})/.exec("in 2026").groups.year',
    call: (evaluation, regex, args, site) =>
      findFirst(evaluation, regex, textAt(evaluation, args, 0, site), site.location),
  },
  test: {
    use: 'regex.test(text)',
    help: 'Whether the text contains a match.',
    example: '/^[^@ ]+@[^@ ]+$/.test("ada@example.com")',
    call: (evaluation, regex, args, site) =>
      testRegex(evaluation, regex, textAt(evaluation, args, 0, site), site.location),
  },
  toString: regexToString,
})
