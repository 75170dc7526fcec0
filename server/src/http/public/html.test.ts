import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { breakable, html, prose } from './html.ts'

describe('the html template', () => {
  it('Every inserted text is escaped, also in attributes', () => {
    const evil = `"><script>alert('&')</script>`
    const safe = '&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;'
    assert.equal(html`<a href="${evil}">${[evil]}</a>`.text, `<a href="${safe}">${safe}</a>`)
    assert.equal(prose(`\`${evil}\``).text, `<code>${safe}</code>`)
    assert.equal(breakable('<_<').text, '&lt;_<wbr />&lt;<wbr />')
  })

  it('Markup of another template is inserted unchanged, and undefined and false are left out', () => {
    const inner = html`<b>${'yes'}</b>`
    assert.equal(html`${inner}${undefined}${false}${0}`.text, '<b>yes</b>0')
  })

  it('The indentation of a template is dropped and that of inserted texts is preserved', () => {
    const code = '{\n  "a": 1\n}'
    const list = html`<ul>
      <li>${code}</li>
      <li>second</li>
    </ul>`
    assert.equal(list.text, '<ul>\n<li>{\n  &quot;a&quot;: 1\n}</li>\n<li>second</li>\n</ul>')
  })
})
