import { toTable, type BuiltinMethod } from '#expressions/runtime/builtin.ts'
import { findEmail, findUrl, removeTags } from './extract.ts'

/** Charged for each character that is searched, that can be part of a tag, and whose case changes. */
const searchPrice = 4
const tagPrice = 8
const casePrice = 10

export const textFormatMethods = toTable<BuiltinMethod<string>>({
  titleCase: {
    use: 'text.titleCase()',
    help: 'The text with the first letter of each word in upper case, and the others in lower case.',
    example: '"ada LOVELACE-king".titleCase()',
    call: (evaluation, text, _args, site) => {
      evaluation.work(text.length * casePrice, site.location)
      const result = text
        .toLowerCase()
        .replaceAll(
          /(^|[^\p{L}\p{M}\p{N}'’])(\p{L})/gu,
          (_all, before: string, letter: string) => before + letter.toUpperCase(),
        )
      evaluation.reserveText(result.length, site.location)
      return result
    },
  },
  extractEmail: {
    use: 'text.extractEmail()',
    help: 'The first email address in the text, or null.',
    example: '"Ada <ada@example.com>".extractEmail()',
    call: (evaluation, text, _args, site) => {
      evaluation.work(text.length * searchPrice, site.location)
      return findEmail(text) ?? null
    },
  },
  extractUrl: {
    use: 'text.extractUrl()',
    help: 'The first web address in the text, or null.',
    example: '"See https://example.com/a?b=1.".extractUrl()',
    call: (evaluation, text, _args, site) => {
      evaluation.work(text.length * searchPrice, site.location)
      return findUrl(text) ?? null
    },
  },
  stripTags: {
    use: 'text.stripTags()',
    help: 'The text of HTML, without its tags, scripts and styles.',
    example: '"<p>Tea &amp; <b>milk</b></p>".stripTags()',
    call: (evaluation, text, _args, site) => {
      evaluation.work(text.length * tagPrice, site.location)
      return removeTags(text)
    },
  },
})
