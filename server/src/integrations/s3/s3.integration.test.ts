import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { type JsonObject, presign, signHeaders } from '#domain/index.ts'
import { failureOf, outputOf, requestOf, runAction } from '#integrations/testing/run-action.ts'
import { testCredentials } from '#integrations/testing/test-credentials.ts'
import { NOW } from '#nodes/testing/node-call.ts'

const credential = testCredentials['s3'] as (origin: string) => string
const xml = `<?xml version="1.0"?><ListBucketResult><Contents><Key>a &amp; &#x1F600;b</Key><Size>7</Size>
<LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>&quot;e&quot;</ETag></Contents>
<CommonPrefixes><Prefix>c/</Prefix></CommonPrefixes><NextContinuationToken>n=1</NextContinuationToken></ListBucketResult>`

function run(t: Parameters<typeof runAction>[0], action: string, parameters: JsonObject) {
  const answer = (response: ServerResponse) =>
    void response
      .writeHead(200, {
        'content-type': action === 'list_objects' ? 'application/xml' : 'text/csv',
        etag: '"e"',
      })
      .end(action === 'list_objects' ? xml : 'a;b')
  return runAction(t, 's3', action, { credential, parameters, answer })
}

const requests: readonly [string, JsonObject, string, string, string | undefined][] = [
  [
    'put_object',
    { key: 'a b/ü.txt', body: 'ü', content_type: 'text/csv' },
    'PUT /my-bucket/a%20b/%C3%BC.txt',
    'ü',
    'text/csv',
  ],
  ['put_object', { key: 'a', body: '' }, 'PUT /my-bucket/a', '', 'text/plain; charset=utf-8'],
  ['put_bytes', { key: 'x*y', body: 'QUI=' }, 'PUT /my-bucket/x%2Ay', 'AB', 'application/octet-stream'],
  ['get_object', { key: 'a' }, 'GET /my-bucket/a', '', undefined],
  [
    'list_objects',
    { prefix: 'a/', max_keys: 5 },
    'GET /my-bucket?list-type=2&prefix=a%2F&max-keys=5',
    '',
    undefined,
  ],
  ['delete_object', { key: 'a' }, 'DELETE /my-bucket/a', '', undefined],
]

describe('actions of S3', () => {
  for (const [action, parameters, line, body, type] of requests) {
    it(`The S3 action ${action} sends a signed ${line}`, async (t) => {
      const running = run(t, action, parameters)
      const request = await requestOf(running)
      assert.deepEqual([request.line, request.body, request.headers['content-type']], [line, body, type])
      const { origin } = await running
      const [method = '', path = ''] = line.split(' ')
      const headers = type === undefined ? {} : { 'content-type': type }
      const key = {
        accessKeyId: 'AKID',
        secretAccessKey: 'CANARY-s3-secret',
        sessionToken: 'CANARY-s3-session',
        region: 'eu-central-1',
        service: 's3',
      }
      const sent = body === '' && method !== 'PUT' ? undefined : body
      const expected = signHeaders(key, { method, url: new URL(origin + path), headers, body: sent }, NOW)
      for (const [name, value] of Object.entries(expected)) assert.equal(request.headers[name], value, name)
    })
  }

  it('The S3 actions output the stored, read and listed objects', async (t) => {
    assert.deepEqual(await outputOf(run(t, 'put_object', { key: 'a', body: 'x' })), { key: 'a', etag: '"e"' })
    assert.deepEqual(await outputOf(run(t, 'get_object', { key: 'a' })), {
      body: 'a;b',
      encoding: 'text',
      content_type: 'text/csv',
      etag: '"e"',
      last_modified: null,
    })
    assert.deepEqual(await outputOf(run(t, 'list_objects', {})), {
      objects: [{ key: 'a & 😀b', size: 7, last_modified: '2026-01-01T00:00:00.000Z', etag: '"e"' }],
      prefixes: ['c/'],
      next: 'n=1',
    })
  })

  const lasting = (origin: string) => {
    const { session_token: _, ...fields } = JSON.parse(credential(origin)) as Record<string, string>
    return JSON.stringify(fields)
  }

  it('The S3 action presign_url creates a URL without sending a request', async (t) => {
    const parameters = { key: 'a b', expires_in: 60, method: 'PUT' }
    const { result, seen, origin } = await runAction(t, 's3', 'presign_url', {
      credential: lasting,
      parameters,
    })
    assert.deepEqual(seen, [])
    const key = {
      accessKeyId: 'AKID',
      secretAccessKey: 'CANARY-s3-secret',
      region: 'eu-central-1',
      service: 's3',
    }
    const url = presign(key, new URL(`${origin}/my-bucket/a%20b`), {
      method: 'PUT',
      now: NOW,
      expiresInSeconds: 60,
    })
    assert.deepEqual('output' in result && result.output, { url, method: 'PUT', expires_in: 60 })
  })

  it('The S3 action presign_url refuses temporary keys, because the URL would contain the session token', async (t) => {
    const failure = await failureOf(run(t, 'presign_url', { key: 'a' }))
    assert.equal(failure.code, 'CREDENTIAL_NOT_USABLE')
    assert.match(failure.message, /Use a key without a session token/)
  })
})
