import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { failureOf, outputOf, runHttp, serveRecording } from './testing/http-under-test.ts'

const secret = 'CANARY-p@ss/"wörd" 1'
const token = 'CANARY-token-1234567890'

const placed: readonly [string, string, JsonObject, string, string][] = [
  ['api_key', token, {}, 'x-api-key', token],
  ['api_key', token, { api_key_header: 'X-Other-Key' }, 'x-other-key', token],
  ['bearer_token', token, {}, 'authorization', `Bearer ${token}`],
  [
    'basic_auth',
    `ada:${secret}`,
    {},
    'authorization',
    `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`,
  ],
  ['custom_header', `X-Auth: ${token}`, {}, 'x-auth', token],
]

describe('credentials of the `http` node', () => {
  for (const [type, value, parameters, header, expected] of placed) {
    it(`The \`http\` node sends a credential of type ${type} as ${header}, which overrides the parameter \`headers\``, async (t) => {
      const server = await serveRecording(t)
      const headers = { [header.toUpperCase()]: 'by hand' }
      await outputOf(
        runHttp(t, { url: server.origin, headers, ...parameters }, { credential: { type, value } }),
      )
      assert.equal(server.seen[0]?.headers[header], expected)
    })
  }

  it('The `http` node adds a credential of type query_param to the URL once', async (t) => {
    const server = await serveRecording(t)
    const credential = { type: 'query_param', value: `key=${secret}` }
    await outputOf(runHttp(t, { url: `${server.origin}/?a=1&key=by+hand` }, { credential }))
    assert.equal(server.seen[0]?.url, `/?a=1&key=${encodeURIComponent(secret)}`)
  })

  it('The `http` node refuses a credential that is deleted, of another type, or invalid', async (t) => {
    const url = 'http://127.0.0.1:1/'
    const gone = await failureOf(runHttp(t, { url }, { call: { credentialId: 'gone' } }))
    assert.deepEqual([gone.code, gone.permanent], ['CREDENTIAL_NOT_FOUND', true])
    for (const type of ['smtp', 'postgres', 'my own']) {
      assert.deepEqual(await failureOf(runHttp(t, { url }, { credential: { type, value: token } })), {
        ok: false,
        code: 'CREDENTIAL_NOT_USABLE',
        message: `This node cannot use a credential of type ${type}. Choose a credential of one of these types: api_key, bearer_token, basic_auth, custom_header, query_param, oauth2_client.`,
        permanent: true,
      })
    }
    const broken = await failureOf(runHttp(t, { url }, { credential: { type: 'basic_auth', value: token } }))
    assert.equal(broken.code, 'CREDENTIAL_NOT_USABLE')
    assert.doesNotMatch(broken.message, /CANARY/)
  })

  it('The `http` node sends a credential to its allowed hosts only', async (t) => {
    const server = await serveRecording(t)
    const use = (allowedHosts: readonly string[]) =>
      runHttp(t, { url: server.origin }, { credential: { type: 'api_key', value: token, allowedHosts } })
    await outputOf(use(['127.0.0.1']))
    const { code, message, permanent } = await failureOf(use(['api.example.com', '*.example.org']))
    assert.deepEqual([code, permanent], ['CREDENTIAL_NOT_USABLE', true])
    assert.equal(
      message,
      'The credential must not be sent to 127.0.0.1. Add the host to the `allowed_hosts` of the credential.',
    )
    assert.equal(server.seen.length, 1)
  })

  for (const [type, value, parameters, header] of placed) {
    it(`The \`http\` node does not send a credential of type ${type} to another host after a redirect`, async (t) => {
      const away = await serveRecording(t)
      const elsewhere = away.origin.replace('127.0.0.1', 'localhost')
      const server = await serveRecording(t, (response, { url }) => {
        response.writeHead(307, { location: url === '/' ? '/same' : elsewhere }).end()
      })
      const credential = { type, value, allowedHosts: ['127.0.0.1'] }
      await outputOf(runHttp(t, { url: server.origin, ...parameters }, { credential }))
      assert.deepEqual(
        server.seen.map(({ headers }) => headers[header] !== undefined),
        [true, true],
      )
      assert.equal(away.seen[0]?.headers[header], undefined)
      assert.doesNotMatch(JSON.stringify(away.seen), /CANARY/)
    })
  }

  it('The `http` node refuses a redirect to another host when the URL contains the secret', async (t) => {
    const away = await serveRecording(t)
    const server = await serveRecording(t, (response, { url }) => {
      const elsewhere = away.origin.replace('127.0.0.1', 'localhost')
      response.writeHead(302, { location: elsewhere + url }).end()
    })
    const credential = { type: 'query_param', value: `key=${secret}` }
    const { code, message } = await failureOf(runHttp(t, { url: server.origin }, { credential }))
    assert.equal(code, 'REDIRECT_FAILED')
    assert.match(
      message,
      /The redirect from .* to localhost was not followed: the URL contains the secret of the credential\.$/,
    )
    assert.equal(away.seen.length, 0)
  })
})

