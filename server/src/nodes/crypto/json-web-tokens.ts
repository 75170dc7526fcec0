import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeDone, NodeFailed } from '#ports/index.ts'
import { done } from './crypto-operations.ts'

/** `none` is no algorithm: a token without a signature proves nothing. */
export const ALGORITHMS = [
  'HS256',
  'HS384',
  'HS512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'ES256',
  'ES384',
  'EdDSA',
] as const

interface Signing {
  readonly payload: JsonObject
  readonly algorithm: string
  readonly key: string
  readonly expiresInSeconds: number | undefined
  readonly keyId: string | undefined
  readonly nowMs: number
}

export async function signToken(signing: Signing): Promise<NodeDone | NodeFailed> {
  const { payload, algorithm, key, expiresInSeconds, keyId, nowMs } = signing
  const { SignJWT } = await import('jose')
  const secret = readKey(key, algorithm, createPrivateKey)
  if ('ok' in secret) return secret
  const issued = Math.floor(nowMs / 1_000)
  const claims = {
    iat: issued,
    ...(expiresInSeconds !== undefined && { exp: issued + Math.floor(expiresInSeconds) }),
    ...payload,
  }
  try {
    const token = new SignJWT(claims).setProtectedHeader({
      alg: algorithm,
      typ: 'JWT',
      ...(keyId !== undefined && { kid: keyId }),
    })
    return done(await token.sign(secret))
  } catch {
    return unusableKey(algorithm)
  }
}

interface Verifying {
  readonly token: string
  readonly algorithm: string
  readonly key: string
  readonly issuer: string | undefined
  readonly audience: string | undefined
  readonly nowMs: number
}

export async function verifyToken(verifying: Verifying): Promise<NodeDone | NodeFailed> {
  const { token, algorithm, key, issuer, audience, nowMs } = verifying
  const { errors, jwtVerify } = await import('jose')
  const secret = readKey(key, algorithm, createPublicKey)
  if ('ok' in secret) return secret
  try {
    const { payload, protectedHeader } = await jwtVerify(token.trim(), secret, {
      algorithms: [algorithm],
      currentDate: new Date(nowMs),
      ...(issuer !== undefined && { issuer }),
      ...(audience !== undefined && { audience }),
    })
    return done({ payload: payload as JsonObject, header: protectedHeader as unknown as JsonValue })
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) return unusableKey(algorithm)
    return { ok: false, code: 'TOKEN_INVALID', message: explain(error.code, algorithm), permanent: true }
  }
}

function explain(code: string, algorithm: string): string {
  switch (code) {
    case 'ERR_JWT_EXPIRED':
      return 'The token has expired.'
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return 'The signature of the token does not match the key.'
    case 'ERR_JOSE_ALG_NOT_ALLOWED':
      return `The token is not signed with ${algorithm}.`
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED':
      return 'A claim of the token is not as expected: its issuer, audience or the time from which it is valid.'
    default:
      return 'The text is not a signed JSON Web Token.'
  }
}

function readKey(
  key: string,
  algorithm: string,
  read: (pem: string) => KeyObject,
): Uint8Array | KeyObject | NodeFailed {
  const isPem = key.includes('-----BEGIN')
  if (algorithm.startsWith('HS')) {
    // A public key that is used as a secret would let everybody who knows it sign tokens.
    return isPem ? unusableKey(algorithm) : new TextEncoder().encode(key)
  }
  try {
    return isPem ? read(key) : unusableKey(algorithm)
  } catch {
    return unusableKey(algorithm)
  }
}

function unusableKey(algorithm: string): NodeFailed {
  const needed = algorithm.startsWith('HS')
    ? 'a secret, not a key in PEM format'
    : 'a key in PEM format that fits the algorithm (private to sign, public to verify)'
  return refuseParameter(`The key cannot be used with ${algorithm}, which needs ${needed}.`)
}
