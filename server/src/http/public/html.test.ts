import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { breakable, html, prose } from './html.ts'

describe('the html template', () => {
  it('escapes every text that is put in, also in attributes', () => {
    const evil = `"><script>alert('&')</script>`
    const safe = '&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;'
    assert.equal(html`<a href="${evil}">${[evil]}</a>`.text, `<a href="${safe}">${safe}</a>`)
    assert.equal(prose(`\`${evil}\``).text, `<code>${safe}</code>`)
    assert.equal(breakable('<_<').text, '&lt;_<wbr />&lt;<wbr />')
  })

  it('takes what it made itself as it is, and leaves out what is not there', () => {
    const inner = html`<b>${'yes'}</b>`
    assert.equal(html`${inner}${undefined}${false}${0}`.text, '<b>yes</b>0')
  })

  it('drops its own indentation and keeps that of the text', () => {
    const code = '{\n  "a": 1\n}'
    const list = html`<ul>
      <li>${code}</li>
      <li>second</li>
    </ul>`
    assert.equal(list.text, '<ul>\n<li>{\n  &quot;a&quot;: 1\n}</li>\n<li>second</li>\n</ul>')
  })
})
