import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { JsonValue } from '#domain/index.ts'
import { describeSteps } from './describe-steps.ts'
import { playedDrawings } from '../testing/random-runs.ts'
import { playRun } from '../testing/test-run.ts'

describe('the steps of an execution', () => {
  it('of any run are one for each step, and show what the run handed to it', () => {
    fc.assert(
      fc.property(playedDrawings, ({ version, script }) => {
        const handed = new Map<string, JsonValue>()
        const played = playRun(version, [], script, (key, previous) => handed.set(key, previous))
        const status = played.hasFailed ? 'failed' : 'completed'
        const execution = { input: { n: 1 }, triggerNodeId: null, status } as const
        const pages = [{ sequence: 0, steps: played.entries, logs: [] }]
        const steps = describeSteps(version, execution, pages)
        assert.deepEqual(
          Object.fromEntries(steps.map(({ key, input }) => [key, input()])),
          Object.fromEntries(handed),
        )
      }),
      { numRuns: 200 },
    )
  })
})
