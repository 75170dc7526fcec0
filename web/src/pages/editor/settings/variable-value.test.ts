import { describe, expect, it } from 'vitest'
import { parseValue, showValue } from './variable-value.ts'

describe('Values of variables', () => {
  it('A value is shown so that reading it gives the same value', () => {
    for (const value of [1, true, null, '', 'text', '1', 'true', '"quoted"', ['a'], { a: [1] }, '{"a"']) {
      expect(parseValue(showValue(value))).toEqual(value)
    }
  })

  it('Texts need no quotation marks', () => {
    expect(parseValue('Berlin')).toBe('Berlin')
    expect(showValue('Berlin')).toBe('Berlin')
    expect(parseValue('100')).toBe(100)
  })
})
