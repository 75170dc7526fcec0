import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Dispatcher } from 'undici'
import { startDeadline } from '../dial/deadline.ts'
import { exchange } from './exchange.ts'
import { OutgoingError } from '../dial/outgoing-error.ts'

const hop = { method: 'POST', url: new URL('http://peer.example/'), headers: {}, body: undefined }

/** Runs a request up to a step, cancels it, and records whether the library was asked to stop. */
class StoppingDispatcher extends Dispatcher {
  readonly #steps: readonly ('start' | 'answer' | 'data')[]
  readonly #cancel: () => void
  stopped = false

  constructor(steps: readonly ('start' | 'answer' | 'data')[], cancel: () => void) {
    super()
    this.#steps = steps
    this.#cancel = cancel
  }

  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const controller = {
      aborted: false,
      paused: false,
      reason: null,
      abort: () => (this.stopped = true),
      pause() {},
      resume() {},
    }
    if (this.#steps.includes('start')) handler.onRequestStart?.(controller, {})
    if (this.#steps.includes('answer')) handler.onResponseStart?.(controller, 200, {})
    if (this.#steps.includes('data')) handler.onResponseData?.(controller, Buffer.from('x'))
    this.#cancel()
    // The connection opens too late: the request must not be sent any more.
    if (!this.#steps.includes('start')) handler.onRequestStart?.(controller, {})
    return true
  }
}

describe('cancelled exchange', () => {
  const cases = [
    { steps: [], phase: 'while connecting', sent: false },
    { steps: ['start'], phase: 'while waiting for the response', sent: true },
    { steps: ['start', 'answer'], phase: 'while reading the response', sent: true },
    { steps: ['start', 'answer', 'data'], phase: 'while reading the response', sent: true },
  ] as const
  for (const { steps, phase, sent } of cases) {
    it(`An exchange that is cancelled ${phase}, after ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, reports the phase and whether anything was sent, and stops the request`, async () => {
      const caller = new AbortController()
      const deadline = startDeadline(10_000, [caller.signal])
      const dispatcher = new StoppingDispatcher(steps, () => caller.abort())
      await assert.rejects(exchange(dispatcher, hop, { maxBytes: 10 }, deadline.signal), (error) => {
        assert.ok(error instanceof OutgoingError)
        assert.deepEqual(
          [error.reason, error.message, error.sent],
          ['aborted', `The call was cancelled (${phase}).`, sent],
        )
        return true
      })
      deadline.stop()
      assert.equal(dispatcher.stopped, true)
    })
  }
})
