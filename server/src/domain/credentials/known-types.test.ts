import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findCredentialProblem, findKnownCredentialType, knownCredentialTypes } from './known-types.ts'
import { parseOAuth2Client } from './oauth2-client.ts'
import { parsePostgresUrl } from './postgres-url.ts'
import { parseBasicAuth, parseCustomHeader, parseQueryParam } from './request-secrets.ts'
import { parseSmtpUrl } from './smtp-url.ts'

const oauth2 = '{"token_url":"https://a.example/t","client_id":"i","client_secret":"s"}'

describe('credential values', () => {
  for (const known of knownCredentialTypes) {
    it(`The example of the credential type ${known.type} is valid`, () => {
      assert.equal(findCredentialProblem(known.type, known.example), null)
    })
  }

  const good: readonly [string, string][] = [
    ['api_key', 'with spaces inside'],
    ['bearer_token', 'abc.def-ghi_~+/='],
    ['basic_auth', 'user:'],
    ['basic_auth', 'user:pass:word'],
    ['basic_auth', 'ümlaut:pässword'],
    ['custom_header', 'X-Key:v'],
    ['query_param', 'a=b=c'],
    ['oauth2_client', oauth2],
    ['smtp', 'smtp://mail.example.com'],
    ['smtp', 'smtp://u%40x:p%3Aw@mail.example.com:2525?tls=required'],
    ['smtp', 'smtps://u:p@[::1]'],
    ['postgres', 'postgresql://u@db.example.com'],
    ['postgres', 'postgres://u:p@127.0.0.1:5433/app?sslmode=verify-full'],
    ['openapi', '{"a":"b"}'],
    ['signing_key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n'],
    ['something_else', ' any text\nat all '],
  ]
  for (const [type, value] of good) {
    it(`The credential type ${type} accepts ${JSON.stringify(value)}`, () => {
      assert.equal(findCredentialProblem(type, value), null)
    })
  }

  const bad: readonly [string, string, RegExp][] = [
    ['api_key', '', /not be empty/],
    ['api_key', '  ', /not be empty/],
    ['api_key', 'a\nb', /one line/],
    ['signing_key', ' ', /not be empty/],
    ['signing_key', '-----BEGIN PUBLIC KEY-----\nAAAA', /no line -----END/],
    ['bearer_token', 'Bearer abc', /without the word Bearer/],
    ['bearer_token', 'a b', /without spaces/],
    ['bearer_token', '', /not be empty/],
    ['basic_auth', 'secretuser', /must have the form user:password/],
    ['basic_auth', ':secret', /must have the form user:password/],
    ['basic_auth', 'user:secret\r\nX: y', /one line/],
    ['custom_header', 'secret', /must have the form Name: value/],
    ['custom_header', ': secret', /must have the form Name: value/],
    ['custom_header', 'Name:', /must have the form Name: value/],
    ['custom_header', 'Bad Name: secret', /must have the form Name: value/],
    ['custom_header', 'Name: secret\r\nOther: x', /one line/],
    ['custom_header', 'Host: secret.example', /must not set the header host/],
    ['query_param', 'secret', /must have the form name=value/],
    ['query_param', '=secret', /must have the form name=value/],
    ['query_param', 'name=', /must have the form name=value/],
    ['oauth2_client', 'secret', /must be JSON/],
    ['oauth2_client', '["secret"]', /must be JSON/],
    ['oauth2_client', '{"client_secret":"secret"}', /token_url, client_id and client_secret/],
    ['oauth2_client', oauth2.replace('"i"', '5'), /as text/],
    [
      'oauth2_client',
      oauth2.replace('https://a.example/t', 'ftp://a.example'),
      /token_url that must start with http/,
    ],
    ['oauth2_client', oauth2.replace('}', ',"secret":"x"}'), /must contain only token_url/],
    ['oauth2_client', oauth2.replace('}', ',"scope":["x"]}'), /texts for scope and audience/],
    ['oauth2_client', oauth2.replace('}', ',"auth":"secret"}'), /"basic" or "body" for auth/],
    ['openapi', 'secret', /must be JSON/],
    ['openapi', '["secret"]', /must be JSON/],
    ['openapi', '{}', /must be JSON/],
    ['openapi', '{"a":"secret","b":1}', /must be JSON/],
    ['openapi', '{"a":"secret\\r\\nX: y"}', /one line/],
    ['smtp', 'secret', /URL such as smtp:/],
    ['smtp', 'https://mail.example.com', /URL such as smtp:/],
    ['smtp', 'smtp://', /URL such as smtp:/],
    ['smtp', 'smtp://user@mail.example.com', /both a user name and a password/],
    ['smtp', 'smtp://u:100%secret@mail.example.com', /% .* as %25/],
    ['smtp', 'smtp://mail.example.com/path', /not have a path after the port/],
    ['smtp', 'smtp://mail.example.com?pool=true', /not have options other than tls/],
    ['smtp', 'smtp://mail.example.com?tls=maybe', /one of required, offered, never/],
    ['smtp', 'smtps://mail.example.com?tls=never', /smtps always uses TLS/],
    ['smtp', 'smtp://mail.example.com:0', /URL such as/],
    ['postgres', 'secret', /URL such as postgres:/],
    ['postgres', 'mysql://u:p@db/x', /URL such as postgres:/],
    ['postgres', 'postgres://db.example.com/app', /must contain a user name/],
    ['postgres', 'postgres:///app?host=/var/run', /URL such as postgres:/],
    ['postgres', 'postgres://u:p@%2Fvar%2Frun/app', /URL such as postgres:/],
    ['postgres', 'postgres://u:p@a,b/app', /URL such as postgres:/],
    ['postgres', 'postgres://u:p@db/app?sslrootcert=/etc/passwd', /not have options other than sslmode/],
    ['postgres', 'postgres://u:p@db/app?host=10.0.0.1', /not have options other than sslmode/],
    ['postgres', 'postgres://u:p@db/app?sslmode=no-verify', /one of disable/],
    ['postgres', 'postgres://u:p@db/app?__proto__=x', /not have options other than sslmode/],
    ['something_else', '', /not be empty/],
  ]
  for (const [type, value, expected] of bad) {
    it(`The credential type ${type} refuses ${JSON.stringify(value)} without repeating the secret`, () => {
      const problem = findCredentialProblem(type, value) ?? ''
      assert.match(problem, expected)
      assert.doesNotMatch(problem.replaceAll('client_secret', ''), /secret/)
    })
  }
})

