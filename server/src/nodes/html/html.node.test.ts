import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { failureOf, formats, outputOf, workers } from '#nodes/testing/format-node.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { problemsOf } from '#nodes/testing/list-node.ts'
import { htmlNode } from './html.node.ts'

const node = htmlNode(formats)
const toText = (html: string) => outputOf(node, { operation: 'text', html })

describe('The `html` node', () => {
  after(() => workers.close())

  it('stops a selector that would take hours, without keeping others waiting', async () => {
    const parameters = { html: '<b>'.repeat(100), values: [{ name: 'x', selector: `x${' b'.repeat(9)}` }] }
    const call = nodeCall({ parameters, timeoutMs: 200 })
    let turns = 0
    const watch = setInterval(() => (turns += 1), 10)
    const result = await node.run(call)
    clearInterval(watch)
    assert.ok('ok' in result && !result.ok)
    assert.equal(result.code, 'TIMED_OUT')
    assert.ok(turns > 0, 'the thread of the service was free')
  })

  it('takes values out of a page', async () => {
    const html =
      '<h1>Shop &amp; more</h1><ul><li class="a" data-id="1"><b>x</b> y<li data-id="2">z</ul><a href="/next">next</a>'
    assert.deepEqual(
      await outputOf(node, {
        html,
        values: [
          { name: 'title', selector: 'h1' },
          { name: 'items', selector: 'li', all: true },
          { name: 'ids', selector: 'li', all: true, get: 'attribute', attribute: 'data-id' },
          { name: 'first', selector: 'li.a > b', get: 'html' },
          { name: 'next', selector: 'a[href]', get: 'attribute', attribute: 'href' },
          { name: 'none', selector: '.missing' },
          { name: 'inherited', selector: 'a', get: 'attribute', attribute: 'constructor' },
        ],
      }),
      {
        title: 'Shop & more',
        items: ['x y', 'z'],
        ids: ['1', '2'],
        first: '<b>x</b>',
        next: '/next',
        none: null,
        inherited: null,
      },
    )
  })

  it('takes the content of elements that a browser does not show', async () => {
    const html =
      '<head><title>\n A &amp; b </title><script type="application/ld+json">{"price": 12}</script></head><select><option>x</select>'
    assert.deepEqual(
      await outputOf(node, {
        html,
        values: [
          { name: 'title', selector: 'title' },
          { name: 'data', selector: 'script[type="application/ld+json"]' },
          { name: 'option', selector: 'option' },
        ],
      }),
      { title: 'A & b', data: '{"price": 12}', option: 'x' },
    )
  })

  it('makes one result for each element', async () => {
    const html = '<p id="a"><i>1</i></p><p id="b"></p>'
    const values = [
      { name: 'id', get: 'attribute', attribute: 'id' },
      { name: 'i', selector: 'i' },
    ]
    assert.deepEqual(await outputOf(node, { html, each: 'p', values }), [
      { id: 'a', i: '1' },
      { id: 'b', i: null },
    ])
  })

  it('shows the text that a person sees', async () => {
    assert.equal(
      await toText(
        '<head><title>T</title></head><style>p{}</style><h1>A  b</h1><p>c<br>d&nbsp;<b>e</b>, f</p><script>x</script><table><tr><td>1<td>2<tr><td>3</table>g',
      ),
      'A b\n\nc\nd e, f\n\n1\t2\n3\n\ng',
    )
    assert.equal(
      await toText('a<pre>\n  one\r\n    <b>two\n</b>\n\nthree\n\n</pre>b  c<pre></pre>'),
      'a\n\n  one\n    two\n\n\nthree\n\nb c',
    )
    assert.equal(await toText(''), '')
    assert.equal(await toText('a < b && c > d'), 'a < b && c > d')
  })

  it('names a selector that is none', async () => {
    const message = await failureOf(node, { html: 'x', values: [{ name: 'a', selector: 'a:foo' }] })
    assert.match(message, /^SELECTOR_INVALID: `a:foo` is not a CSS selector/)
  })

  it('refuses elements that are nested too deeply', async () => {
    for (const html of ['<p><b>'.repeat(300), '<div>'.repeat(500_000)])
      assert.match(await failureOf(node, { operation: 'text', html }), /^TOO_COMPLEX: .*512 deep/)
    assert.equal(await toText(`${'<div>'.repeat(500)}x`), 'x')
  })

  it('reads large pages in another thread', async () => {
    const before = workers.finished
    const html = '<p>word</p>'.repeat(20_000)
    assert.equal(((await toText(html)) as string).split('\n\n').length, 20_000)
    assert.equal(workers.finished, before + 1)
  })

  it('reports values that cannot be read', () => {
    assert.deepEqual(problemsOf(node, {}), [
      'values: `extract` needs `values`: what to take out of the page.',
    ])
    assert.deepEqual(problemsOf(node, { values: [{ name: 'a', get: 'attribute' }, null] }), [
      'values.0.attribute: value 1 gets an attribute, so it needs the name of the `attribute`.',
    ])
    assert.deepEqual(problemsOf(node, { operation: 'text' }), [])
  })
})
