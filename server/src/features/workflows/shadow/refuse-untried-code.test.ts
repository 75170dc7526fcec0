import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CompiledVersion, StepDifference } from '#engine/index.ts'
import { refuseUntriedCode } from './refuse-untried-code.ts'

const draft = {
  nodes: new Map([
    ['code', { kind: { type: 'code' } }],
    ['fail', { kind: { type: 'fail' } }],
  ]),
} as unknown as CompiledVersion

function difference(nodeId: string, before: string | undefined, after: string | undefined): StepDifference {
  const failed = (code: string | undefined) => (code === undefined ? undefined : { error: { code } })
  return {
    key: nodeId,
    nodeId,
    iteration: undefined,
    before: failed(before),
    after: failed(after),
  } as StepDifference
}

describe('refuseUntriedCode', () => {
  it('A trial in which code found no slot is refused as unavailable, with the node', () => {
    const differences = [
      difference('code', undefined, 'CODE_FAILED'),
      difference('code', undefined, 'SANDBOX_BUSY'),
    ]
    assert.throws(() => refuseUntriedCode({ differences }, draft), {
      kind: 'unavailable',
      message: /^The code of node "code" did not run, because too much other code waits/,
    })
  })

  it('Recorded failures, and failures that only have the same code, are results', () => {
    const differences = [
      difference('code', 'SANDBOX_BUSY', 'SANDBOX_BUSY'),
      difference('code', 'SANDBOX_BUSY', undefined),
      difference('fail', undefined, 'SANDBOX_BUSY'),
    ]
    refuseUntriedCode({ differences }, draft)
  })
})
