import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AccountId } from '#domain/index.ts'
import type { HttpRequest, HttpResult, MailFailure, SqlFailure } from '#ports/index.ts'
import { findCredentialProblem, findIntegration, integrationCatalogue } from './integration-catalogue.ts'
import type { ConnectionTestContext, ConnectionTestResult } from './kit/integration-entry.ts'

interface Script {
  readonly secret?: string | null
  readonly http?: HttpResult
  readonly mail?: { readonly ok: true } | MailFailure
  readonly sql?: { readonly ok: true } | SqlFailure
}

interface Tested {
  readonly result: ConnectionTestResult
  readonly requests: readonly HttpRequest[]
  readonly urls: readonly string[]
}

const token = 'xoxb-secret-token'

/** Runs a connection test with scripted clients; a client without a script rejects. */
async function runTest(type: string, script: Script): Promise<Tested> {
  const requests: HttpRequest[] = []
  const urls: string[] = []
  const unexpected = () => Promise.reject(new Error('not expected'))
  const http = {
    send: (request: HttpRequest) => {
      requests.push(request)
      return script.http === undefined ? unexpected() : Promise.resolve(script.http)
    },
  }
  const context: ConnectionTestContext = {
    secret: script.secret === undefined ? token : script.secret,
    ownOrigin: 'http://127.0.0.1:8080',
    account: 'account' as AccountId,
    allowedHosts: null,
    tokens: { obtain: unexpected },
    now: 0,
    signal: new AbortController().signal,
    http,
    ownHttp: http,
    mail: {
      verify: (url, options) => {
        urls.push(`${url} ${options.deadlineMs}`)
        return script.mail === undefined ? unexpected() : Promise.resolve(script.mail)
      },
      send: unexpected,
    },
    sql: {
      probe: (url, options) => {
        urls.push(`${url} ${options.deadlineMs}`)
        return script.sql === undefined ? unexpected() : Promise.resolve(script.sql)
      },
      query: unexpected,
    },
  }
  const entry = findIntegration(type)
  assert.ok(entry !== undefined)
  const result = await entry.test(context)
  assert.equal(result.message.includes(token), false, `the secret is in: ${result.message}`)
  return { result, requests, urls }
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): HttpResult {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    ok: true,
    status,
    headers,
    body: new TextEncoder().encode(text),
    truncated: false,
    url: 'https://x.example/',
  }
}

const refused: HttpResult = {
  ok: false,
  reason: 'refused',
  message: `Refused to reach ${token}.`,
  sent: false,
}

describe('integration catalogue', () => {
  it('The integration catalogue lists each integration once, with texts and a valid sample credential', () => {
    assert.deepEqual(
      integrationCatalogue.map(({ type }) => type),
      [
        'http',
        'http_api',
        'smtp',
        'postgres',
        'slack',
        'github',
        'discord',
        'telegram',
        'twilio',
        'openai',
        's3',
        'google_sheets',
        'notion',
        'airtable',
        'stripe',
      ],
    )
    for (const { type, name, summary, credential } of integrationCatalogue) {
      assert.ok(name.length > 0 && summary.length > 0, type)
      if (type === 'http') assert.equal(credential, null)
      else assert.equal(credential?.type, type)
      // The sample has no working private key.
      if (credential === null || type === 'google_sheets') continue
      assert.equal(findCredentialProblem(credential.type, credential.example), null)
    }
    assert.equal(findIntegration('constructor'), undefined)
  })

  for (const type of ['smtp', 'postgres', 'slack', 'github']) {
    it(`The connection test of ${type} asks for a missing credential and sends nothing`, async () => {
      const { result, requests, urls } = await runTest(type, { secret: null })
      assert.deepEqual(result, {
        ok: false,
        message: `No credential is connected. Create a credential of type ${type} first.`,
      })
      assert.deepEqual([...requests, ...urls], [])
    })
  }
})

describe('connection test of http', () => {
  it('The connection test of http requests the liveness endpoint of this service', async () => {
    const { result, requests } = await runTest('http', { secret: null, http: answer(200, 'ok') })
    const [{ signal: _, ...request } = {}, ...others] = requests
    assert.deepEqual(request, { method: 'GET', url: 'http://127.0.0.1:8080/livez', deadlineMs: 10_000 })
    assert.deepEqual(others, [])
    assert.equal(result.ok, true)
    assert.match(
      result.message,
      /http:\/\/127\.0\.0\.1:8080\/livez of this service responded with status 200/,
    )
  })

  it('The connection test of http fails without a response or with another status', async () => {
    assert.equal((await runTest('http', { secret: null, http: answer(503, '') })).result.ok, false)
    const { result } = await runTest('http', {
      secret: null,
      http: { ok: false, reason: 'connect', message: 'Nothing listens there.', sent: false },
    })
    assert.deepEqual(result, {
      ok: false,
      message: 'Could not connect to the URL of this service. Nothing listens there.',
    })
  })
})

