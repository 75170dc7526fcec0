import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_PLANNED_TIMES } from '@millrace/contract/trigger-overview.ts'
import { offsetAt } from '@millrace/expressions'
import { readCron } from './cron-runs.ts'
import { nextInterval } from './interval-runs.ts'
import { planRuns, type PlanRange, type RunPlan } from './run-plan.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

function range(from: string, days: number, stepMs: number): PlanRange {
  const start = Date.parse(from)
  return { from: start, to: start + days * DAY, stepMs }
}

function cron(text: string, zone = 'UTC') {
  const read = readCron(text)
  assert.ok(typeof read !== 'string', JSON.stringify(read))
  return { nextRun: (after: number) => read.nextRun(after, (ms) => offsetAt(ms, zone)) }
}

const every = (seconds: number) => ({ nextRun: (after: number) => nextInterval(after, seconds * 1000, 0) })

function finish(work: ReturnType<typeof planRuns>): RunPlan {
  for (;;) {
    const turn = work.next()
    if (turn.done === true) return turn.value
  }
}

const iso = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')

describe('planRuns', () => {
  it('The plan of a rare schedule lists its times, the first moment of the period included', () => {
    const plan = finish(planRuns(cron('0 */8 * * *'), range('2026-01-31T00:00:00Z', 1, HOUR / 2)))
    assert.deepEqual(plan.times.map(iso), [
      '2026-01-31T00:00:00Z',
      '2026-01-31T08:00:00Z',
      '2026-01-31T16:00:00Z',
    ])
    assert.deepEqual([plan.bands, plan.runs], [[], 3])
  })

  it('The times follow the clock of the schedule when it changes', () => {
    const spring = finish(
      planRuns(cron('30 2 * * *', 'Europe/Berlin'), range('2026-03-28T00:00:00Z', 3, HOUR)),
    )
    assert.deepEqual(spring.times.map(iso), [
      '2026-03-28T01:30:00Z',
      '2026-03-29T01:00:00Z',
      '2026-03-30T00:30:00Z',
    ])
    const autumn = finish(
      planRuns(cron('30 2 * * *', 'Europe/Berlin'), range('2026-10-24T00:00:00Z', 3, HOUR)),
    )
    assert.deepEqual(autumn.times.map(iso), [
      '2026-10-24T00:30:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-26T01:30:00Z',
    ])
  })

  it('A schedule with even, frequent runs is one band with the exact number of runs', () => {
    const period = range('2026-01-31T00:00:00Z', 30, 12 * HOUR)
    const plan = finish(planRuns(every(1), period))
    assert.deepEqual(plan, {
      times: [],
      bands: [{ from: period.from, to: period.to, runs: 30 * 86_400 }],
      runs: 30 * 86_400,
    })
  })

  it('Bands leave out the parts of the period in which nothing runs', () => {
    // Monday to Friday, every five minutes from nine until before five.
    const plan = finish(planRuns(cron('*/5 9-16 * * MON-FRI'), range('2026-02-02T00:00:00Z', 7, 3 * HOUR)))
    assert.equal(plan.times.length, 0)
    assert.equal(plan.bands.length, 5)
    for (const [day, band] of plan.bands.entries()) {
      assert.equal(iso(band.from), `2026-02-0${2 + day}T09:00:00Z`)
      assert.equal(iso(band.to), `2026-02-0${2 + day}T18:00:00Z`)
    }
    const exact = 5 * 8 * 12
    assert.ok(Math.abs(plan.runs - exact) < exact * 0.2, `${plan.runs} instead of ${exact}`)
  })

  it('Planning reads a bounded number of times, however often a schedule runs', () => {
    let reads = 0
    const counted = {
      nextRun(after: number) {
        reads += 1
        return nextInterval(after, 1_000, 0)
      },
    }
    finish(planRuns(counted, range('2026-01-31T00:00:00Z', 30, 12 * HOUR)))
    assert.ok(reads < 3 * MAX_PLANNED_TIMES + 100, `${reads} times were read`)
  })

  it('Planning pauses, so that other work gets its turn', () => {
    const work = planRuns(every(1), range('2026-01-31T00:00:00Z', 1, HOUR / 2))
    let pauses = 0
    for (let turn = work.next(); turn.done !== true; turn = work.next()) pauses += 1
    assert.ok(pauses >= 4, `${pauses} pauses`)
  })

  it('A schedule that ends within the period has no runs after its end', () => {
    const end = Date.parse('2026-01-31T06:00:00Z')
    const ending = {
      nextRun: (after: number) => {
        const next = nextInterval(after, 60_000, 0)
        return next > end ? undefined : next
      },
    }
    const plan = finish(planRuns(ending, range('2026-01-31T00:00:00Z', 1, HOUR / 2)))
    assert.equal(plan.bands.at(-1)?.to, end + HOUR / 2)
    assert.ok(Math.abs(plan.runs - 361) <= 15, String(plan.runs))
  })
})
