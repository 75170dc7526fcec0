import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { JsonValue } from '#domain/index.ts'
import { describeSteps } from './describe-steps.ts'
import { randomWorkflows } from '../testing/random-workflows.ts'
import { runScript } from '../testing/scripted-run.ts'

describe('describeSteps with any run', () => {
  it('Each step of any run is described once, with the input that the run passed to it', () => {
    fc.assert(
      fc.property(randomWorkflows, ({ version, script }) => {
        const inputs = new Map<string, JsonValue>()
        const run = runScript(version, [], script, (key, previous) => inputs.set(key, previous))
        const status = run.hasFailed ? 'failed' : 'completed'
        const execution = { input: { n: 1 }, triggerNodeId: null, status } as const
        const pages = [{ sequence: 0, steps: run.entries, logs: [] }]
        const steps = describeSteps(version, execution, pages)
        assert.deepEqual(
          Object.fromEntries(steps.map(({ key, input }) => [key, input()])),
          Object.fromEntries(inputs),
        )
      }),
      { numRuns: 200 },
    )
  })
})