describe('connection tests of smtp and postgres', () => {
  it('The connection tests of smtp and postgres log in with the connection URL and a timeout of ten seconds', async () => {
    const mail = await runTest('smtp', { secret: 'smtp://u:p@h', mail: { ok: true } })
    assert.equal(mail.result.ok, true)
    assert.deepEqual(mail.urls, ['smtp://u:p@h 10000'])
    const sql = await runTest('postgres', { secret: 'postgres://u:p@h/d', sql: { ok: true } })
    assert.equal(sql.result.ok, true)
    assert.deepEqual(sql.urls, ['postgres://u:p@h/d 10000'])
  })

  it('The connection tests of smtp and postgres return the message of the failure', async () => {
    const failure = { ok: false, reason: 'authentication', message: 'Wrong password.', sent: false } as const
    const mail = await runTest('smtp', { mail: { ...failure, temporary: false } })
    assert.deepEqual(mail.result, { ok: false, message: 'Wrong password.' })
    const sql = await runTest('postgres', { sql: failure })
    assert.deepEqual(sql.result, { ok: false, message: 'Wrong password.' })
  })
})

describe('connection test of slack', () => {
  it('The connection test of slack calls auth.test and names the user of the token', async () => {
    const { result, requests } = await runTest('slack', {
      http: answer(200, { ok: true, user: 'bot', team: 'Team' }),
    })
    assert.equal(requests[0]?.url, 'https://slack.com/api/auth.test')
    assert.equal(requests[0]?.headers?.['authorization'], `Bearer ${token}`)
    assert.equal(requests[0]?.deadlineMs, 10_000)
    assert.equal(requests[0]?.redirects ?? 0, 0)
    assert.deepEqual(result, { ok: true, message: 'Signed in to Slack as bot in Team.' })
  })

  it('The connection test of slack uses the base URL of the credential', async () => {
    const secret = JSON.stringify({ token, base_url: 'http://127.0.0.1:9/api' })
    const script = { secret, http: answer(200, { ok: true }) }
    const { result, requests } = await runTest('slack', script)
    assert.equal(requests[0]?.url, 'http://127.0.0.1:9/api/auth.test')
    assert.equal(result.message, 'Signed in to Slack as unknown user in unknown workspace.')
  })

  const failures: readonly [string, HttpResult, RegExp][] = [
    ['a wrong token', answer(200, { ok: false, error: 'invalid_auth' }), /token is not valid/],
    ['a revoked token', answer(200, { ok: false, error: 'token_revoked' }), /revoked/],
    ['an unknown error code', answer(200, { ok: false, error: 'new_error' }), /\(new_error\)/],
    ['an error that echoes the token', answer(200, { ok: false, error: token }), /\(\*\*\*\)/],
    [
      'an error code that is the name of an object member',
      answer(200, { ok: false, error: 'constructor' }),
      /\(constructor\)/,
    ],
    ['too many requests', answer(429, ''), /limits the rate of requests/],
    ['a page instead of JSON', answer(200, '<html>'), /not in the format of its API/],
    ['a list instead of an object', answer(200, []), /not in the format of its API/],
    ['a broken server', answer(502, { ok: true }), /status 502/],
    ['no connection', refused, /Could not reach Slack\. Refused to reach \*\*\*/],
  ]
  for (const [what, http, expected] of failures) {
    it(`The connection test of slack reports ${what}`, async () => {
      const { result } = await runTest('slack', { http })
      assert.equal(result.ok, false)
      assert.match(result.message, expected)
    })
  }
})

describe('connection test of github', () => {
  it('The connection test of github requests the user of the token', async () => {
    const { result, requests } = await runTest('github', { http: answer(200, { login: 'octocat' }) })
    assert.equal(requests[0]?.url, 'https://api.github.com/user')
    assert.equal(requests[0]?.headers?.['authorization'], `Bearer ${token}`)
    assert.deepEqual(result, { ok: true, message: 'Signed in to GitHub as octocat.' })
  })

  it('The connection test of github uses the base URL of the credential', async () => {
    const secret = JSON.stringify({ token, base_url: 'https://git.example.com/api/v3' })
    const script = { secret, http: answer(200, { login: 'me' }) }
    assert.equal((await runTest('github', script)).requests[0]?.url, 'https://git.example.com/api/v3/user')
  })

  const failures: readonly [string, HttpResult, RegExp][] = [
    ['a wrong token', answer(401, { message: 'Bad credentials' }), /rejected the token/],
    [
      'an exhausted rate limit',
      answer(403, { message: 'x' }, { 'x-ratelimit-remaining': '0' }),
      /limits the rate of requests/,
    ],
    [
      'a token without the permission',
      answer(403, { message: 'Resource not accessible' }),
      /403 \(Resource not accessible\)/,
    ],
    ['a response that echoes the token', answer(403, { message: token }), /\(\*\*\*\)/],
    ['a page instead of JSON', answer(200, '<html>'), /status 200 instead/],
    ['no connection', refused, /Could not reach GitHub/],
  ]
  for (const [what, http, expected] of failures) {
    it(`The connection test of github reports ${what}`, async () => {
      const { result } = await runTest('github', { http })
      assert.equal(result.ok, false)
      assert.match(result.message, expected)
    })
  }
})
