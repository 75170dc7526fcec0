import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type JsonObject, nextRuns } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { readSchedule } from './read-schedule.ts'
import { scheduleNode } from './schedule.node.ts'

const AFTER = Date.UTC(2026, 0, 31, 8, 30)

function runs(data: JsonObject, count = 3): string[] {
  const read = readSchedule(data)
  assert.ok(read.ok, JSON.stringify(read))
  return nextRuns(read.schedule, AFTER, count).map((run) => new Date(run).toISOString())
}

const problems = (data: JsonObject) =>
  (scheduleNode.check?.(data) ?? []).map(({ parameter, message }) => `${parameter}: ${message}`)

describe('`schedule` node', () => {
  it('A `schedule` node is a trigger and outputs the scheduled time', () => {
    assert.equal(scheduleNode.family, 'trigger')
    const input = { scheduled_at: '2026-01-31T09:00:00.000Z' }
    assert.deepEqual(scheduleNode.run(nodeCall({ previous: input })), { ok: true, output: input })
  })

  it('A `schedule` node accepts several cron expressions and runs a shared time once', () => {
    const expected = ['2026-01-31T09:00:00.000Z', '2026-01-31T12:00:00.000Z', '2026-02-01T09:00:00.000Z']
    assert.deepEqual(runs({ cron: '0 9 * * *\n0 12 * * SAT\n\n0 9 * * 6' }), expected)
    assert.deepEqual(runs({ cron: ['0 9 * * *', '0 12 * * SAT'] }), expected)
  })

  it('A `schedule` node evaluates cron in its time zone', () => {
    assert.deepEqual(runs({ cron: '0 9 * * *', timezone: 'America/New_York' }, 1), [
      '2026-01-31T14:00:00.000Z',
    ])
  })

  it('A `schedule` node repeats after an interval that is counted from its start', () => {
    assert.deepEqual(runs({ every_seconds: 3600 }, 1), ['2026-01-31T09:00:00.000Z'])
    assert.deepEqual(runs({ every_seconds: 3600, start: '2026-01-01T00:10:00Z' }, 1), [
      '2026-01-31T09:10:00.000Z',
    ])
    assert.deepEqual(runs({ every_seconds: 0.5 + 1 }, 1), ['2026-01-31T08:30:01.500Z'])
  })

  it('A `schedule` node runs from its start to its end, both included', () => {
    const data = { cron: '0 9 * * *', start: '2026-02-02T09:00:00Z', end: '2026-02-03T09:00:00Z' }
    assert.deepEqual(runs(data), ['2026-02-02T09:00:00.000Z', '2026-02-03T09:00:00.000Z'])
    const local = { cron: '0 9 * * *', timezone: 'Asia/Tokyo', start: '2026-02-02T10:00' }
    assert.deepEqual(runs(local, 1), ['2026-02-03T00:00:00.000Z'])
  })

  it('A `schedule` node reports all invalid parameters together', () => {
    assert.deepEqual(problems({ cron: '0 9 * * *' }), [])
    assert.deepEqual(problems({}), ['cron: set either `cron` or `every_seconds`.'])
    assert.deepEqual(problems({ cron: '0 9 * * *', every_seconds: 5 }), [
      'every_seconds: set either `cron` or `every_seconds`, not both.',
    ])
    assert.deepEqual(
      problems({
        cron: [7, ''],
        timezone: 'Mars/Olympus',
        start: 'soon',
        end: 5,
        jitter_seconds: -1,
        misfire: 'twice',
      }),
      [
        'timezone: `timezone` must be the name of a time zone, such as "Europe/Berlin".',
        'start: `start` must be a time such as 2026-01-31T08:30:00Z.',
        'end: `end` must be a time such as 2026-01-31T08:30:00Z.',
        'cron: `cron` must be a string or a list of strings.',
        'jitter_seconds: `jitter_seconds` must be a number from 0 to 3600.',
        'misfire: `misfire` must be one of skip, once, all.',
      ],
    )
    assert.deepEqual(problems({ every_seconds: 0 }), [
      'every_seconds: `every_seconds` must be a number from 1 to 31622400.',
    ])
    assert.deepEqual(problems({ cron: ' \n ' }), ['cron: `cron` must have 1 to 20 expressions.'])
    assert.deepEqual(problems({ every_seconds: 5, start: '2026-02-01', end: '2026-01-01' }), [
      'end: `end` must not be before `start`.',
    ])
  })
})
