import Type from 'typebox'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { readText, reviewText, textParameter } from '#nodes/formats/read-text.ts'
import { openCredential } from '#nodes/outgoing/open-credential.ts'
import { redactResult } from '#nodes/outgoing/redact-result.ts'
import { isTemplate } from '#nodes/parameters/is-template.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { CredentialReader, NodeCall, NodeDone, NodeFailed, NodeKind } from '#ports/index.ts'
import { ENCODINGS, HASHES, INSTANT } from './crypto-operations.ts'
import { ALGORITHMS, signToken, verifyToken } from './json-web-tokens.ts'

const OPERATIONS = ['hash', 'hmac', 'uuid', 'random', 'encode', 'decode', 'jwt_sign', 'jwt_verify']
const WITH_TEXT = ['hash', 'hmac', 'encode', 'decode']
const WITH_KEY: ReadonlySet<JsonValue | undefined> = new Set(['hmac', 'jwt_sign', 'jwt_verify'])
const CREDENTIAL_TYPES = ['signing_key', 'api_key']

export function cryptoNode(credentials: CredentialReader): NodeKind {
  return {
    type: 'crypto',
    title: 'Crypto',
    summary: 'Hashes, signs, encodes and decodes texts, and makes UUIDs, random values and JSON Web Tokens.',
    family: 'data',
    icon: 'key-round',
    keywords: [
      'hash',
      'hmac',
      'sha',
      'md',
      'signature',
      'uuid',
      'random',
      'jwt',
      'token',
      'base',
      'hex',
      'encode',
    ],
    line: '{{ [typeof data.operation === "string" ? data.operation.replaceAll("_", " ") : "hash", data.operation === "hash" || data.operation === "hmac" || data.operation == null ? data.hash ?? "sha256" : data.operation === "jwt_sign" || data.operation === "jwt_verify" ? data.algorithm ?? "HS256" : data.operation === "encode" || data.operation === "decode" ? data.encoding ?? "base64" : ""].filter(part => typeof part === "string" && part !== "").join(" ") }}',
    credentialTypes: CREDENTIAL_TYPES,
    parameters: Type.Object({
      operation: Type.Enum(OPERATIONS, {
        title: 'Operation',
        description:
          '`hash` and `hmac`: a fingerprint of a text, for `hmac` with a key. `uuid` and `random`: new values. `encode` and `decode`: base64 and hex. `jwt_sign` and `jwt_verify`: JSON Web Tokens.',
        default: 'hash',
      }),
      text: textParameter({
        title: 'Text',
        description: 'The text, which counts as UTF-8.',
        examples: ['{{ input.body }}'],
        'x-when': { operation: WITH_TEXT },
      }),
      hash: Type.Optional(
        Type.Enum([...HASHES], {
          title: 'Hash',
          description: 'Choose `sha1` and `md5` only if another system asks for them: they can be forged.',
          default: 'sha256',
          'x-when': { operation: ['hash', 'hmac'] },
        }),
      ),
      encoding: Type.Optional(
        Type.Enum([...ENCODINGS], {
          title: 'Encoding',
          description:
            'How bytes are written as text. By default `base64` for `encode` and `decode`, otherwise `hex`.',
          'x-when': { operation: ['hash', 'hmac', 'random', 'encode', 'decode'] },
        }),
      ),
      bytes: Type.Optional(
        Type.Integer({
          title: 'Bytes',
          description: 'How many random bytes to make.',
          minimum: 1,
          maximum: 1_024,
          default: 32,
          'x-when': { operation: ['random'] },
        }),
      ),
      algorithm: Type.Optional(
        Type.Enum([...ALGORITHMS], {
          title: 'Algorithm',
          description:
            'How the token is signed: `HS` with a secret that both sides know, the others with a private key in PEM format. A token that is signed in another way is refused.',
          default: 'HS256',
          'x-when': { operation: ['jwt_sign', 'jwt_verify'] },
        }),
      ),
      payload: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          title: 'Payload',
          description: 'The claims of the token. `iat` is added.',
          examples: [{ sub: '{{ input.user_id }}' }],
          'x-when': { operation: ['jwt_sign'] },
        }),
      ),
      expires_in_seconds: Type.Optional(
        Type.Number({
          title: 'Expires in seconds',
          description: 'Adds the claim `exp`.',
          minimum: 1,
          maximum: 315_360_000,
          'x-when': { operation: ['jwt_sign'] },
        }),
      ),
      key_id: Type.Optional(
        Type.String({
          title: 'Key id',
          description: 'The `kid` in the header of the token.',
          maxLength: 200,
          'x-when': { operation: ['jwt_sign'] },
        }),
      ),
      token: Type.Optional(
        Type.String({
          title: 'Token',
          description: 'The token to verify. Without it, the output of the previous node.',
          examples: ['{{ input.headers.authorization.slice(7) }}'],
          'x-when': { operation: ['jwt_verify'] },
        }),
      ),
      issuer: Type.Optional(
        Type.String({
          title: 'Issuer',
          description: 'The claim `iss` that the token must have.',
          maxLength: 1_000,
          'x-when': { operation: ['jwt_verify'] },
        }),
      ),
      audience: Type.Optional(
        Type.String({
          title: 'Audience',
          description: 'What the claim `aud` of the token must contain.',
          maxLength: 1_000,
          'x-when': { operation: ['jwt_verify'] },
        }),
      ),
      key: Type.Optional(
        Type.String({
          title: 'Key',
          description:
            'For keys that are no secret or come from the run, such as a public key. Otherwise choose a credential: it is not part of the workflow, and never shown.',
          maxLength: 16_384,
          'x-when': { operation: ['hmac', 'jwt_sign', 'jwt_verify'] },
        }),
      ),
    }),
    output:
      'A text; for `jwt_verify` `{payload, header}` of the token, if its signature is right and it has not expired.',
    example: { data: { operation: 'hash', text: '{{ input.email.toLowerCase() }}' } },
    notes: [
      'The same as expressions: `{{ hash(text) }}`, `{{ hmac(text, key) }}`, `{{ uuid() }}`, `{{ base64(text) }}` and `{{ hex(text) }}`.',
      'Random values are recorded with the step: a run that continues after a restart keeps them.',
      'The key comes from a credential of type `signing_key` or `api_key`, or from `key`.',
      'Error codes: `TOKEN_INVALID` (`jwt_verify`), `INVALID_PARAMETERS`, `CREDENTIAL_NOT_FOUND`, `CREDENTIAL_NOT_USABLE`.',
    ],
    handles: ['main'],
    hasEffect: false,
    opensCredential: true,
    dependsOn: () => null,
    check: checkParameters,
    review: (data) => reviewText(data, 'text'),
    neededCredential: ({ operation, key }) =>
      WITH_KEY.has(operation) && (key ?? '') === ''
        ? { types: CREDENTIAL_TYPES, purpose: ' that is the key, or the parameter `key`' }
        : undefined,
    run: (call) => run(credentials, call),
  }
}

