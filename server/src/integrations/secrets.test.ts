import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { openClient } from '#adapters/outgoing/testing/client-under-test.ts'
import { CachedAccessTokens, systemClock } from '#adapters/index.ts'
import type { AccountId } from '#domain/index.ts'
import { type Seen, serveRecording } from '#nodes/http/testing/http-under-test.ts'
import { integrationCatalogue } from './integration-catalogue.ts'
import { runAction } from './testing/run-action.ts'
import { serviceAccountKey, testCredentials } from './testing/test-credentials.ts'

/** Repeats everything it receives in the body, in a header and in base64. Issues access tokens too. */
function echo(status: number): (response: ServerResponse, seen: Seen) => void {
  return (response, seen) => {
    if (seen.url === '/token') {
      const token = { access_token: 'CANARY-token', expires_in: 3600 }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token))
      return
    }
    const text = JSON.stringify(seen)
    const body = {
      ok: status === 200,
      error: text,
      description: text,
      message: text,
      seen,
      again: btoa(text),
    }
    response
      .writeHead(status, { 'content-type': 'application/json', 'x-again': encodeURIComponent(text) })
      .end(JSON.stringify(body))
  }
}

/** A line of the key: a part of it is as secret as the key itself. */
const keyLine = serviceAccountKey.split('\n')[1] ?? ''

function assertNoSecret(shown: string): void {
  assert.doesNotMatch(shown, /CANARY/)
  assert.equal(shown.includes(Buffer.from('CANARY').toString('base64').slice(0, 7)), false, shown)
  assert.equal(shown.includes(keyLine), false)
}

const reached = integrationCatalogue.filter(({ connect }) => connect !== undefined)

describe('redaction in integrations', () => {
  it('Every integration that sends requests has a test credential', () => {
    assert.deepEqual(reached.map(({ type }) => type).sort(), Object.keys(testCredentials).sort())
  })

  for (const { type, actions, test } of reached) {
    const credential = testCredentials[type]
    assert.ok(credential !== undefined)
    for (const { name } of actions) {
      it(`The action ${name} of ${type} never returns a secret`, async (t) => {
        for (const status of [200, 401, 500]) {
          const { result, seen, origin } = await runAction(t, type, name, {
            credential,
            answer: echo(status),
          })
          if (name !== 'presign_url') {
            assert.ok(seen.length > 0, JSON.stringify(result))
            assert.match(
              JSON.stringify([seen, credential(origin)]),
              /CANARY/,
              'the server received the secret',
            )
          }
          assertNoSecret(JSON.stringify(result))
        }
      })
    }

    it(`The connection test of ${type} never returns a secret`, async (t) => {
      for (const status of [200, 401, 500]) {
        const server = await serveRecording(t, echo(status))
        const http = openClient(t)
        const unused = () => assert.fail('this client must not be used')
        const result = await test({
          http,
          ownHttp: http,
          tokens: new CachedAccessTokens(http, systemClock),
          mail: { verify: unused, send: unused },
          sql: { probe: unused, query: unused },
          account: 'account' as AccountId,
          allowedHosts: null,
          secret: credential(server.origin),
          ownOrigin: server.origin,
          now: 0,
          signal: new AbortController().signal,
        })
        assert.ok(server.seen.length > 0)
        if (status !== 200) assert.equal(result.ok, false, result.message)
        assertNoSecret(JSON.stringify(result))
      }
    })
  }
})
