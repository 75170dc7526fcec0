import { describe, expect, it } from 'vitest'
import { createQrCode, toSvg } from './qr-code.ts'
import { embedSnippet, submitRequest } from './snippets.ts'

describe('sharing a form', () => {
  it('a QR code has a quiet zone and the pattern that readers look for', () => {
    const { size, path } = createQrCode('https://example.com/f/1')
    expect(size).toBe(33)
    // The upper edge of the upper left finder pattern: seven modules after a border of four.
    expect(path.startsWith('M4 4h7v1h-7z')).toBe(true)
    expect(toSvg({ size, path })).toContain(`viewBox="0 0 ${size} ${size}"`)
  })

  it('names cannot break out of the embed code', () => {
    expect(embedSnippet('https://example.com/f/1?a=1&b=2', 'A "quoted" <name>')).toBe(
      '<iframe src="https://example.com/f/1?a=1&amp;b=2" title="A &quot;quoted&quot; &lt;name&gt;" width="100%" height="700" loading="lazy"></iframe>',
    )
  })

  it('the sample request has a valid value for every required field', () => {
    const request = submitRequest('https://example.com', 'id', [
      { name: "it's", type: 'email', required: true },
      { name: 'pick', type: 'multiselect', required: true, options: [{ value: 'x', label: 'X' }] },
      { name: 'other', type: 'text', required: false },
    ])
    expect(request).toContain(String.raw`-d '{"data":{"it'\''s":"ada@example.com","pick":["x"]}}'`)
  })
})
