import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '#domain/index.ts'
import { renderFailure } from './message-pages.ts'

describe('renderFailure of form pages', () => {
  it('The page of a temporary failure says when to try again', () => {
    const error = new AppError('INTERNAL_ERROR', 'The disk is full.', {}, { kind: 'unavailable' })
    const { status, headers, body } = renderFailure(error, 503)
    assert.deepEqual([status, headers['retry-after']], [503, '5'])
    assert.match(body, /send your answers again/)
    assert.doesNotMatch(body, /disk/)
  })

  it('The page of an internal error shows the request id and no details', () => {
    const error = new AppError('INTERNAL_ERROR', 'select * from secrets', { request_id: 'r-<1>' })
    const { status, body } = renderFailure(error, 500)
    assert.equal(status, 500)
    assert.match(body, /<code>r-&lt;1&gt;<\/code>/)
    assert.doesNotMatch(body, /select \*/)
  })
})
