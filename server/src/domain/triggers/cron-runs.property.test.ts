import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { offsetAt } from '@millrace/expressions'
import { readCron } from './cron-runs.ts'
import { instantOf } from './zone-clock.ts'

/** Zones whose clocks change by an hour, half an hour or a whole day, at midnight, in the southern hemisphere, or never. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Havana',
  'America/Santiago',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'UTC',
]
const zone = fc.constantFrom(...ZONES)
const minute = fc.oneof(fc.integer({ min: 0, max: 59 }).map(String), fc.constantFrom('*', '*/7', '0,30'))
const hour = fc.oneof(fc.integer({ min: 0, max: 23 }).map(String), fc.constantFrom('*', '*/2', '1-3'))
const weekday = fc.constantFrom('*', '*', 'SUN', '1-5')
const cron = fc.tuple(minute, hour, weekday).map(([m, h, d]) => `${m} ${h} * * ${d}`)
const instant = fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2030, 0) })
/** Half a day before a clock change in some zone, where edge cases occur. */
const nearChange = fc
  .tuple(
    zone,
    fc.integer({ min: 2010, max: 2030 }),
    fc.integer({ min: 0, max: 364 }),
    fc.integer({ min: 0, max: 86_399 }),
  )
  .map(([name, year, day, second]) => {
    const from = Date.UTC(year, 0, 1 + day)
    let at = from
    for (let days = 0; days < 366 && offsetAt(at, name) === offsetAt(at + DAY_MS, name); days += 1)
      at += DAY_MS
    return { name, at: at - DAY_MS / 2 + second * 1000 }
  })
const DAY_MS = 86_400_000
const zonedInstant = fc.oneof(fc.record({ name: zone, at: instant }), { arbitrary: nearChange, weight: 3 })

function* runsOf(text: string, name: string, at: number): Generator<number, never> {
  const read = readCron(text)
  assert.ok(typeof read !== 'string', `${text}: ${JSON.stringify(read)}`)
  for (let last = at; ;) {
    last = read.nextRun(last, (ms) => offsetAt(ms, name)) ?? assert.fail('no further run')
    yield last
  }
}

function runsAfter(text: string, name: string, at: number, count: number): number[] {
  return runsOf(text, name, at).take(count).toArray()
}

/** The number of times that a clock change skips: those in the skipped hour or day. */
function runsUntil(text: string, name: string, at: number, until: number): number[] {
  const runs: number[] = []
  for (const run of runsOf(text, name, at)) {
    if (run > until) break
    runs.push(run)
  }
  return runs
}

/** Local time, as if it were UTC. */
const wall = (ms: number, name: string) => ms + offsetAt(ms, name)

describe('runs of a cron expression in every zone and across clock changes', () => {
  it('Each run is later than the previous one', () => {
    fc.assert(
      fc.property(cron, zonedInstant, (text, { name, at }) => {
        const runs = runsAfter(text, name, at, 20)
        assert.ok(runs.every((run, index) => run > (runs[index - 1] ?? at)))
      }),
      { numRuns: 60 },
    )
  })

  it('Runs do not depend on the starting point', () => {
    fc.assert(
      fc.property(cron, zonedInstant, fc.nat(), (text, { name, at }, n) => {
        const runs = runsAfter(text, name, at, 12)
        const [before = at, run = 0] = [runs[4], runs[5]]
        const between = before + (n % (run - before))
        assert.equal(runsAfter(text, name, between, 1)[0], run)
      }),
      { numRuns: 60 },
    )
  })

  it('Each local time runs at most once', () => {
    fc.assert(
      fc.property(cron, zonedInstant, (text, { name, at }) => {
        const shown = runsAfter(text, name, at, 20).map((run) => wall(run, name))
        assert.equal(new Set(shown).size, shown.length)
      }),
      { numRuns: 60 },
    )
  })

  it('Every local time runs, and skipped times run at the clock change', () => {
    fc.assert(
      fc.property(cron, zonedInstant, (text, { name, at }) => {
        const runs = runsAfter(text, name, at, 20)
        const last = runs.at(-1) ?? assert.fail()
        const offset = (ms: number) => offsetAt(ms, name)
        // The same expression with clocks that never change, where every local time occurs once.
        const locals = runsUntil(text, 'UTC', wall(at, name) - 1, wall(last, name))
        const expected = new Set(locals.map((local) => instantOf(local, offset)))
        assert.deepEqual(
          runs,
          [...expected].filter((run) => run > at && run <= last),
        )
        for (const local of locals) {
          const moment = instantOf(local, offset)
          const isShown = wall(moment, name) === local
          const isAtJump = offset(moment) > offset(moment - 1) && wall(moment, name) > local
          assert.ok(isShown || isAtJump, `${new Date(local).toISOString()} in ${name}`)
        }
      }),
      { numRuns: 60 },
    )
  })
})
