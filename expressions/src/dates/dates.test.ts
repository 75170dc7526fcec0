import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate, problemOf } from '#expressions/testing/evaluate.ts'

function check(table: readonly (readonly [expression: string, expected: unknown])[]): void {
  for (const [expression, expected] of table) assert.deepEqual(evaluate(expression), expected, expression)
}

describe('date parsing', () => {
  it('date() accepts ISO 8601, mail headers, milliseconds and dates', () => {
    check([
      ['date("2026-01-31")', '2026-01-31T00:00:00.000Z'],
      ['date("2026-01")', '2026-01-01T00:00:00.000Z'],
      ['date("2026")', '2026-01-01T00:00:00.000Z'],
      ['date("2026-01-31T09:30")', '2026-01-31T09:30:00.000Z'],
      ['date("2026-01-31 09:30:15.1239")', '2026-01-31T09:30:15.123Z'],
      ['date("2026-01-31T09:30:00+02:00")', '2026-01-31T07:30:00.000Z'],
      ['date("2026-01-31T09:30:00-0330")', '2026-01-31T13:00:00.000Z'],
      ['date(" 2026-01-31T09:30Z ")', '2026-01-31T09:30:00.000Z'],
      ['date("Sat, 31 Jan 2026 09:30:00 GMT")', '2026-01-31T09:30:00.000Z'],
      ['date("31 Jan 2026 09:30 +0100")', '2026-01-31T08:30:00.000Z'],
      ['date(0)', '1970-01-01T00:00:00.000Z'],
      ['date(1769851800123.9).ms', 1769851800123],
      ['date(date("2026-01-31"))', '2026-01-31T00:00:00.000Z'],
      ['date("0100-01-01").in("America/New_York").year', 99],
      ['date("9999-12-31T23:59:59Z").year', 9999],
    ])
  })

  it('A time without an offset is local to the given zone', () => {
    check([
      ['date("2026-01-31T09:30", "Europe/Berlin")', '2026-01-31T08:30:00.000Z'],
      ['date("2026-07-31T09:30", "Europe/Berlin")', '2026-07-31T07:30:00.000Z'],
      ['date("2026-07-31T09:30Z", "Europe/Berlin")', '2026-07-31T09:30:00.000Z'],
      ['date("2026-07-31T09:30", "Asia/Kathmandu")', '2026-07-31T03:45:00.000Z'],
    ])
  })

  it('A skipped local time is shifted, and a repeated one resolves to its first occurrence', () => {
    check([
      ['date("2026-03-29T02:30", "Europe/Berlin")', '2026-03-29T01:30:00.000Z'],
      ['date("2026-10-25T02:30", "Europe/Berlin")', '2026-10-25T00:30:00.000Z'],
      ['date("2026-11-01T01:30", "America/New_York")', '2026-11-01T05:30:00.000Z'],
      ['date("2011-12-30T12:00", "Pacific/Apia")', '2011-12-30T22:00:00.000Z'],
    ])
  })

  it('Invalid dates are refused', () => {
    for (const text of [
      '',
      'tomorrow',
      '2026-02-30',
      '2026-13-01',
      '2026-01-31T24:30',
      '0099-01-01',
      '31.01.2026',
    ]) {
      assert.match(problemOf(`date("${text}")`).message, /is not a valid date/, text)
    }
    for (const value of ['', 'null', '{}', '[]', 'true', 'NaN', '1e20', '-1e15']) {
      assert.ok(problemOf(`date(${value})`).message, value)
    }
    assert.match(problemOf('date("2026-01-01", "Mars/Base")').message, /not a time zone/)
  })
})

