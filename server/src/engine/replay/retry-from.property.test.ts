import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isResult, type JournalEntry } from '#domain/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { stepKey } from '../compile/iteration-path.ts'
import { keepForRetry, type RetryRequest } from './retry-from.ts'
import { playedDrawings } from '../testing/random-runs.ts'
import { type InlineRun, playRun } from '../testing/test-run.ts'

const keysOf = (entries: readonly JournalEntry[]) =>
  entries.filter(isResult).map(({ iteration, nodeId }) => stepKey(iteration ?? '', nodeId))

function keep(version: CompiledVersion, { entries }: InlineRun, from: RetryRequest['from']) {
  const kept = keepForRetry({
    version,
    original: version,
    input: { n: 1 },
    triggerNodeId: null,
    entries,
    from,
  })
  for (const entry of kept) assert.ok(entries.includes(entry))
  return kept
}

/** What was kept is not done again, and what is done adds up to one result of each step. */
function assertOnce(kept: readonly JournalEntry[], again: InlineRun): void {
  const all = [...keysOf(kept), ...keysOf(again.results)]
  assert.deepEqual(
    all.filter((key, index) => all.indexOf(key) !== index),
    [],
  )
}

describe('a retry of any run', () => {
  it('from what failed does that and what was not done, and ends as if nothing had failed', () => {
    let tried = 0
    fc.assert(
      fc.property(playedDrawings, fc.nat(), ({ version, script, breakable }, choice) => {
        assert.deepEqual(version.problems, [])
        const broken = breakable[choice % Math.max(1, breakable.length)]
        const whole = playRun(version, [], script)
        const failed = playRun(version, [], {
          ...script,
          fails: (id) => id === broken || script.fails(id),
        })
        if (whole.hasFailed || !failed.hasFailed) return
        tried += 1
        const kept = keep(version, failed, 'failed')
        const again = playRun(version, kept, script)
        assert.equal(again.hasFailed, false)
        assert.deepEqual(again.output, whole.output)
        assertOnce(kept, again)
      }),
      { numRuns: 400 },
    )
    assert.ok(tried > 20, `only ${tried} runs failed`)
  })

  it('from any node does that and what is behind it, and ends the same', () => {
    fc.assert(
      fc.property(playedDrawings, fc.nat(), ({ version, script }, choice) => {
        const whole = playRun(version, [], script)
        if (whole.hasFailed) return
        const ids = [...version.nodes.keys()]
        const nodeId = ids[choice % ids.length] ?? ''
        const kept = keep(version, whole, { nodeId })
        assert.ok(!kept.some((entry) => entry.nodeId === nodeId))
        const again = playRun(version, kept, script)
        assert.deepEqual(again.output, whole.output)
        assertOnce(kept, again)
        assert.deepEqual([...keysOf(kept), ...keysOf(again.results)].sort(), keysOf(whole.results).sort())
      }),
      { numRuns: 400 },
    )
  })

  it('from what failed of a run that was cut off at any point goes on from there', () => {
    fc.assert(
      fc.property(playedDrawings, fc.nat(), ({ version, script }, cut) => {
        const whole = playRun(version, [], script)
        if (whole.hasFailed) return
        const entries = whole.entries.slice(0, cut % (whole.entries.length + 1))
        const kept = keep(version, { ...whole, entries }, 'failed')
        assert.deepEqual(keysOf(kept).sort(), keysOf(entries).sort())
        const again = playRun(version, kept, script)
        assert.deepEqual(again.output, whole.output)
      }),
      { numRuns: 400 },
    )
  })
})
