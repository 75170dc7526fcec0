import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { offsetAt } from '@millrace/expressions'
import { readCron } from './cron-runs.ts'

function runs(text: string, zone: string, after: string, count: number): string[] {
  const cron = readCron(text)
  assert.ok(typeof cron !== 'string', JSON.stringify(cron))
  const found: number[] = []
  for (let last = Date.parse(after); found.length < count; last = found.at(-1) ?? last) {
    found.push(cron.nextRun(last, (ms) => offsetAt(ms, zone)) ?? assert.fail())
  }
  return found.map((run) => new Date(run).toISOString().replace('.000Z', 'Z'))
}

describe('cron expressions', () => {
  it('A cron expression has five fields, or six with seconds', () => {
    assert.deepEqual(runs('0 9 * * MON-FRI', 'UTC', '2026-01-30T10:00:00Z', 2), [
      '2026-02-02T09:00:00Z',
      '2026-02-03T09:00:00Z',
    ])
    assert.deepEqual(runs('*/30 * * * * *', 'UTC', '2026-01-30T10:00:00Z', 2), [
      '2026-01-30T10:00:30Z',
      '2026-01-30T10:01:00Z',
    ])
    assert.deepEqual(runs('@daily', 'UTC', '2026-01-30T10:00:00Z', 1), ['2026-01-31T00:00:00Z'])
  })

  it('A date that is rare matches: 29 February on each day of the week', () => {
    for (const weekday of ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']) {
      const [first = ''] = runs(`0 0 29 2 +${weekday}`, 'UTC', '2026-01-01T00:00:00Z', 1)
      assert.match(first, /-02-29T00:00:00Z$/)
    }
  })

  it('Times in a skipped hour run at the clock change', () => {
    assert.deepEqual(runs('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z', 3), [
      '2026-03-28T01:30:00Z',
      '2026-03-29T01:00:00Z',
      '2026-03-30T00:30:00Z',
    ])
    assert.deepEqual(runs('*/30 * * * *', 'Europe/Berlin', '2026-03-29T00:15:00Z', 3), [
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:00:00Z',
      '2026-03-29T01:30:00Z',
    ])
  })

  it('A local time that occurs twice runs once', () => {
    assert.deepEqual(runs('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2), [
      '2026-10-25T00:30:00Z',
      '2026-10-26T01:30:00Z',
    ])
    assert.deepEqual(runs('*/30 * * * *', 'Europe/Berlin', '2026-10-24T23:45:00Z', 4), [
      '2026-10-25T00:00:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T02:00:00Z',
      '2026-10-25T02:30:00Z',
    ])
  })

  it('Times on a day that a time zone skipped run at the change', () => {
    // Samoa had no 30 December 2011.
    assert.deepEqual(runs('0 12 * * *', 'Pacific/Apia', '2011-12-29T00:00:00Z', 3), [
      '2011-12-29T22:00:00Z',
      '2011-12-30T10:00:00Z',
      '2011-12-30T22:00:00Z',
    ])
  })

  it('An invalid cron expression is refused with the reason', () => {
    for (const [text, part] of [
      ['', 'must have five fields'],
      ['* * * *', 'must have five fields'],
      ['* * * * * * *', 'must have five fields'],
      ['@sometimes', 'must have five fields'],
      ['61 * * * *', 'is invalid: "61 * * * *": Invalid value for minute: 61'],
      ['*/0 * * * *', 'illegal stepping'],
      ['x y z a b', 'is invalid'],
      ['0 0 30 2 *', 'never matches a date: "0 0 30 2 *"'],
      ['0 0 31 2,4,6,9,11 *', 'never matches a date: "0 0 31 2,4,6,9,11 *"'],
      [`${'1,'.repeat(300)}1 * * * *`, `must have at most 500 characters, but "${'1,'.repeat(50)}…" has 609`],
      [`${'9'.repeat(300)} * * * *`, '…'],
    ] as const) {
      const read = readCron(text)
      assert.ok(typeof read === 'string' && read.includes(part), `${text}: ${JSON.stringify(read)}`)
    }
  })
})
