import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newPoll } from './poll.ts'
import { isAlarmDue, pageDelayMs, retryDelayMs, retryTime } from './poll-retries.ts'
import type { AccountId } from '../../accounts/account.ts'

const POLL = newPoll('trigger', 'account' as AccountId)

describe('retries of polls', () => {
  it('The delay grows with the failures, and is as long as the service asks for, up to an hour', () => {
    assert.deepEqual(
      [1, 2, 3, 6, 100].map((failures) => retryDelayMs(failures)),
      [10_000, 30_000, 60_000, 900_000, 900_000],
    )
    assert.equal(retryDelayMs(1, 1_000), 10_000)
    assert.equal(retryDelayMs(1, 1_800_000), 1_800_000)
    assert.equal(retryDelayMs(1, 86_400_000), 3_600_000)
  })

  it('A retry after the end of the schedule does not happen', () => {
    assert.equal(retryTime({}, 1_000, 500), 1_500)
    assert.equal(retryTime({ end: 1_500 }, 1_000, 500), 1_500)
    assert.equal(retryTime({ end: 1_499 }, 1_000, 500), null)
  })

  it('The next page follows at once, or after a second if the last one brought nothing new', () => {
    assert.deepEqual(
      [0, 1, 99].map((fruitlessPages) => pageDelayMs({ fruitlessPages })),
      [0, 1_000, 1_000],
    )
  })

  it('A run reports the third failure in a row, and then one a day', () => {
    assert.equal(isAlarmDue({ ...POLL, failures: 2 }, 0), false)
    assert.equal(isAlarmDue({ ...POLL, failures: 3 }, 0), true)
    const reported = { ...POLL, failures: 9, reportedAt: 0 }
    assert.deepEqual([isAlarmDue(reported, 86_399_999), isAlarmDue(reported, 86_400_000)], [false, true])
  })
})
