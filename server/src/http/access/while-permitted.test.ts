import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '#domain/index.ts'
import { RIGHTS_CHANGED } from './open-answer-signal.ts'
import { eventsWhilePermitted, whilePermitted } from './while-permitted.ts'

const REVOKED = new AppError('UNAUTHORIZED', 'The API key is revoked.')

class Source {
  isClosed = false

  /** Aborts after the second chunk was made and before it is sent. */
  async *chunks(access: AbortController, reason?: unknown): AsyncGenerator<string> {
    try {
      yield 'a'
      if (reason !== undefined) access.abort(reason)
      yield 'b'
      yield 'c'
    } finally {
      this.isClosed = true
    }
  }
}

describe('whilePermitted', () => {
  it('All chunks are sent while the sender has access', async () => {
    const access = new AbortController()
    assert.deepEqual(await Array.fromAsync(whilePermitted(new Source().chunks(access), access.signal)), [
      'a',
      'b',
      'c',
    ])
  })

  it('No chunk is sent after the sender has lost access, the answer fails, and its source is closed', async () => {
    const access = new AbortController()
    const source = new Source()
    const sent: string[] = []
    await assert.rejects(async () => {
      for await (const chunk of whilePermitted(source.chunks(access, REVOKED), access.signal))
        sent.push(chunk)
    }, REVOKED)
    assert.deepEqual(sent, ['a'])
    assert.equal(source.isClosed, true)
  })
})

describe('eventsWhilePermitted', () => {
  const follow = async (reason: unknown) => {
    const access = new AbortController()
    const source = new Source()
    const sent = await Array.fromAsync(eventsWhilePermitted(source.chunks(access, reason), access.signal))
    assert.equal(source.isClosed, true)
    return sent
  }

  it('The last event says why the sender is refused', async () => {
    const data = '{"code":"UNAUTHORIZED","message":"The API key is revoked.","details":{}}'
    assert.deepEqual(await follow(REVOKED), ['a', `event: error\ndata: ${data}\n\n`])
  })

  it('The stream ends without such an event if the sender may connect again', async () => {
    assert.deepEqual(await follow(RIGHTS_CHANGED), ['a'])
  })

  it('The stream is complete while the sender has access', async () => {
    assert.deepEqual(await follow(undefined), ['a', 'b', 'c'])
  })
})
