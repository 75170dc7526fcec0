import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HttpResult, OutgoingFailureReason } from '#ports/index.ts'
import { unavailableWhenBusy } from './unavailable-when-busy.ts'

const REQUEST = { method: 'GET', url: 'https://example.com/', deadlineMs: 1_000 }

function failing(reason: OutgoingFailureReason) {
  const failure: HttpResult = { ok: false, reason, message: `It is ${reason}.`, sent: false }
  return unavailableWhenBusy({ send: async () => failure })
}

describe('unavailableWhenBusy', () => {
  it('A request that found too many others waiting is answered as unavailable', async () => {
    await assert.rejects(failing('busy').send(REQUEST), { kind: 'unavailable', message: 'It is busy.' })
  })

  it('Other failures are results', async () => {
    assert.deepEqual(await failing('timeout').send(REQUEST), {
      ok: false,
      reason: 'timeout',
      message: 'It is timeout.',
      sent: false,
    })
  })
})
