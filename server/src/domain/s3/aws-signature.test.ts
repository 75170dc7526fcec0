import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { presign, signHeaders } from './aws-signature.ts'

/** The examples from "Authenticating Requests (AWS Signature Version 4)" of the S3 reference. */
const key = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 's3',
}
const now = Date.UTC(2013, 4, 24)
const host = 'https://examplebucket.s3.amazonaws.com'
const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'

const examples: readonly [
  string,
  string,
  string,
  Record<string, string>,
  string | undefined,
  string,
  string,
][] = [
  [
    'reading an object',
    'GET',
    '/test.txt',
    { range: 'bytes=0-9' },
    undefined,
    'host;range;x-amz-content-sha256;x-amz-date',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'storing an object',
    'PUT',
    '/test%24file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    'Welcome to Amazon S3.',
    'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'reading the lifecycle',
    'GET',
    '/?lifecycle',
    {},
    undefined,
    'host;x-amz-content-sha256;x-amz-date',
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'listing objects',
    'GET',
    '/?max-keys=2&prefix=J',
    {},
    undefined,
    'host;x-amz-content-sha256;x-amz-date',
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
]

describe('AWS Signature Version 4', () => {
  for (const [what, method, path, headers, body, names, signature] of examples) {
    it(`The signature for ${what} matches the example published by AWS`, () => {
      const signed = signHeaders(key, { method, url: new URL(host + path), headers, body }, now)
      assert.equal(
        signed['authorization'],
        `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=${names}, Signature=${signature}`,
      )
      assert.equal(signed['x-amz-date'], '20130524T000000Z')
    })
  }

  it('The presigned URL matches the example published by AWS', () => {
    assert.equal(
      presign(key, new URL(`${host}/test.txt`), { method: 'GET', now, expiresInSeconds: 86_400 }),
      `${host}/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(scope)}` +
        '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
        '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    )
  })
})
