import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { failureOf, formats, outputOf, workers } from '#nodes/testing/format-node.ts'
import { markdownNode } from './markdown.node.ts'

const node = markdownNode(formats)
const toHtml = (text: string, options = {}) => outputOf(node, { text, ...options })
const fromHtml = (text: string) => outputOf(node, { operation: 'from_html', text })

describe('The `markdown` node', () => {
  after(() => workers.close())

  it('makes HTML of Markdown', async () => {
    assert.equal(
      await toHtml('# A\n\n- *b*\n- [c](https://example.com "t")\n\n| x |\n|---|\n| 1 |'),
      '<h1>A</h1>\n<ul>\n<li><em>b</em></li>\n<li><a href="https://example.com" title="t">c</a></li>\n</ul>\n<table>\n<thead>\n<tr>\n<th>x</th>\n</tr>\n</thead>\n<tbody><tr>\n<td>1</td>\n</tr>\n</tbody></table>\n',
    )
  })

  it('lets nobody put a script into the result', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      'a <img src=x onerror=alert(1)> b',
      '[x](javascript:alert(1))',
      '[x](JAVA&#83;cript:alert(1))',
      '[x](javascript&colon;alert(1))',
      '[x](java&Tab;script:alert(1))',
      '[x](data:text/html,x)',
      '![x](javascript:alert(1))',
      '<javascript:alert(1)>',
      '[x]: javascript:alert(1)\n[x]',
    ]
    for (const text of hostile) {
      const html = (await toHtml(text)) as string
      assert.doesNotMatch(html, /<(script|img)|(href|src)="?\s*(java|data)/i, text)
    }
    assert.equal(await toHtml('a <b>c</b>', { allow_html: true }), '<p>a <b>c</b></p>\n')
    assert.match((await toHtml('[m](mailto:a@example.com) [r](/x)')) as string, /mailto:.*href="\/x"/)
  })

  it('makes Markdown of HTML', async () => {
    assert.equal(
      await fromHtml(
        '<title>T</title><h2>A</h2><p>b <strong>c</strong> <a href="https://example.com">d</a></p><script>x</script><pre><code>e</code></pre>',
      ),
      '## A\n\nb **c** [d](https://example.com)\n\n```\ne\n```',
    )
    assert.equal(
      await fromHtml('<p>The tag &lt;b&gt; and &amp;lt; in snake_case_names, a &lt; b &amp; c</p>'),
      String.raw`The tag \<b> and \&lt; in snake_case_names, a < b & c`,
    )
    assert.equal(await fromHtml(''), '')
    assert.match(
      await failureOf(node, { operation: 'from_html', text: '<b>'.repeat(100_000) }),
      /^TOO_COMPLEX/,
    )
  })

  it('reads a text that is nothing but openings in another thread', async () => {
    const html = (await toHtml('['.repeat(20_000))) as string
    assert.ok(html.startsWith('<p>['))
  })
})
