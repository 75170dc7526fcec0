import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { failureOf, outputOf, runHttp, type Seen, serveRecording } from './testing/http-under-test.ts'

const secret = 'CANARY-client-secret'

/** Issues a new token for each request to /token. Other requests are echoed, with 401 if their token is in `rejected`. */
function serve(t: TestContext, rejected: readonly string[]) {
  let count = 0
  return serveRecording(t, (response: ServerResponse, { url, headers }: Seen) => {
    const json = { 'content-type': 'application/json' }
    if (url === '/token') {
      count += 1
      response
        .writeHead(200, json)
        .end(JSON.stringify({ access_token: `CANARY-token-${count}`, expires_in: 60 }))
      return
    }
    const token = String(headers['authorization']).replace('Bearer ', '')
    response.writeHead(rejected.includes(token) ? 401 : 200, json).end(JSON.stringify({ headers, token }))
  })
}

function credentialFor(origin: string, allowedHosts: readonly string[] | null = null) {
  const value = JSON.stringify({ token_url: `${origin}/token`, client_id: 'id', client_secret: secret })
  return { type: 'oauth2_client', value, allowedHosts }
}

describe('credentials of type oauth2_client of the `http` node', () => {
  it('The `http` node obtains an access token first and never returns it', async (t) => {
    const server = await serve(t, [])
    const output = await outputOf(
      runHttp(t, { url: `${server.origin}/a` }, { credential: credentialFor(server.origin) }),
    )
    assert.deepEqual(
      server.seen.map(({ method, url, headers }) => [method, url, headers['authorization']]),
      [
        ['POST', '/token', `Basic ${Buffer.from(`id:${secret}`).toString('base64')}`],
        ['GET', '/a', 'Bearer CANARY-token-1'],
      ],
    )
    assert.doesNotMatch(JSON.stringify(output), /CANARY/)
  })

  it('The `http` node renews a rejected token once and sends the same idempotency key again', async (t) => {
    const server = await serve(t, ['CANARY-token-1'])
    const credential = credentialFor(server.origin)
    const output = await outputOf(runHttp(t, { url: `${server.origin}/a`, method: 'POST' }, { credential }))
    assert.equal(output['status'], 200)
    assert.doesNotMatch(JSON.stringify(output), /CANARY/)
    const attempts = server.seen.filter(({ url }) => url === '/a')
    assert.deepEqual(
      attempts.map(({ headers }) => [headers['authorization'], headers['idempotency-key']]),
      [
        ['Bearer CANARY-token-1', 'step-key'],
        ['Bearer CANARY-token-2', 'step-key'],
      ],
    )
  })

  it('The `http` node fails with 401 and without the token when the renewed token is rejected too', async (t) => {
    const server = await serve(t, ['CANARY-token-1', 'CANARY-token-2'])
    const failure = await failureOf(
      runHttp(t, { url: `${server.origin}/a` }, { credential: credentialFor(server.origin) }),
    )
    assert.equal(failure.code, 'HTTP_401')
    assert.doesNotMatch(failure.message, /CANARY/)
    assert.equal(server.seen.length, 4)
  })

  it('The `http` node applies the allowed hosts to the token endpoint too', async (t) => {
    const server = await serve(t, [])
    const credential = credentialFor(server.origin, ['api.example.com'])
    const failure = await failureOf(runHttp(t, { url: 'https://api.example.com/' }, { credential }))
    assert.equal(failure.code, 'CREDENTIAL_NOT_USABLE')
    assert.deepEqual(server.seen, [])
  })

  it('The `http` node fails permanently when the token endpoint refuses', async (t) => {
    const server = await serveRecording(t, (response) =>
      response.writeHead(400).end('{"error":"invalid_scope"}'),
    )
    const failure = await failureOf(
      runHttp(t, { url: `${server.origin}/a` }, { credential: credentialFor(server.origin) }),
    )
    assert.deepEqual([failure.code, failure.permanent], ['AUTHENTICATION_FAILED', true])
  })
})
