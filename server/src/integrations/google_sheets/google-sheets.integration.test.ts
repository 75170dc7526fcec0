import assert from 'node:assert/strict'
import { createPublicKey, createVerify } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { runAction } from '#integrations/testing/run-action.ts'
import { serviceAccountKey, testCredentials } from '#integrations/testing/test-credentials.ts'
import type { Seen } from '#nodes/http/testing/http-under-test.ts'
import { parseServiceAccount } from './service-account.ts'

const credential = testCredentials['google_sheets'] as (origin: string) => string

function answer(response: ServerResponse, { url }: Seen): void {
  const body = url === '/token' ? { access_token: 'ya29.token', expires_in: 3599 } : { values: [['a']] }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const at = { spreadsheet_id: '1AbC', range: 'Orders!A2:D' }
const requests: readonly [string, JsonObject, string, string][] = [
  [
    'append_values',
    { ...at, values: [['ü', 1]] },
    'POST /v4/spreadsheets/1AbC/values/Orders%21A2%3AD:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS',
    '{"values":[["ü",1]]}',
  ],
  ['get_values', at, 'GET /v4/spreadsheets/1AbC/values/Orders%21A2%3AD', ''],
  [
    'update_values',
    { ...at, values: [[true]], value_input_option: 'USER_ENTERED' },
    'PUT /v4/spreadsheets/1AbC/values/Orders%21A2%3AD?valueInputOption=USER_ENTERED',
    '{"values":[[true]]}',
  ],
  ['clear_values', at, 'POST /v4/spreadsheets/1AbC/values/Orders%21A2%3AD:clear', ''],
]

describe('actions of Google Sheets', () => {
  for (const [action, parameters, line, body] of requests) {
    it(`The Google Sheets action ${action} sends ${line} with an access token`, async (t) => {
      const { seen, result } = await runAction(t, 'google_sheets', action, { credential, parameters, answer })
      assert.ok('output' in result, JSON.stringify(result))
      const [, request] = seen
      assert.equal(`${request?.method} ${request?.url}`, line)
      assert.equal(Buffer.from(request?.body ?? '', 'latin1').toString(), body)
      assert.equal(request?.headers['authorization'], 'Bearer ya29.token')
      if (action === 'get_values') assert.deepEqual(result.output, [['a']])
    })
  }

  it('A Google Sheets action obtains its access token with a JWT that the service account signed', async (t) => {
    const { seen, origin } = await runAction(t, 'google_sheets', 'get_values', {
      credential,
      parameters: at,
      answer,
    })
    const form = new URLSearchParams(seen[0]?.body)
    assert.equal(seen[0]?.url, '/token')
    assert.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer')
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const read = (part: string) =>
      JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
    assert.deepEqual(read(head), { alg: 'RS256', typ: 'JWT' })
    const { iat, exp, ...others } = read(claims)
    assert.deepEqual(others, {
      iss: 'robot@project.example',
      scope: 'https://www.googleapis.com/auth/spreadsheets',
      aud: `${origin}/token`,
    })
    assert.equal(Number(exp) - Number(iat), 3600)
    const verify = createVerify('RSA-SHA256').update(`${head}.${claims}`)
    assert.ok(verify.verify(createPublicKey(serviceAccountKey), signature, 'base64url'))
  })

  it('Google Sheets accepts only the key file of a service account as a credential', () => {
    const good = { client_email: 'a@b.example', private_key: serviceAccountKey }
    assert.ok(parseServiceAccount(JSON.stringify(good)).ok)
    for (const bad of [
      'x',
      '[]',
      '{}',
      JSON.stringify({ ...good, private_key: 'secret' }),
      JSON.stringify({ ...good, token_uri: 'ftp://x' }),
    ]) {
      const parsed = parseServiceAccount(bad)
      assert.ok(!parsed.ok)
      assert.doesNotMatch(parsed.problem, /secret/)
    }
  })
})