describe('date properties', () => {
  it('Date properties are computed in the zone of the date', () => {
    check([
      [
        '[now].map(d => [d.year, d.quarter, d.month, d.week, d.weekday, d.day, d.hour, d.minute, d.second, d.millisecond, d.zone])[0]',
        [2026, 1, 1, 5, 6, 31, 12, 0, 0, 0, 'UTC'],
      ],
      ['date("2026-12-31T23:30Z").in("Europe/Berlin").year', 2027],
      ['[now.ms, now.seconds]', [1769860800000, 1769860800]],
      ['["2021-01-03", "2021-01-04", "2020-12-31", "2024-12-30"].map(x => date(x).week)', [53, 1, 53, 1]],
      ['now.nothing', null],
    ])
  })
})

describe('date calculations', () => {
  it('Days and larger units follow the calendar, hours and smaller units are exact', () => {
    check([
      ['date("2026-01-31").plus({ months: 1 })', '2026-02-28T00:00:00.000Z'],
      ['date("2024-02-29").plus({ years: 1 })', '2025-02-28T00:00:00.000Z'],
      ['date("2026-03-31").minus({ quarters: 1, days: 1 })', '2025-12-30T00:00:00.000Z'],
      ['date("2026-01-01").plus({ day: 1, hour: 1.5 })', '2026-01-02T01:30:00.000Z'],
      [
        'date("2026-03-28T12:00", "Europe/Berlin").plus({ days: 1 }).iso("Europe/Berlin")',
        '2026-03-29T12:00:00.000+02:00',
      ],
      [
        'date("2026-03-28T12:00", "Europe/Berlin").plus({ hours: 24 }).iso("Europe/Berlin")',
        '2026-03-29T13:00:00.000+02:00',
      ],
      ['date("2026-03-28T11:00Z").plus({ days: 1 }, "Europe/Berlin")', '2026-03-29T10:00:00.000Z'],
      ['now.plus({ weeks: 1, minutes: -1 })', '2026-02-07T11:59:00.000Z'],
      ['now.plus({})', '2026-01-31T12:00:00.000Z'],
    ])
  })

  it('startOf and endOf return the start and the end of a unit', () => {
    check([
      [
        '["year", "quarter", "month", "week", "day", "hour", "minute", "second", "milliseconds"].map(u => date("2026-05-17T10:20:30.456Z").startOf(u))',
        [
          '2026-01-01T00:00:00.000Z',
          '2026-04-01T00:00:00.000Z',
          '2026-05-01T00:00:00.000Z',
          '2026-05-11T00:00:00.000Z',
          '2026-05-17T00:00:00.000Z',
          '2026-05-17T10:00:00.000Z',
          '2026-05-17T10:20:00.000Z',
          '2026-05-17T10:20:30.000Z',
          '2026-05-17T10:20:30.456Z',
        ],
      ],
      ['date("2026-02-17").endOf("month")', '2026-02-28T23:59:59.999Z'],
      ['date("2026-03-29T12:00Z").startOf("day", "Europe/Berlin")', '2026-03-28T23:00:00.000Z'],
      ['date("2026-03-29T12:00Z").endOf("day", "Europe/Berlin")', '2026-03-29T21:59:59.999Z'],
      ['date("2026-10-25T01:45Z").startOf("hour", "Europe/Berlin")', '2026-10-25T01:00:00.000Z'],
    ])
  })

  it('diff returns the time between two dates', () => {
    check([
      ['date("2026-03-01").diff("2026-01-31", "months")', 1],
      ['date("2026-02-28").diff("2026-01-31", "months")', 1],
      ['date("2026-02-27").diff("2026-01-31", "months")', 0],
      ['date("2026-01-31").diff("2026-03-01", "months")', -1],
      ['date("2026-01-01").diff("2000-01-02", "years")', 25],
      ['date("2026-01-15").diff("2026-01-01", "weeks")', 2],
      ['date("2026-06-30").diff("2026-01-01", "quarters")', 1],
      ['date("2026-03-30", "Europe/Berlin").diff(date("2026-03-28", "Europe/Berlin"), "days")', 2],
      ['date("2026-03-30", "Europe/Berlin").diff(date("2026-03-28", "Europe/Berlin"), "hours")', 47],
      ['date("2026-01-01T12:00Z").diff("2026-01-01", "days")', 0],
      ['now.diff(now.minus({ minutes: 90 }), "hours")', 1.5],
      ['now.diff(now, "days")', 0],
      ['now.diff(now.minus({ seconds: 1 }))', 1000],
    ])
  })

  it('Dates outside the years 100 to 9999 are refused', () => {
    for (const expression of [
      'now.plus({ years: 1e15 })',
      'now.plus({ years: 8000 })',
      'now.minus({ years: 2000 })',
      'now.plus({ days: 1e15 })',
      'now.plus({ milliseconds: 1e15 })',
      'now.plus({ hours: 1e15 }, "Europe/Berlin")',
      'now.plus({ months: -1e15 }, "Europe/Berlin")',
    ]) {
      assert.match(problemOf(expression).message, /outside the years/, expression)
    }
  })

  it('Invalid amounts and units are refused', () => {
    for (const expression of [
      'now.plus(1)',
      'now.plus()',
      'now.plus({ days: 1.5 })',
      'now.plus({ days: "1" })',
      'now.plus({ hours: Infinity })',
      'now.startOf("fortnight")',
      'now.startOf()',
      'now.diff()',
      'now.diff("x", "days")',
      'now.in()',
      'now.in(5)',
    ]) {
      assert.ok(problemOf(expression).message, expression)
    }
  })
})

