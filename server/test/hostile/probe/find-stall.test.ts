import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AnswerSpan, findStall } from './find-stall.ts'

const QUIET = { bare: [], pauses: [] }

function answer(start: number, end: number, times: Partial<AnswerSpan> = {}): AnswerSpan {
  return { start, end, ranMs: 0, waitedMs: 0, ...times }
}

describe('the stall of a service', () => {
  it('The stall is the longest answer on a quiet machine', () => {
    assert.deepEqual(findStall([answer(0, 5), answer(5, 255), answer(255, 260)], QUIET), {
      ms: 250,
      measuredMs: 250,
    })
    assert.deepEqual(findStall([], QUIET), { ms: 0, measuredMs: 0 })
  })

  it('The part in which a server that does nothing was as late does not count', () => {
    const bare = [
      { start: 0, end: 3 },
      { start: 90, end: 290 },
    ]
    assert.deepEqual(findStall([answer(100, 340)], { ...QUIET, bare }), { ms: 50, measuredMs: 240 })
  })

  it('Times without a processor do not count, neither those of the service nor those of the prober', () => {
    const pauses = [
      { start: 110, end: 140 },
      { start: 200, end: 230 },
    ]
    assert.deepEqual(findStall([answer(100, 300, { waitedMs: 120 })], { ...QUIET, pauses }), {
      ms: 20,
      measuredMs: 200,
    })
  })

  it('What the service computed counts, however busy the machine is', () => {
    const bare = [{ start: 0, end: 5_000 }]
    assert.equal(findStall([answer(0, 5_000, { ranMs: 400, waitedMs: 4_600 })], { ...QUIET, bare }).ms, 400)
  })

  it('Noise at another time explains nothing', () => {
    const noise = { bare: [{ start: 500, end: 900 }], pauses: [{ start: 900, end: 990 }] }
    assert.equal(findStall([answer(0, 300)], noise).ms, 300)
  })
})
