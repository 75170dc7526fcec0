import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { openClient } from '#adapters/outgoing/testing/client-under-test.ts'
import { serveHttp } from '#adapters/outgoing/testing/loopback-server.ts'
import { type AccountId, clientCredentialsGrant } from '#domain/index.ts'
import type { TokenGrant } from '#ports/index.ts'
import { CachedAccessTokens } from './cached-access-tokens.ts'

const secret = 'CANARY sécret:&'
const { signal } = new AbortController()

interface Answer {
  readonly status?: number
  readonly body: string
}

/** A token server that responds with `answer`, which gets the number of the request from 1. */
async function open(t: TestContext, answer: (number: number) => Answer, auth: 'basic' | 'body' = 'basic') {
  const seen: { authorization: string | undefined; type: string | undefined; body: string }[] = []
  const { origin } = await serveHttp(t, (request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.once('end', () => {
      const { authorization, 'content-type': type } = request.headers
      seen.push({ authorization, type, body })
      const { status = 200, body: text } = answer(seen.length)
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    })
  })
  const time = { now: 1_000_000 }
  const tokens = new CachedAccessTokens(openClient(t), { now: () => time.now })
  const client = { tokenUrl: `${origin}/token`, clientId: 'an id', clientSecret: secret, scope: 'a b', auth }
  const grantFor = (account: string, changes: Partial<typeof client> = {}): TokenGrant => ({
    ...clientCredentialsGrant({ ...client, ...changes }),
    account: account as AccountId,
  })
  return { tokens, seen, time, grant: grantFor('one'), grantFor }
}

const numbered = (number: number): Answer => ({
  body: JSON.stringify({ access_token: `token-${number}`, token_type: 'bearer', expires_in: 3600 }),
})

async function take(tokens: CachedAccessTokens, grant: TokenGrant, rejected?: string): Promise<string> {
  const result = await tokens.obtain(grant, { signal, ...(rejected === undefined ? {} : { rejected }) })
  assert.ok(result.ok, JSON.stringify(result))
  return result.token
}

describe('access tokens', () => {
  it('A token is requested as in RFC 6749, with the secret in the header', async (t) => {
    const { tokens, seen, grant } = await open(t, numbered)
    assert.equal(await take(tokens, grant), 'token-1')
    const pair = 'an+id:CANARY+s%C3%A9cret%3A%26'
    assert.deepEqual(seen, [
      {
        authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
        type: 'application/x-www-form-urlencoded',
        body: 'grant_type=client_credentials&scope=a+b',
      },
    ])
  })

  it('A token is requested with the secret in the body if configured', async (t) => {
    const { tokens, seen, grant } = await open(t, numbered, 'body')
    await take(tokens, grant)
    assert.deepEqual(
      [seen[0]?.authorization, seen[0]?.body],
      [
        undefined,
        'grant_type=client_credentials&scope=a+b&client_id=an+id&client_secret=CANARY+s%C3%A9cret%3A%26',
      ],
    )
  })

  it('A token is cached until shortly before it expires', async (t) => {
    const { tokens, time, grant } = await open(t, numbered)
    await take(tokens, grant)
    time.now += 3_539_999
    assert.equal(await take(tokens, grant), 'token-1')
    time.now += 1
    assert.equal(await take(tokens, grant), 'token-2')
  })

  it('Concurrent callers share one token request', async (t) => {
    const { tokens, seen, grant } = await open(t, numbered)
    const all = await Promise.all(Array.from({ length: 20 }, () => take(tokens, grant)))
    assert.deepEqual(new Set(all), new Set(['token-1']))
    const again = await Promise.all(Array.from({ length: 20 }, () => take(tokens, grant, 'token-1')))
    assert.deepEqual(new Set(again), new Set(['token-2']))
    assert.equal(
      await take(tokens, grant, 'token-1'),
      'token-2',
      'the service rejected the old token, not this one',
    )
    assert.equal(seen.length, 2)
  })

  it('Another account, secret, scope or URL gets its own token', async (t) => {
    const { tokens, grantFor } = await open(t, numbered)
    const grants = [
      grantFor('one'),
      grantFor('two'),
      grantFor('one', { clientSecret: 'other' }),
      grantFor('one', { scope: 'a' }),
    ]
    const taken = []
    for (const grant of grants) taken.push(await take(tokens, grant))
    assert.deepEqual(taken, ['token-1', 'token-2', 'token-3', 'token-4'])
  })

  it('The other callers get the token if one of them cancels', async (t) => {
    const { tokens, seen, grant } = await open(t, numbered)
    const cancel = new AbortController()
    const cancelled = tokens.obtain(grant, { signal: cancel.signal })
    const other = take(tokens, grant)
    cancel.abort()
    const result = await cancelled
    assert.equal(result.ok ? '' : result.reason, 'aborted')
    assert.equal(await other, 'token-1')
    assert.equal(seen.length, 1)
  })

  const failures: readonly [string, Answer, string, RegExp][] = [
    [
      'a refusal',
      { status: 401, body: '{"error":"invalid_client"}' },
      'turned_down',
      /401 .*\(invalid_client\)/,
    ],
    ['a page', { body: '<html>' }, 'turned_down', /200 and no access token/],
    [
      'a token that is not valid in a header',
      { body: '{"access_token":"a\\nb"}' },
      'turned_down',
      /no access token/,
    ],
    ['an overload', { status: 503, body: '{}' }, 'protocol', /503/],
    [
      'a refusal that repeats the secret',
      { status: 400, body: JSON.stringify({ error: 'x', error_description: `no ${secret}` }) },
      'turned_down',
      /\(x: no \*\*\*\)/,
    ],
  ]
  for (const [what, answer, reason, message] of failures) {
    it(`After ${what} there is no token, and the next call requests one again`, async (t) => {
      const { tokens, grant, seen } = await open(t, (number) => (number === 1 ? answer : numbered(number)))
      const result = await tokens.obtain(grant, { signal })
      assert.ok(!result.ok)
      assert.equal(result.reason, reason)
      assert.match(result.message, message)
      assert.doesNotMatch(result.message, /CANARY/)
      assert.equal(await take(tokens, grant), 'token-2')
      assert.equal(seen.length, 2)
    })
  }
})
