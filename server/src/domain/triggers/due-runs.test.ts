import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { findDueRuns } from './due-runs.ts'
import { nextInterval } from './interval-runs.ts'
import { type Misfire, nextRuns, type Schedule } from './schedule.ts'

const every = (seconds: number, misfire: Misfire, end = Number.POSITIVE_INFINITY): Schedule => ({
  misfire,
  jitterMs: 0,
  nextRun(after) {
    const run = nextInterval(after, seconds * 1000, 0)
    return run > end ? undefined : run
  },
})
const noJitter = () => 0
const at = (minutes: number) => minutes * 60_000

describe('findDueRuns', () => {
  it('Every time that is less than a minute late is due with every policy', () => {
    for (const misfire of ['skip', 'once', 'all'] as const) {
      assert.deepEqual(findDueRuns(every(10, misfire), at(5), at(5) + 25_000, noJitter), {
        runs: [at(5), at(5) + 10_000, at(5) + 20_000],
        next: at(5) + 30_000,
      })
    }
  })

  it('With `skip`, missed runs are not due', () => {
    const { runs, next } = findDueRuns(every(3600, 'skip'), at(60), at(185), noJitter)
    assert.deepEqual([runs, next], [[], at(240)])
  })

  it('With `once`, the latest missed run is due', () => {
    const { runs, next } = findDueRuns(every(3600, 'once'), at(60), at(185), noJitter)
    assert.deepEqual([runs, next], [[at(180)], at(240)])
  })

  it('With `once`, missed runs are not due if another run is due', () => {
    assert.deepEqual(findDueRuns(every(3600, 'once'), at(60), at(180) + 1, noJitter).runs, [at(180)])
  })

  it('With `all`, the latest hundred missed runs are due', () => {
    assert.deepEqual(findDueRuns(every(3600, 'all'), at(60), at(185), noJitter).runs, [
      at(60),
      at(120),
      at(180),
    ])
    const year = findDueRuns(every(60, 'all'), at(1), at(525_600), noJitter)
    assert.equal(year.runs.length, 102)
    assert.deepEqual(year.runs.slice(-2), [at(525_599), at(525_600)])
    assert.equal(year.next, at(525_601))
  })

  it('There is no next time after the end of the schedule', () => {
    assert.deepEqual(findDueRuns(every(3600, 'once', at(120)), at(60), at(600), noJitter), {
      runs: [at(120)],
      next: undefined,
    })
  })

  it('A run is due only after its jitter', () => {
    const jitter = () => 5_000
    assert.deepEqual(findDueRuns(every(60, 'once'), at(1), at(1) + 4_999, jitter).runs, [])
    assert.deepEqual(findDueRuns(every(60, 'once'), at(1), at(1) + 5_000, jitter).runs, [at(1)])
  })

  it('Runs that are late only because of jitter are due with every policy', () => {
    const jitterMs = 3_600_000
    fc.assert(
      fc.property(
        fc.constantFrom<Misfire>('skip', 'once', 'all'),
        fc.integer({ min: 10, max: 7_200 }),
        fc.array(fc.integer({ min: 0, max: jitterMs }), { minLength: 1, maxLength: 20 }),
        (misfire, seconds, delays) => {
          const schedule = { ...every(seconds, misfire), jitterMs }
          const wanted = delays.map((_, n) => (n + 1) * seconds * 1000)
          const jitter = (run: number) => delays[run / (seconds * 1000) - 1] ?? jitterMs
          const all: number[] = []
          let first: number | undefined = wanted[0]
          for (let look = 0; look < delays.length && first !== undefined; look += 1) {
            const { runs, next } = findDueRuns(schedule, first, first + jitter(first), jitter)
            all.push(...runs)
            first = next
          }
          assert.deepEqual(all.slice(0, delays.length), wanted)
        },
      ),
    )
  })

  it('Due runs are found quickly after a year of missed seconds', () => {
    let asked = 0
    const seconds = every(1, 'once')
    const counting: Schedule = {
      ...seconds,
      nextRun(after) {
        asked += 1
        return seconds.nextRun(after)
      },
    }
    findDueRuns(counting, 1_000, 365 * 86_400_000, noJitter)
    assert.ok(asked < 1_000, String(asked))
  })

  it('No time runs twice, and none is skipped unless the policy says so', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Misfire>('skip', 'once', 'all'),
        fc.integer({ min: 1, max: 200 }),
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 10 }),
        (misfire, seconds, pauses) => {
          const schedule = every(seconds, misfire)
          let first: number | undefined = schedule.nextRun(0)
          let now = 0
          const all: number[] = []
          for (const pause of pauses) {
            now += pause * 1000
            if (first === undefined || first > now) continue
            const { runs, next } = findDueRuns(schedule, first, now, noJitter)
            const due = nextRuns(schedule, first - 1, 1_000).filter((run) => run <= now)
            const missed = due.filter((run) => run < now - 60_000)
            const onTime = due.filter((run) => run >= now - 60_000)
            const madeUp = {
              skip: [],
              once: onTime.length > 0 ? [] : missed.slice(-1),
              all: missed.slice(-100),
            }
            assert.deepEqual(runs, [...madeUp[misfire], ...onTime])
            all.push(...runs)
            first = next
          }
          assert.ok(all.every((run, index) => run > (all[index - 1] ?? 0)))
        },
      ),
    )
  })
})
