import { afterEach, expect, test } from 'vitest'
import { clockChangesIn, percentOf, ticksOf } from './time-axis.ts'

const HOUR = 3_600_000
const zone = process.env['TZ']

afterEach(() => {
  process.env['TZ'] = zone
})

function rangeOf(from: string, days: number) {
  const start = Date.parse(from)
  return { from: start, to: start + days * 24 * HOUR }
}

const iso = (at: number) => new Date(at).toISOString().slice(0, 16)

test('a day has a tick at midnight of the viewer and at every third hour', () => {
  process.env['TZ'] = 'Asia/Kolkata'
  const ticks = ticksOf(rangeOf('2026-01-31T12:00:00Z', 1))
  expect(ticks.map(({ at }) => iso(at)).slice(0, 3)).toEqual([
    '2026-01-31T12:30',
    '2026-01-31T15:30',
    '2026-01-31T18:30',
  ])
  expect(ticks.filter(({ kind }) => kind === 'day').map(({ at }) => iso(at))).toEqual(['2026-01-31T18:30'])
})

test('a week has a tick at each midnight, also around a change of clocks', () => {
  process.env['TZ'] = 'Europe/Berlin'
  const ticks = ticksOf(rangeOf('2026-03-27T06:00:00Z', 7))
  expect(ticks.every(({ kind }) => kind === 'day')).toBe(true)
  expect(ticks.map(({ at }) => iso(at)).slice(0, 4)).toEqual([
    '2026-03-27T23:00',
    '2026-03-28T23:00',
    '2026-03-29T22:00',
    '2026-03-30T22:00',
  ])
})

test('the hours of a day without two o’clock keep their ticks where the clock shows them', () => {
  process.env['TZ'] = 'Europe/Berlin'
  const ticks = ticksOf(rangeOf('2026-03-28T23:00:00Z', 1))
  expect(ticks.map(({ at }) => new Date(at).getHours())).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 0])
  expect(iso(ticks[1]?.at ?? 0)).toBe('2026-03-29T01:00')
})

test('changes of the viewer’s clocks are found to the minute', () => {
  process.env['TZ'] = 'Europe/Berlin'
  expect(clockChangesIn(rangeOf('2026-03-15T00:00:00Z', 30))).toEqual([
    { at: Date.parse('2026-03-29T01:00:00Z'), direction: 'forward' },
  ])
  expect(clockChangesIn(rangeOf('2026-10-24T00:00:00Z', 7))).toEqual([
    { at: Date.parse('2026-10-25T01:00:00Z'), direction: 'back' },
  ])
  process.env['TZ'] = 'UTC'
  expect(clockChangesIn(rangeOf('2026-03-15T00:00:00Z', 30))).toEqual([])
})

test('a moment has its share of the period', () => {
  expect(percentOf(25, { from: 0, to: 100 })).toBe(25)
  expect(percentOf(150, { from: 100, to: 200 })).toBe(50)
})
