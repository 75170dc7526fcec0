import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { accentStyle, chooseAccent, contrast } from './accent.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('the accent colour of a form', () => {
  it('Text on any accent colour is readable', () => {
    fc.assert(
      fc.property(colour, (fill) => {
        const accent = chooseAccent(fill)
        assert.equal(accent.fill, fill)
        assert.ok(contrast(fill, accent.onFill) >= 4.5, fill)
      }),
    )
  })

  it('Any accent colour stands out from the light and the dark page', () => {
    fc.assert(
      fc.property(colour, (fill) => {
        const { markOnLight, markOnDark } = chooseAccent(fill)
        assert.ok(contrast(markOnLight, '#ffffff') >= 3, fill)
        assert.ok(contrast(markOnDark, '#131d24') >= 3, fill)
      }),
    )
    const { markOnLight, markOnDark } = chooseAccent('#d4351c')
    assert.deepEqual([markOnLight, markOnDark], ['#d4351c', '#d4351c'])
  })

  it('Contrast is measured as WCAG defines it', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21)
    assert.equal(contrast('#123456', '#123456'), 1)
    assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54')
  })

  it('The style sheet of an accent colour contains no characters that could end it', () => {
    fc.assert(
      fc.property(colour, (fill) => {
        assert.match(accentStyle(fill), /^[^<>&'"\\]*$/)
      }),
    )
  })
})
