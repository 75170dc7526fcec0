import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { takesGzip, toGzip } from './compress-body.ts'

const LONG = JSON.stringify(Array.from({ length: 2_000 }, (_, id) => ({ id, name: `Größe ${id} 📦` })))

describe('toGzip', () => {
  it('Every gzip reader restores the body', async () => {
    assert.equal(gunzipSync(await toGzip(LONG)).toString(), LONG)
  })

  it('The length varies, so that it says nothing about the content', async () => {
    const lengths = await Promise.all(Array.from({ length: 40 }, async () => (await toGzip(LONG)).length))
    assert.ok(new Set(lengths).size > 10)
  })
})

describe('takesGzip', () => {
  it('Only clients that accept gzip get long bodies compressed', () => {
    for (const header of ['gzip', 'br, gzip', 'deflate, GZIP;q=0.5', 'x-gzip', 'gzip ; q=1.0']) {
      assert.equal(takesGzip(LONG, header), true, header)
      assert.equal(takesGzip('{}', header), false, header)
    }
    for (const header of [undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip;q=0.0', 'gzipped', 'gzip;q=']) {
      assert.equal(takesGzip(LONG, header), false, String(header))
    }
  })
})