function checkParameters({ operation, payload }: JsonObject) {
  if (operation !== 'jwt_sign' || payload !== undefined || isTemplate(operation)) return []
  return [{ parameter: 'payload', message: '`jwt_sign` needs a `payload`: the claims of the token.' }]
}

async function run(credentials: CredentialReader, call: NodeCall): Promise<NodeDone | NodeFailed> {
  const operation = call.parameters['operation'] as string
  if (!WITH_KEY.has(operation)) return perform(operation, call, '')
  const own = call.parameters['key'] as string | undefined
  if (own !== undefined && own !== '') return perform(operation, call, own)
  const credential = await openCredential(credentials, call, CREDENTIAL_TYPES)
  if (credential === undefined)
    return refuseParameter(`\`${operation}\` needs a key: choose a credential, or set \`key\`.`)
  if ('ok' in credential) return credential
  return redactResult(await perform(operation, call, credential.value), [credential.value])
}

async function perform(operation: string, call: NodeCall, key: string): Promise<NodeDone | NodeFailed> {
  const { parameters, now: nowMs } = call
  const algorithm = (parameters['algorithm'] as string | undefined) ?? 'HS256'
  if (operation === 'jwt_sign')
    return signToken({
      payload: (parameters['payload'] ?? {}) as JsonObject,
      algorithm,
      key,
      expiresInSeconds: parameters['expires_in_seconds'] as number | undefined,
      keyId: parameters['key_id'] as string | undefined,
      nowMs,
    })
  const needsText = WITH_TEXT.includes(operation) || operation === 'jwt_verify'
  const text = needsText ? readText(call, operation === 'jwt_verify' ? 'token' : 'text') : ''
  if (typeof text !== 'string') return text
  if (operation === 'jwt_verify')
    return verifyToken({
      token: text,
      algorithm,
      key,
      issuer: parameters['issuer'] as string | undefined,
      audience: parameters['audience'] as string | undefined,
      nowMs,
    })
  return (
    INSTANT[operation]?.({ text, parameters, key }) ?? refuseParameter(`There is no operation ${operation}.`)
  )
}
