import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { JsonValue } from '#domain/index.ts'
import { failureOf, formats, outputOf, workers } from '#nodes/testing/format-node.ts'
import { xmlNode } from './xml.node.ts'

const node = xmlNode(formats)
const parse = (text: string, options = {}) => outputOf(node, { text, ...options })
const format = (value: JsonValue, options = {}) =>
  outputOf(node, { operation: 'format', value, declaration: false, ...options })

describe('The `xml` node', () => {
  after(() => workers.close())

  it('reads attributes, texts, CDATA and repeated elements', async () => {
    assert.deepEqual(
      await parse(
        '<?xml version="1.0"?><!-- x --><a k="1 &lt; 2"> t <b>x</b><b/><c><![CDATA[ <d> ]]></c></a>',
      ),
      { a: { '@k': '1 < 2', '#text': 't', b: ['x', ''], c: ' <d> ' } },
    )
    assert.deepEqual(await parse('<a><b>1</b></a>', { lists: ['b'] }), { a: { b: ['1'] } })
    assert.deepEqual(await parse('<s:a xmlns:s="u"><s:b s:k="1"/></s:a>', { remove_prefixes: true }), {
      a: { '@xmlns:s': 'u', b: { '@k': '1' } },
    })
  })

  it('names the line of a mistake', async () => {
    assert.equal(
      await failureOf(node, { text: '<a>\n  <b>\n</a>' }),
      'XML_INVALID: The XML cannot be read: unexpected close tag (line 3, column 4).',
    )
    for (const text of ['', 'hello', '<a/><b/>', '<a/>x', '<a', '<a x=1/>', '<a x="1" x="2"/>', '<a><b></a>'])
      assert.match(await failureOf(node, { text }), /^XML_INVALID: The XML cannot be read: /, text)
  })

  it('refuses entities, whatever they are', async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY a "aaaa">${Array.from({ length: 10 }, (_, index) => `<!ENTITY b${index} "${'&a;'.repeat(10)}">`).join('')}]><a>&b9;</a>`
    const file = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'
    for (const text of [bomb, file])
      assert.match(
        await failureOf(node, { text }),
        /^XML_INVALID: .* it defines entities, which are not supported/,
      )
    const external = '<!DOCTYPE a SYSTEM "https://example.com/a.dtd">'
    assert.match(await failureOf(node, { text: `${external}<a>&x;</a>` }), /undefined entity/)
    assert.deepEqual(await parse(`${external}<a>x</a>`), { a: 'x' })
  })

  it('refuses elements that are nested too deeply, also in another thread', async () => {
    assert.match(await failureOf(node, { text: '<a>'.repeat(65) }), /nested more than 64 deep/)
    assert.match(await failureOf(node, { text: '<a>'.repeat(1_000_000) }), /nested more than 64 deep/)
  })

  it('writes what it reads', async () => {
    const value = { a: { '@k': '1 < "2"\n', '#text': 't & u', b: ['x', '', ' y '], c: { d: '>' } } }
    const text = (await format(value)) as string
    assert.equal(
      text,
      '<a k="1 &lt; &quot;2&quot;&#10;">t &amp; u<b>x</b><b/><b><![CDATA[]]> y <![CDATA[]]></b><c><d>&gt;</d></c></a>',
    )
    assert.deepEqual(await parse(text), value)
    assert.equal(
      await format({ a: { b: [1, true, null] } }, { declaration: true, indent: true }),
      '<?xml version="1.0" encoding="UTF-8"?>\n<a>\n  <b>1</b>\n  <b>true</b>\n  <b/>\n</a>',
    )
  })

  it('refuses values that XML cannot represent', async () => {
    const refuse = (value: JsonValue) => failureOf(node, { operation: 'format', value })
    for (const value of [7, [], {}, { a: 1, b: 2 }, { a: [1, 2] }])
      assert.match(await refuse(value), /must be an object with one member, the root element/)
    assert.match(await refuse({ 'a b': 1 }), /`a b` cannot be the name/)
    assert.match(await refuse({ 'a><b': 1 }), /cannot be the name/)
    assert.match(await refuse({ a: { '@x y': 1 } }), /cannot be the name/)
    assert.match(await refuse({ a: '\u0000' }), /characters that XML cannot represent/)
    assert.match(await refuse({ a: { b: [[1]] } }), /`b` must be a text, a number, a boolean or null/)
  })
})
