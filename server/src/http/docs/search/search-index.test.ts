import { html } from '../../public/html.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderPage } from '../markup/page-layout.ts'
import { codeBlock, namesTable, section } from '../markup/page-parts.ts'
import { indexPage } from './search-index.ts'

describe('the search index of a page', () => {
  it('has an entry for the page, each section and each row with an id', () => {
    const inner = section(3, 'inner', html`Inner <code>x_y</code>`, html`<p>Deep &amp; “quoted”</p>`)
    const row = html`<tr id="PORT">
      <th scope="row">PORT</th>
      <td>Port to listen on</td>
    </tr>`
    const markup = renderPage({
      path: '/docs/x',
      title: 'Page',
      contents: [],
      main: html`<h1>Page</h1>
        <p>Lead.</p>
        ${section(2, 'outer', 'Outer', [html`<p>Text</p>`, codeBlock('Code', 'hidden'), inner])}
        ${namesTable('Settings', [row])}`,
    })
    const entries = indexPage('/docs/x', markup)
    assert.deepEqual(
      entries.map(({ url, title }) => [url, title]),
      [
        ['/docs/x', 'Page'],
        ['/docs/x#outer', 'Outer'],
        ['/docs/x#inner', 'Inner x_y'],
        ['/docs/x#PORT', 'PORT'],
      ],
    )
    assert.equal(entries[1]?.text, 'Text')
    assert.match(entries[2]?.text ?? '', /^Deep & “quoted”/)
    assert.equal(entries[0]?.text, 'Page Lead.')
    assert.match(entries[3]?.text ?? '', /^PORT Port to listen on/)
    assert.ok(entries.every(({ page }) => page === 'Page'))
  })
})
