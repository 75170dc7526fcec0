import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { JsonValue } from '#domain/index.ts'
import { type OperationInput, type OperationName, performOperation } from './operations.ts'

async function perform<Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
): Promise<JsonValue> {
  const result = await performOperation(name, input)
  assert.ok(result.ok, result.ok ? '' : result.message)
  return JSON.parse(result.value) as JsonValue
}

const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('"', '""', ',', ';', '\t', '|', '\r', '\n', '\r\n', '', ' x ', '\uFEFF', "'=1"),
)
const separator = fc.constantFrom('comma' as const, 'semicolon' as const, 'tab' as const, 'pipe' as const)

const ALL_ROWS = { skip: 0, limit: null, columns: null }

describe('Formats', () => {
  it('CSV that was written is read as the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .integer({ min: 2, max: 4 })
          .chain((width) =>
            fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }),
          ),
        separator,
        async (items, character) => {
          const options = { separator: character, header: false }
          const text = await perform('csv.format', { items, escapeFormulas: false, ...options })
          const rows = await perform('csv.parse', {
            text: text as string,
            convertTypes: false,
            ...ALL_ROWS,
            ...options,
          })
          assert.deepEqual(rows, items)
        },
      ),
    )
  })

  it('CSV that was written with names is read as the same objects', async () => {
    const value = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), cell)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ a: value, 'b "c"': value, d: value }), { minLength: 1 }),
        async (items) => {
          const options = { separator: 'comma' as const, header: true }
          const text = await perform('csv.format', { items, escapeFormulas: false, ...options })
          const rows = await perform('csv.parse', {
            text: text as string,
            convertTypes: false,
            ...ALL_ROWS,
            ...options,
          })
          const texts = items.map((item) =>
            Object.fromEntries(Object.entries(item).map(([name, one]) => [name, String(one)])),
          )
          assert.deepEqual(rows, texts)
        },
      ),
    )
  })

  it('XML that was written is read as the same value, indented or not', async () => {
    const xmlText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }).map((text) =>
        // oxlint-disable-next-line no-control-regex -- XML excludes them
        text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed(),
      ),
      fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r', '\u00a0', '\ufeff', 'x'), maxLength: 3 }),
    )
    const name = fc.constantFrom('a', 'b-c', 'd.e', '_f', 'n:g', 'é')
    const { element } = fc.letrec<{ element: JsonValue }>((tie) => ({
      element: fc.oneof(
        { depthSize: 'small' },
        xmlText,
        fc
          .record({
            attributes: fc.dictionary(name, xmlText, { maxKeys: 3 }),
            text: xmlText,
            members: fc.dictionary(name, fc.array(tie('element'), { minLength: 1, maxLength: 3 }), {
              minKeys: 1,
              maxKeys: 3,
            }),
          })
          .map(({ attributes, text, members }) => ({
            ...Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`@${key}`, value])),
            ...(text !== '' && { '#text': text }),
            ...Object.fromEntries(
              Object.entries(members).map(([key, values]) => [
                key,
                values.length === 1 ? (values[0] ?? '') : values,
              ]),
            ),
          })),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(name, element, fc.boolean(), async (root, content, indent) => {
        const value = { [root]: content }
        const text = await perform('xml.format', { value, declaration: indent, indent })
        const options = { lists: [], removePrefixes: false }
        assert.deepEqual(await perform('xml.parse', { text: text as string, ...options }), value)
      }),
    )
  })

  it('Markdown that was made of HTML makes the same HTML', async () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    const inline = fc.oneof(
      word,
      word.map((text) => `<strong>${text}</strong>`),
      word.map((text) => `<em>${text}</em>`),
      word.map((text) => `<a href="https://example.com/${text}">${text}</a>`),
      word.map((text) => `<code>${text}</code>`),
    )
    const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '))
    const block = fc.oneof(
      line.map((text) => `<p>${text}</p>\n`),
      line.map((text) => `<h2>${text}</h2>\n`),
      fc
        .array(line, { minLength: 1, maxLength: 3 })
        .map((all) => `<ol>\n${all.map((one) => `<li>${one}</li>\n`).join('')}</ol>\n`),
      word.map((text) => `<pre><code>${text}\n</code></pre>\n`),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 4 }), async (blocks) => {
        // Two lists after each other are one list in Markdown.
        const html = blocks.map((one) => `<p>x</p>\n${one}`).join('')
        const text = await perform('markdown.from_html', { html })
        assert.equal(await perform('markdown.to_html', { text: text as string, allowHtml: false }), html)
      }),
    )
  })
})
