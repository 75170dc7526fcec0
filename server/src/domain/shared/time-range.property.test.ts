import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readTimeRange } from './time-range.ts'

const DAY_MS = 86_400_000
const anyInstant = fc
  .integer({ min: Date.parse('1970-01-01'), max: Date.parse('9999-12-31') })
  .map((at) => new Date(at))

describe('readTimeRange', () => {
  it('Every ISO instant is accepted at either end', () => {
    fc.assert(
      fc.property(anyInstant, (at) => {
        const text = at.toISOString()
        assert.deepEqual(readTimeRange(text, text), { from: at.getTime(), to: at.getTime() })
      }),
    )
  })

  it('A date means the whole UTC day', () => {
    fc.assert(
      fc.property(anyInstant, (at) => {
        const day = at.toISOString().slice(0, 10)
        const start = Date.parse(day)
        assert.deepEqual(readTimeRange(day, day), { from: start, to: start + DAY_MS - 1 })
      }),
    )
  })

  it('The same instant is recognized in every offset', () => {
    fc.assert(
      fc.property(anyInstant, fc.integer({ min: -14 * 60, max: 14 * 60 }), (at, minutes) => {
        const shifted = new Date(at.getTime() + minutes * 60_000)
        fc.pre(/^\d{4}-/.test(shifted.toISOString()))
        const sign = minutes < 0 ? '-' : '+'
        const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
        const offset = `${sign}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
        const text = shifted.toISOString().replace('Z', offset)
        assert.deepEqual(readTimeRange(text, undefined), { from: at.getTime(), to: undefined })
      }),
    )
  })

  it('Any text returns a range or the path of each problem', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (from, to) => {
        const range = readTimeRange(from, to)
        if ('to' in range) assert.ok((range.from ?? 0) <= (range.to ?? 0))
        else assert.ok(range.every(({ path }) => path === 'from' || path === 'to'))
      }),
    )
  })
})
