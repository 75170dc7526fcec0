import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type JsonValue, NotStorable } from '#domain/index.ts'
import { checkpointToText } from './execution-texts.ts'

describe('Texts of executions', () => {
  it('A checkpoint that cannot be written as text is reported as such', () => {
    // Fails like a value whose text is too long, only sooner.
    const nested: JsonValue[] = []
    nested.push(nested)
    const log = { at: 0, level: 'info', message: 'All', node_id: null, data: { nested } } as const
    const checkpoint = {
      executionId: '',
      owner: '',
      sequence: 0,
      activeMs: 0,
      computingMs: 0,
      input: {},
      steps: [],
      logs: [log],
      waits: [],
      endedWaits: [],
      takenSignals: [],
      children: [],
      next: { kind: 'continue' },
    } as const
    assert.throws(() => checkpointToText(checkpoint), NotStorable)
  })
})