describe('parsed credentials', () => {
  it('Each credential format is parsed into its parts', () => {
    assert.deepEqual(parseBasicAuth('user:pass:word'), {
      ok: true,
      value: { user: 'user', password: 'pass:word' },
    })
    assert.deepEqual(parseCustomHeader('X-Key:  a: b '), {
      ok: true,
      value: { name: 'X-Key', value: 'a: b' },
    })
    assert.deepEqual(parseQueryParam('key=a&b=c'), { ok: true, value: { name: 'key', value: 'a&b=c' } })
    assert.deepEqual(parseOAuth2Client(oauth2.replace('}', ',"scope":"a b"}')), {
      ok: true,
      value: {
        tokenUrl: 'https://a.example/t',
        clientId: 'i',
        clientSecret: 's',
        scope: 'a b',
        auth: 'basic',
      },
    })
    assert.deepEqual(parseSmtpUrl('smtp://u%40x:p%3Aw%25@mail.example.com?tls=never'), {
      ok: true,
      value: {
        host: 'mail.example.com',
        port: 587,
        secure: false,
        startTls: 'never',
        login: { user: 'u@x', password: 'p:w%' },
      },
    })
    assert.deepEqual(parseSmtpUrl('smtps://[::1]'), {
      ok: true,
      value: { host: '::1', port: 465, secure: true, startTls: null, login: null },
    })
    assert.deepEqual(parsePostgresUrl('postgres://u:p%2Fw@db.example.com/my%20app'), {
      ok: true,
      value: {
        host: 'db.example.com',
        port: 5432,
        user: 'u',
        password: 'p/w',
        database: 'my app',
        sslMode: 'prefer',
      },
    })
  })

  it('The known types are those of the contract, and the one of signatures', () => {
    assert.deepEqual(
      knownCredentialTypes.map(({ type }) => type),
      [
        'api_key',
        'bearer_token',
        'basic_auth',
        'custom_header',
        'query_param',
        'oauth2_client',
        'openapi',
        'signing_key',
        'smtp',
        'postgres',
      ],
    )
    assert.equal(findKnownCredentialType('constructor'), undefined)
  })
})
