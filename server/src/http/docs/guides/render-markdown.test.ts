import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HeadingIds } from './heading-ids.ts'
import { renderGuide, renderSections } from './render-markdown.ts'
import { resolveImage, resolveLink } from './resolve-link.ts'

describe('the id of a heading', () => {
  it('is formed as on a code-hosting site', () => {
    const ids = new HeadingIds()
    assert.equal(ids.next('What happened: steps'), 'what-happened-steps')
    assert.equal(ids.next('`http`'), 'http')
    assert.equal(ids.next('api_key'), 'api_key')
  })

  it('is unique within a page', () => {
    const ids = new HeadingIds()
    assert.deepEqual(
      [ids.next('Limits'), ids.next('Limits'), ids.next('Limits')],
      ['limits', 'limits-1', 'limits-2'],
    )
  })
})

describe('a link in a guide', () => {
  it('leads to the page of another guide or of the reference', () => {
    assert.equal(resolveLink('forms.md'), '/docs/guides/forms')
    assert.equal(resolveLink('./forms.md#pages'), '/docs/guides/forms#pages')
    assert.equal(resolveLink('../reference/nodes.md#http'), '/docs/nodes#http')
    assert.equal(resolveLink('../reference/openapi.json'), '/openapi.json')
  })

  it('is unchanged if it leads to the same page or to another site', () => {
    assert.equal(resolveLink('#limits'), '#limits')
    assert.equal(resolveLink('https://example.com/'), 'https://example.com/')
  })

  it('has no target if the service does not show the file', () => {
    for (const href of ['../../README.md', 'nothing.md', '../adr/0001.md', 'javascript:alert(1)']) {
      assert.equal(resolveLink(href), undefined, href)
    }
  })
})

describe('a picture in a guide', () => {
  it('is served by the documentation', () => {
    assert.equal(resolveImage('../images/editor.png'), '/docs/images/editor.png')
    const { introduction } = renderGuide('# Title\n\n![The "editor"](../images/editor.png)\n')
    assert.match(
      introduction.text,
      /<img src="\/docs\/images\/editor.png" alt="The &quot;editor&quot;" loading="lazy" \/>/,
    )
  })

  it('is replaced by its text if it is not one of ours', () => {
    for (const href of ['../images/other.png', '../../editor.png', 'https://example.com/editor.png']) {
      assert.equal(resolveImage(href), undefined, href)
    }
    assert.match(
      renderGuide('# Title\n\n![Text](https://example.com/a.png)\n').introduction.text,
      /<p>Text<\/p>/,
    )
  })
})

describe('a rendered guide', () => {
  const guide = renderGuide(
    '# Title\n\nAbout `this`.\n\n## One & two\n\nText <b>raw</b> [out](../../README.md) [in](forms.md)\n\n### Inner\n\n```json\n{"a": "<b>"}\n```\n',
  )

  it('has a title, a summary and nested sections', () => {
    assert.equal(guide.title, 'Title')
    assert.equal(guide.summary.text, 'About <code>this</code>.')
    assert.deepEqual(
      guide.sections.map(({ id, sections }) => [id, sections.map((inner) => inner.id)]),
      [['one--two', ['inner']]],
    )
  })

  it('escapes raw HTML and code, and drops links without a target', () => {
    const { text } = renderSections(guide.sections)
    assert.match(text, /Text &lt;b&gt;raw&lt;\/b&gt; out <a href="\/docs\/guides\/forms">in<\/a>/)
    assert.match(text, /\{&quot;a&quot;: &quot;&lt;b&gt;&quot;\}/)
  })
})
