import { textAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinMethod } from '#expressions/runtime/builtin.ts'
import type { RegexValue } from '#expressions/runtime/values.ts'
import { findFirst, testRegex } from './regex.ts'

const regexToString: BuiltinMethod<RegexValue> = {
  use: 'regex.toString()',
  help: 'The regular expression as text.',
  example: '/a+/g.toString()',
  call: (_run, regex) => `/${regex.source}/${regex.flags}`,
}

export const regexMethods = toTable<BuiltinMethod<RegexValue>>({
  exec: {
    use: 'regex.exec(text)',
    help: 'The first match and its groups (with `.groups` and `.index`), or null.',
    example: '/(?<year>[0-9]{4})/.exec("in 2026").groups.year',
    call: (run, regex, args, site) => findFirst(run, regex, textAt(run, args, 0, site), site.location),
  },
  test: {
    use: 'regex.test(text)',
    help: 'Whether the text has a match.',
    example: '/^[^@ ]+@[^@ ]+$/.test("ada@example.com")',
    call: (run, regex, args, site) => testRegex(run, regex, textAt(run, args, 0, site), site.location),
  },
  toString: regexToString,
})