describe('redirects of the `http` node to another origin of the same host', () => {
  const scheme = (origin: string) => origin.replace('http:', 'https:')
  for (const [where, addressOf] of [
    ['another port', (away: string) => away],
    ['another scheme', (_away: string, home: string) => scheme(home)],
    ['another scheme and port', (away: string) => scheme(away)],
  ] satisfies [string, (away: string, home: string) => string][]) {
    it(`The \`http\` node refuses a redirect to ${where} when the URL contains the secret`, async (t) => {
      const away = await serveRecording(t)
      const server = await serveRecording(t, (response, { url }) => {
        response.writeHead(302, { location: addressOf(away.origin, server.origin) + url }).end()
      })
      const credential = { type: 'query_param', value: `key=${secret}` }
      const { code, message } = await failureOf(runHttp(t, { url: server.origin }, { credential }))
      assert.equal(code, 'REDIRECT_FAILED')
      assert.match(message, /was not followed: the URL contains the secret of the credential\.$/)
      assert.equal(server.seen.length, 1)
      assert.equal(server.accepted(), 1)
      assert.equal(away.accepted(), 0)
    })
  }

  it('The `http` node follows a redirect to another port when the URL does not contain the secret', async (t) => {
    const away = await serveRecording(t)
    const server = await serveRecording(t, (response) => {
      response.writeHead(302, { location: `${away.origin}/there` }).end()
    })
    const credential = { type: 'query_param', value: `key=${secret}` }
    await outputOf(runHttp(t, { url: server.origin }, { credential }))
    assert.deepEqual(
      away.seen.map(({ url }) => url),
      ['/there'],
    )
  })

  it('The `http` node follows a redirect within the origin when the URL contains the secret', async (t) => {
    const server = await serveRecording(t, (response, { url }) => {
      if (url.startsWith('/there')) response.end('{}')
      else response.writeHead(302, { location: `/there${url.slice(1)}` }).end()
    })
    const credential = { type: 'query_param', value: `key=${secret}` }
    await outputOf(runHttp(t, { url: server.origin }, { credential }))
    assert.equal(server.seen[1]?.url, `/there?key=${encodeURIComponent(secret)}`)
  })
})

describe('redaction in the `http` node', () => {
  const types: readonly [string, string, string][] = [
    ['api_key', secret, secret],
    ['bearer_token', token, token],
    ['basic_auth', `ada:${secret}`, secret],
    ['custom_header', `X-Auth: ${token}`, token],
    ['query_param', `key=${secret}`, secret],
  ]
  /** Repeats a value in every form that a server can return it in: plain, encoded, and inside of JSON. */
  const echo = (value: string, text: string) => ({
    plain: value,
    [value]: 'as a name',
    inside: [`<${value}>`, { deep: encodeURIComponent(value) }],
    form: new URLSearchParams({ value }).toString(),
    base64: Buffer.from(value).toString('base64'),
    base64url: Buffer.from(value).toString('base64url'),
    request: text,
  })
  const hasCanary = (value: unknown) => {
    const text = JSON.stringify(value)
    const decoded = text.replaceAll(/[A-Za-z0-9+/_-]{12,}/g, (part) =>
      Buffer.from(part, 'base64').toString('latin1'),
    )
    return text.includes('CANARY') || decoded.includes('CANARY')
  }

  it('The search for the canary finds it in plain text and in base64', () => {
    assert.ok(hasCanary({ a: `x${token}` }))
    assert.ok(hasCanary({ a: Buffer.from(secret).toString('base64') }))
    assert.ok(!hasCanary({ a: '***' }))
  })

  for (const [type, value, shown] of types) {
    for (const response of ['json', 'text', 'full'] as const) {
      it(`The output of the \`http\` node never contains the secret of type ${type} with the response mode ${response}`, async (t) => {
        const server = await serveRecording(t, (answer, seen) => {
          const headers = {
            'content-type': 'application/json',
            'x-echo': encodeURIComponent(shown),
            'x-authorization': String(seen.headers['authorization'] ?? seen.headers['x-auth'] ?? ''),
          }
          answer.writeHead(200, headers).end(JSON.stringify(echo(shown, JSON.stringify(seen))))
        })
        const output = await outputOf(
          runHttp(t, { url: server.origin, response }, { credential: { type, value } }),
        )
        assert.match(JSON.stringify(output), /\*\*\*/)
        assert.ok(!hasCanary(output), JSON.stringify(output))
      })
    }

    it(`The \`http\` node redacts the secret of type ${type} in failures, in binary data and on broken connections`, async (t) => {
      const server = await serveRecording(t, (answer, { url }) => {
        const padded = 'x'.repeat(290) + shown
        if (url.startsWith('/status')) answer.writeHead(500).end(padded)
        else if (url.startsWith('/bytes'))
          answer.end(Buffer.concat([Buffer.from([0, 255]), Buffer.from(shown)]))
        else answer.writeHead(200, { location: shown.replaceAll(/[^\x21-\x7e]/g, '') }).socket?.destroy()
      })
      const use = (path: string) => runHttp(t, { url: server.origin + path }, { credential: { type, value } })
      const status = await failureOf(use('/status'))
      assert.match(status.message, /x\*\*\*$/)
      assert.ok(!hasCanary(status))
      const bytes = await outputOf(use('/bytes'))
      assert.equal(Buffer.from(bytes['body'] as string, 'base64').toString('latin1'), '\0\xff***')
      assert.ok(!hasCanary(await failureOf(use('/break'))))
    })
  }
})
