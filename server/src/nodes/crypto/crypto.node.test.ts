import assert from 'node:assert/strict'
import { createHash, createHmac, generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { failureOf, outputOf } from '#nodes/testing/format-node.ts'
import { knownCredentials } from '#nodes/testing/known-credentials.ts'
import { problemsOf } from '#nodes/testing/list-node.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { cryptoNode } from './crypto.node.ts'

const SECRET = 'a-secret-that-nobody-sees'
const node = cryptoNode(
  knownCredentials({
    secret: { type: 'signing_key', value: SECRET },
    mail: { type: 'smtp', value: 'smtp://x' },
  }),
)
const output = (parameters: JsonObject) => outputOf(node, parameters)
const failure = (parameters: JsonObject) => failureOf(node, parameters)

const runWith = (credentialId: string, parameters: JsonObject) =>
  node.run(nodeCall({ parameters, credentialId }))

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('The `crypto` node', () => {
  it('hashes texts as UTF-8', async () => {
    const text = 'Zürich 😀'
    for (const hash of ['sha256', 'sha384', 'sha512', 'sha1', 'md5'])
      for (const encoding of ['hex', 'base64', 'base64url'] as const)
        assert.equal(
          await output({ operation: 'hash', text, hash, encoding }),
          createHash(hash).update(text).digest(encoding),
        )
    assert.equal(
      await output({ operation: 'hmac', text, key: 'k' }),
      createHmac('sha256', 'k').update(text).digest('hex'),
    )
  })

  it('encodes and decodes', async () => {
    for (const encoding of ['hex', 'base64', 'base64url']) {
      const encoded = await output({ operation: 'encode', text: 'ü?>', encoding })
      assert.equal(await output({ operation: 'decode', text: encoded, encoding }), 'ü?>')
    }
    assert.equal(await output({ operation: 'encode', text: 'abc' }), 'YWJj')
    assert.match(
      await failure({ operation: 'decode', text: 'a*' }),
      /^INVALID_PARAMETERS: The text is not base64/,
    )
    assert.match(await failure({ operation: 'decode', text: 'abc', encoding: 'hex' }), /not hex/)
    assert.match(await failure({ operation: 'decode', text: '/w==' }), /not text in UTF-8/)
  })

  it('makes new values each time', async () => {
    const uuids = [await output({ operation: 'uuid' }), await output({ operation: 'uuid' })]
    assert.notEqual(uuids[0], uuids[1])
    for (const uuid of uuids)
      assert.match(uuid as string, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/)
    assert.match((await output({ operation: 'random' })) as string, /^[0-9a-f]{64}$/)
    assert.match((await output({ operation: 'random', bytes: 3, encoding: 'base64' })) as string, /^.{4}$/)
  })

  it('signs and verifies tokens with a secret', async () => {
    const token = await output({
      operation: 'jwt_sign',
      key: SECRET,
      payload: { sub: 'ada', aud: 'shop' },
      expires_in_seconds: 60,
      key_id: 'k1',
    })
    const verified = await output({ operation: 'jwt_verify', token, key: SECRET, audience: 'shop' })
    const { payload, header } = verified as { payload: JsonObject; header: JsonObject }
    assert.deepEqual(header, { alg: 'HS256', typ: 'JWT', kid: 'k1' })
    assert.deepEqual([payload['sub'], Number(payload['exp']) - Number(payload['iat'])], ['ada', 60])
    assert.match(
      await failure({ operation: 'jwt_verify', token, key: 'other' }),
      /^TOKEN_INVALID: .*does not match/,
    )
    assert.match(
      await failure({ operation: 'jwt_verify', token, key: SECRET, issuer: 'x' }),
      /A claim of the token/,
    )
    assert.match(
      await failure({ operation: 'jwt_verify', token, key: SECRET, algorithm: 'HS512' }),
      /not signed with HS512/,
    )
    const expired = await output({ operation: 'jwt_sign', key: SECRET, payload: { exp: 1 } })
    assert.match(await failure({ operation: 'jwt_verify', token: expired, key: SECRET }), /has expired/)
    assert.match(
      await failure({ operation: 'jwt_verify', token: 'a.b', key: SECRET }),
      /not a signed JSON Web Token/,
    )
  })

  it('signs and verifies tokens with keys', async () => {
    const pairs = [
      ['RS256', generateKeyPairSync('rsa', { modulusLength: 2_048 })],
      ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
      ['EdDSA', generateKeyPairSync('ed25519')],
    ] as const
    for (const [algorithm, { privateKey, publicKey }] of pairs) {
      const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
      const open = publicKey.export({ type: 'spki', format: 'pem' })
      const token = await output({ operation: 'jwt_sign', algorithm, key, payload: { sub: 'ada' } })
      const { payload } = (await output({
        operation: 'jwt_verify',
        algorithm,
        key: open,
        token,
      })) as JsonObject
      assert.equal((payload as JsonObject)['sub'], 'ada', algorithm)
      // Somebody who knows the public key must not be able to use it as a secret.
      const forged = { operation: 'jwt_verify', algorithm: 'HS256', key: open, token }
      assert.match(await failure(forged), /cannot be used with HS256/)
    }
    const wrong = { operation: 'jwt_sign', payload: {}, algorithm: 'RS256' }
    assert.match(await failure({ ...wrong, key: 'secret' }), /cannot be used with RS256/)
    assert.match(
      await failure({ ...wrong, key: '-----BEGIN X-----\n-----END X-----' }),
      /cannot be used with RS256/,
    )
    const ec = pairs[1][1].privateKey.export({ type: 'pkcs8', format: 'pem' })
    assert.match(await failure({ ...wrong, key: ec }), /cannot be used with RS256/)
  })

  it('refuses tokens without a signature', async () => {
    for (const alg of ['none', 'None', 'NONE', 'HS512']) {
      const token = `${encode({ alg })}.${encode({ sub: 'ada' })}.`
      assert.match(await failure({ operation: 'jwt_verify', token, key: SECRET }), /^TOKEN_INVALID: /, alg)
    }
  })

  it('takes the key from a credential and never shows it', async () => {
    const hmac = await runWith('secret', { operation: 'hmac', text: 'x' })
    assert.deepEqual(hmac, { ok: true, output: createHmac('sha256', SECRET).update('x').digest('hex') })
    const token = await runWith('secret', { operation: 'jwt_sign', payload: { leak: SECRET } })
    assert.ok('ok' in token && token.ok)
    const verified = await runWith('secret', { operation: 'jwt_verify', token: token.output })
    assert.doesNotMatch(JSON.stringify(verified), new RegExp(SECRET))
    assert.match(
      JSON.stringify(await runWith('mail', { operation: 'hmac', text: 'x' })),
      /CREDENTIAL_NOT_USABLE/,
    )
    assert.match(
      JSON.stringify(await runWith('gone', { operation: 'hmac', text: 'x' })),
      /CREDENTIAL_NOT_FOUND/,
    )
    assert.match(
      await failure({ operation: 'hmac', text: 'x' }),
      /needs a key: choose a credential, or set `key`/,
    )
  })

  it('reports what is missing', () => {
    assert.deepEqual(problemsOf(node, { operation: 'jwt_sign' }), [
      'payload: `jwt_sign` needs a `payload`: the claims of the token.',
    ])
    assert.equal(node.neededCredential?.({ operation: 'hash' }), undefined)
    assert.ok(node.neededCredential?.({ operation: 'hmac' }) !== undefined)
    assert.equal(node.neededCredential?.({ operation: 'hmac', key: 'x' }), undefined)
  })
})
