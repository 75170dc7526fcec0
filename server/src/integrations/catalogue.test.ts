import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AccountId } from '#domain/index.ts'
import type { HttpRequest, HttpResult, MailFailure, SqlFailure } from '#ports/index.ts'
import { findCredentialProblem, findIntegration, integrationCatalogue } from './catalogue.ts'
import type { ConnectionTestContext, ConnectionTestResult } from './entry/integration-entry.ts'

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

/** Runs a connection test with clients that answer as told; what a test does not expect to be called rejects. */
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

describe('the catalogue', () => {
  it('lists each integration once, with words and a credential of a known form', () => {
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
      // No example can hold a private key that works.
      if (credential === null || type === 'google_sheets') continue
      assert.equal(findCredentialProblem(credential.type, credential.example), null)
    }
    assert.equal(findIntegration('constructor'), undefined)
  })

  for (const type of ['smtp', 'postgres', 'slack', 'github']) {
    it(`asks for a credential when ${type} has none, and reaches nobody`, async () => {
      const { result, requests, urls } = await runTest(type, { secret: null })
      assert.deepEqual(result, {
        ok: false,
        message: `No credential is connected. Create one of type ${type} first.`,
      })
      assert.deepEqual([...requests, ...urls], [])
    })
  }
})

describe('the test of http', () => {
  it("asks the service's own liveness address, and says so", async () => {
    const { result, requests } = await runTest('http', { secret: null, http: answer(200, 'ok') })
    const [{ signal: _, ...request } = {}, ...others] = requests
    assert.deepEqual(request, { method: 'GET', url: 'http://127.0.0.1:8080/livez', deadlineMs: 10_000 })
    assert.deepEqual(others, [])
    assert.equal(result.ok, true)
    assert.match(result.message, /this service's own address http:\/\/127\.0\.0\.1:8080\/livez answered 200/)
  })

  it('fails when there is no answer, or another one', async () => {
    assert.equal((await runTest('http', { secret: null, http: answer(503, '') })).result.ok, false)
    const { result } = await runTest('http', {
      secret: null,
      http: { ok: false, reason: 'connect', message: 'Nothing listens there.', sent: false },
    })
    assert.deepEqual(result, {
      ok: false,
      message: "Could not reach this service's own address. Nothing listens there.",
    })
  })
})

describe('the tests of smtp and postgres', () => {
  it('log in with the connection URL within ten seconds', async () => {
    const mail = await runTest('smtp', { secret: 'smtp://u:p@h', mail: { ok: true } })
    assert.equal(mail.result.ok, true)
    assert.deepEqual(mail.urls, ['smtp://u:p@h 10000'])
    const sql = await runTest('postgres', { secret: 'postgres://u:p@h/d', sql: { ok: true } })
    assert.equal(sql.result.ok, true)
    assert.deepEqual(sql.urls, ['postgres://u:p@h/d 10000'])
  })

  it('give the words of the failure', async () => {
    const failure = { ok: false, reason: 'authentication', message: 'Wrong password.', sent: false } as const
    const mail = await runTest('smtp', { mail: { ...failure, temporary: false } })
    assert.deepEqual(mail.result, { ok: false, message: 'Wrong password.' })
    const sql = await runTest('postgres', { sql: failure })
    assert.deepEqual(sql.result, { ok: false, message: 'Wrong password.' })
  })
})

describe('the test of slack', () => {
  it('asks auth.test with the token and names who it belongs to', async () => {
    const { result, requests } = await runTest('slack', {
      http: answer(200, { ok: true, user: 'bot', team: 'Team' }),
    })
    assert.equal(requests[0]?.url, 'https://slack.com/api/auth.test')
    assert.equal(requests[0]?.headers?.['authorization'], `Bearer ${token}`)
    assert.equal(requests[0]?.deadlineMs, 10_000)
    assert.equal(requests[0]?.redirects ?? 0, 0)
    assert.deepEqual(result, { ok: true, message: 'Signed in to Slack as bot in Team.' })
  })

  it('can be pointed elsewhere', async () => {
    const secret = JSON.stringify({ token, base_url: 'http://127.0.0.1:9/api' })
    const script = { secret, http: answer(200, { ok: true }) }
    const { result, requests } = await runTest('slack', script)
    assert.equal(requests[0]?.url, 'http://127.0.0.1:9/api/auth.test')
    assert.equal(result.message, 'Signed in to Slack as unknown user in unknown workspace.')
  })

  const failures: readonly [string, HttpResult, RegExp][] = [
    ['a wrong token', answer(200, { ok: false, error: 'invalid_auth' }), /token is not valid/],
    ['a revoked token', answer(200, { ok: false, error: 'token_revoked' }), /revoked/],
    ['a new error word', answer(200, { ok: false, error: 'new_error' }), /\(new_error\)/],
    ['an error that echoes the token', answer(200, { ok: false, error: token }), /\(\*\*\*\)/],
    ['an error of a dangerous name', answer(200, { ok: false, error: 'constructor' }), /\(constructor\)/],
    ['too many requests', answer(429, ''), /fewer requests/],
    ['a page instead of JSON', answer(200, '<html>'), /not its API's/],
    ['a list instead of an object', answer(200, []), /not its API's/],
    ['a broken server', answer(502, { ok: true }), /answered 502/],
    ['no connection', refused, /Could not reach Slack\. Refused to reach \*\*\*/],
  ]
  for (const [what, http, expected] of failures) {
    it(`tells ${what}`, async () => {
      const { result } = await runTest('slack', { http })
      assert.equal(result.ok, false)
      assert.match(result.message, expected)
    })
  }
})

describe('the test of github', () => {
  it('asks for the user of the token', async () => {
    const { result, requests } = await runTest('github', { http: answer(200, { login: 'octocat' }) })
    assert.equal(requests[0]?.url, 'https://api.github.com/user')
    assert.equal(requests[0]?.headers?.['authorization'], `Bearer ${token}`)
    assert.deepEqual(result, { ok: true, message: 'Signed in to GitHub as octocat.' })
  })

  it('can be pointed elsewhere', async () => {
    const secret = JSON.stringify({ token, base_url: 'https://git.example.com/api/v3' })
    const script = { secret, http: answer(200, { login: 'me' }) }
    assert.equal((await runTest('github', script)).requests[0]?.url, 'https://git.example.com/api/v3/user')
  })

  const failures: readonly [string, HttpResult, RegExp][] = [
    ['a wrong token', answer(401, { message: 'Bad credentials' }), /did not accept the token/],
    ['a spent allowance', answer(403, { message: 'x' }, { 'x-ratelimit-remaining': '0' }), /fewer requests/],
    [
      'a token without the right',
      answer(403, { message: 'Resource not accessible' }),
      /403 \(Resource not accessible\)/,
    ],
    ['an answer that echoes the token', answer(403, { message: token }), /\(\*\*\*\)/],
    ['a page instead of JSON', answer(200, '<html>'), /answered 200 instead/],
    ['no connection', refused, /Could not reach GitHub/],
  ]
  for (const [what, http, expected] of failures) {
    it(`tells ${what}`, async () => {
      const { result } = await runTest('github', { http })
      assert.equal(result.ok, false)
      assert.match(result.message, expected)
    })
  }
})
