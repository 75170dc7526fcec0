import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isResult, type JournalEntry } from '#domain/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { stepKey } from '../compile/iteration-path.ts'
import { keepForRetry, type RetryRequest } from './retry-from.ts'
import { randomWorkflows } from '../testing/random-workflows.ts'
import { type ScriptedResult, runScript } from '../testing/scripted-run.ts'

const keysOf = (entries: readonly JournalEntry[]) =>
  entries.filter(isResult).map(({ iteration, nodeId }) => stepKey(iteration ?? '', nodeId))

function keep(version: CompiledVersion, { entries }: ScriptedResult, from: RetryRequest['from']) {
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

/** No step has two results: those that were kept are not repeated. */
function assertOneResultPerStep(kept: readonly JournalEntry[], retried: ScriptedResult): void {
  const all = [...keysOf(kept), ...keysOf(retried.results)]
  assert.deepEqual(
    all.filter((key, index) => all.indexOf(key) !== index),
    [],
  )
}

describe('keepForRetry with any run', () => {
  it('A retry from the failure repeats what failed and what never ran, and ends as if nothing had failed', () => {
    let failures = 0
    fc.assert(
      fc.property(randomWorkflows, fc.nat(), ({ version, script, breakable }, choice) => {
        assert.deepEqual(version.problems, [])
        const brokenId = breakable[choice % Math.max(1, breakable.length)]
        const complete = runScript(version, [], script)
        const failed = runScript(version, [], {
          ...script,
          fails: (id) => id === brokenId || script.fails(id),
        })
        if (complete.hasFailed || !failed.hasFailed) return
        failures += 1
        const kept = keep(version, failed, 'failed')
        const retried = runScript(version, kept, script)
        assert.equal(retried.hasFailed, false)
        assert.deepEqual(retried.output, complete.output)
        assertOneResultPerStep(kept, retried)
      }),
      { numRuns: 400 },
    )
    assert.ok(failures > 20, `only ${failures} runs failed`)
  })

  it('A retry from any node repeats that node and everything after it, and ends with the same output', () => {
    fc.assert(
      fc.property(randomWorkflows, fc.nat(), ({ version, script }, choice) => {
        const complete = runScript(version, [], script)
        if (complete.hasFailed) return
        const ids = [...version.nodes.keys()]
        const nodeId = ids[choice % ids.length] ?? ''
        const kept = keep(version, complete, { nodeId })
        assert.ok(!kept.some((entry) => entry.nodeId === nodeId))
        const retried = runScript(version, kept, script)
        assert.deepEqual(retried.output, complete.output)
        assertOneResultPerStep(kept, retried)
        assert.deepEqual(
          [...keysOf(kept), ...keysOf(retried.results)].sort(),
          keysOf(complete.results).sort(),
        )
      }),
      { numRuns: 400 },
    )
  })

  it('A retry of a run that was interrupted at any point continues from there', () => {
    fc.assert(
      fc.property(randomWorkflows, fc.nat(), ({ version, script }, cut) => {
        const complete = runScript(version, [], script)
        if (complete.hasFailed) return
        const entries = complete.entries.slice(0, cut % (complete.entries.length + 1))
        const kept = keep(version, { ...complete, entries }, 'failed')
        assert.deepEqual(keysOf(kept).sort(), keysOf(entries).sort())
        const retried = runScript(version, kept, script)
        assert.deepEqual(retried.output, complete.output)
      }),
      { numRuns: 400 },
    )
  })
})
