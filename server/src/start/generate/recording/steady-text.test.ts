import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { steady } from './steady-text.ts'

describe('a stable recording', () => {
  it('replaces equal ids with equal ids and different ids with different ids', () => {
    const first = '019c132c-5b40-73be-9893-5413c44403b1'
    const second = '019c132c-5b40-73be-9895-115cbff230b9'
    assert.deepEqual(steady({ a: first, b: second, c: `/v1/x/${first}` }, 'http://127.0.0.1:1'), {
      a: '01937b5e-8f3a-7c41-9a52-000000000001',
      b: '01937b5e-8f3a-7c41-9a52-000000000002',
      c: '/v1/x/01937b5e-8f3a-7c41-9a52-000000000001',
    })
  })

  it('replaces an id at the start of a line', () => {
    const text = 'id\r\n019c132c-5b40-73be-9893-5413c44403b1,x'
    assert.equal(steady(text, 'http://127.0.0.1:1'), 'id\r\n01937b5e-8f3a-7c41-9a52-000000000001,x')
  })

  it('contains no address, secret, duration or cursor of the recording', () => {
    const recording = {
      url: 'http://127.0.0.1:40123/f/1',
      secret: 'whsec_q+/83Jx0nGkqg3dZc1v8mA==',
      signature: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      latency_ms: 1234,
      next_cursor: 'AZwTLFtAc76Yk1QTxEQDsQ',
    }
    assert.deepEqual(steady(recording, 'http://127.0.0.1:40123'), {
      url: 'http://127.0.0.1:8080/f/1',
      secret: 'whsec_bm90LWEtcmVhbC1zZWNyZXQ=',
      signature: 'v1,bm90LWEtcmVhbC1zaWduYXR1cmUtYnV0LWFzLWxvbmc=',
      latency_ms: 4,
      next_cursor: 'AZN7Xo86fEGaUgAAAAAAAQ',
    })
  })
})
