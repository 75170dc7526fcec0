import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { failureOf, outputOf, runHttp, type Seen, serveRecording } from './testing/http-under-test.ts'

const secret = 'CANARY-client-secret'

/** Hands out a new token for each request to /token; elsewhere it answers 401 to those in `ended`, and echoes. */
function serve(t: TestContext, ended: readonly string[]) {
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
    response.writeHead(ended.includes(token) ? 401 : 200, json).end(JSON.stringify({ headers, token }))
  })
}

function credentialFor(origin: string, allowedHosts: readonly string[] | null = null) {
  const value = JSON.stringify({ token_url: `${origin}/token`, client_id: 'id', client_secret: secret })
  return { type: 'oauth2_client', value, allowedHosts }
}

describe('a credential of the type oauth2_client of an `http` node', () => {
  it('is a token that is fetched first, and comes back nowhere', async (t) => {
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

  it('is renewed once when it is turned down, with the same idempotency key', async (t) => {
    const server = await serve(t, ['CANARY-token-1'])
    const credential = credentialFor(server.origin)
    const output = await outputOf(runHttp(t, { url: `${server.origin}/a`, method: 'POST' }, { credential }))
    assert.equal(output['status'], 200)
    assert.doesNotMatch(JSON.stringify(output), /CANARY/)
    const tries = server.seen.filter(({ url }) => url === '/a')
    assert.deepEqual(
      tries.map(({ headers }) => [headers['authorization'], headers['idempotency-key']]),
      [
        ['Bearer CANARY-token-1', 'step-key'],
        ['Bearer CANARY-token-2', 'step-key'],
      ],
    )
  })

  it('that is turned down twice is a 401 without a token in it', async (t) => {
    const server = await serve(t, ['CANARY-token-1', 'CANARY-token-2'])
    const failure = await failureOf(
      runHttp(t, { url: `${server.origin}/a` }, { credential: credentialFor(server.origin) }),
    )
    assert.equal(failure.code, 'HTTP_401')
    assert.doesNotMatch(failure.message, /CANARY/)
    assert.equal(server.seen.length, 4)
  })

  it('goes to its allowed hosts only, the token server included', async (t) => {
    const server = await serve(t, [])
    const credential = credentialFor(server.origin, ['api.example.com'])
    const failure = await failureOf(runHttp(t, { url: 'https://api.example.com/' }, { credential }))
    assert.equal(failure.code, 'CREDENTIAL_NOT_USABLE')
    assert.deepEqual(server.seen, [])
  })

  it('fails for good when no token is given', async (t) => {
    const server = await serveRecording(t, (response) =>
      response.writeHead(400).end('{"error":"invalid_scope"}'),
    )
    const failure = await failureOf(
      runHttp(t, { url: `${server.origin}/a` }, { credential: credentialFor(server.origin) }),
    )
    assert.deepEqual([failure.code, failure.permanent], ['AUTHENTICATION_FAILED', true])
  })
})
