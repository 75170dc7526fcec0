import { expect, test } from 'vitest'
import { axisOf, percentOf } from './time-axis.ts'

const dayMs = 86_400_000

function axis(from: string, days: number, zone: string) {
  const start = Date.parse(from)
  const { ticks, clockChanges } = axisOf({ from: start, to: start + days * dayMs }, zone)
  return {
    ticks: ticks.map(({ at }) => iso(at)),
    days: ticks.filter(({ kind }) => kind === 'day').map(({ at }) => iso(at)),
    clockChanges: clockChanges.map(({ at, direction }) => `${iso(at)} ${direction}`),
  }
}

const iso = (at: number) => new Date(at).toISOString().slice(0, 16)

test('a day has a tick at midnight of the viewer and at every third hour', () => {
  const { ticks, days } = axis('2026-01-31T12:00:00Z', 1, 'Asia/Kolkata')
  expect(ticks.slice(0, 3)).toEqual(['2026-01-31T12:30', '2026-01-31T15:30', '2026-01-31T18:30'])
  expect(ticks).toHaveLength(8)
  expect(days).toEqual(['2026-01-31T18:30'])
})

test('a week has a tick at each midnight, also around a change of clocks', () => {
  const spring = axis('2026-03-27T06:00:00Z', 7, 'Europe/Berlin')
  expect(spring.days).toEqual(spring.ticks)
  expect(spring.ticks).toEqual([
    '2026-03-27T23:00',
    '2026-03-28T23:00',
    '2026-03-29T22:00',
    '2026-03-30T22:00',
    '2026-03-31T22:00',
    '2026-04-01T22:00',
    '2026-04-02T22:00',
  ])
  const autumn = axis('2026-10-24T06:00:00Z', 3, 'Europe/Berlin')
  expect(autumn.ticks).toEqual(['2026-10-24T22:00', '2026-10-25T23:00', '2026-10-26T23:00'])
})

test('a day without two o’clock keeps its ticks where the clock shows them', () => {
  const { ticks } = axis('2026-03-28T23:00:00Z', 1, 'Europe/Berlin')
  // Midnight, three o’clock, which is two hours later, and so on; the next midnight is an hour early.
  expect(ticks.slice(0, 3)).toEqual(['2026-03-28T23:00', '2026-03-29T01:00', '2026-03-29T04:00'])
  expect(ticks.at(-1)).toBe('2026-03-29T22:00')
})

test('changes of the viewer’s clocks are found', () => {
  expect(axis('2026-03-15T00:00:00Z', 30, 'Europe/Berlin').clockChanges).toEqual(['2026-03-29T01:00 forward'])
  expect(axis('2026-10-24T00:00:00Z', 7, 'Europe/Berlin').clockChanges).toEqual(['2026-10-25T01:00 back'])
  expect(axis('2026-03-15T00:00:00Z', 30, 'UTC').clockChanges).toEqual([])
})

test('a moment has its share of the period', () => {
  expect(percentOf(25, { from: 0, to: 100 })).toBe(25)
  expect(percentOf(150, { from: 100, to: 200 })).toBe(50)
})