describe('date formatting', () => {
  it('format uses a pattern, a zone and a locale', () => {
    check([
      ['now.format("yyyy-MM-dd")', '2026-01-31'],
      ['now.format("d.M.yy H:mm:ss.SSS")', '31.1.26 12:00:00.000'],
      ['now.format("hh:mm a, h a")', '12:00 PM, 12 PM'],
      ['date("2026-01-31T00:05Z").format("h:m a")', '12:5 AM'],
      ['now.format("EEE EEEE e MMM MMMM Q w ww y")', 'Sat Saturday 6 Jan January 1 5 05 2026'],
      ['now.format("EEEE, d. MMMM", "Europe/Berlin", "de")', 'Samstag, 31. Januar'],
      ['now.format("yyyy-MM-dd\'T\'HH:mmXXX", "America/New_York")', '2026-01-31T07:00-05:00'],
      ['now.format("XXX xxx VV")', 'Z +00:00 UTC'],
      ["now.format(\"'week' w 'o''clock' ''\")", "week 5 o'clock '"],
      ['date("2026-12-31T23:30Z").format("EEEE yyyy", "Europe/Berlin")', 'Friday 2027'],
      ['now.in("Asia/Tokyo").format("HH VV")', '21 Asia/Tokyo'],
      ['now.format("")', ''],
    ])
  })

  it('iso returns ISO 8601', () => {
    check([
      ['now.iso()', '2026-01-31T12:00:00.000Z'],
      ['now.in("Asia/Tokyo").iso()', '2026-01-31T12:00:00.000Z'],
      ['now.iso("Asia/Kathmandu")', '2026-01-31T17:45:00.000+05:45'],
      ['now.iso("Europe/London")', '2026-01-31T12:00:00.000Z'],
      ['"on " + now', 'on 2026-01-31T12:00:00.000Z'],
      ['JSON.stringify([now])', '["2026-01-31T12:00:00.000Z"]'],
    ])
  })

  it('Unknown pattern fields, zones and locales are refused', () => {
    assert.match(problemOf('now.format("yyyyy")').message, /Unknown field/)
    assert.match(problemOf('now.format("today")').message, /Unknown field/)
    assert.match(problemOf('now.format("y", "x".repeat(100000))').message, /not a time zone/)
    assert.match(problemOf('now.format("y", "UTC", "x!")').message, /not a valid locale/)
    assert.match(problemOf('now.format("y".repeat(500))').message, /longer than 200/)
  })
})
