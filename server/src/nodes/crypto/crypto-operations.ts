import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeDone, NodeFailed } from '#ports/index.ts'

export const HASHES = ['sha256', 'sha384', 'sha512', 'sha1', 'md5'] as const
export const ENCODINGS = ['hex', 'base64', 'base64url'] as const

type Encoding = (typeof ENCODINGS)[number]

export interface CryptoInput {
  readonly text: string
  readonly parameters: JsonObject
  /** The secret or key, for operations that need one. */
  readonly key: string
}

type Operation = (input: CryptoInput) => NodeDone | NodeFailed

/** Operations that need nothing but Node. */
export const INSTANT: Readonly<Record<string, Operation>> = {
  hash: ({ text, parameters }) =>
    done(createHash(hashOf(parameters)).update(text, 'utf8').digest(encodingOf(parameters, 'hex'))),
  hmac: ({ text, parameters, key }) =>
    done(createHmac(hashOf(parameters), key).update(text, 'utf8').digest(encodingOf(parameters, 'hex'))),
  uuid: () => done(randomUUID()),
  random: ({ parameters }) =>
    done(randomBytes(Number(parameters['bytes'] ?? 32)).toString(encodingOf(parameters, 'hex'))),
  encode: ({ text, parameters }) =>
    done(Buffer.from(text, 'utf8').toString(encodingOf(parameters, 'base64'))),
  decode: ({ text, parameters }) => decode(text, encodingOf(parameters, 'base64')),
}

export function done(output: JsonValue): NodeDone {
  return { ok: true, output }
}

function hashOf({ hash }: JsonObject): string {
  return (hash as string | undefined) ?? 'sha256'
}

function encodingOf({ encoding }: JsonObject, standard: Encoding): Encoding {
  return (encoding as Encoding | undefined) ?? standard
}

const SHAPES: Readonly<Record<Encoding, RegExp>> = {
  hex: /^(?:[0-9a-f]{2})*$/i,
  base64: /^[A-Za-z0-9+/]*={0,2}$/,
  base64url: /^[A-Za-z0-9_-]*={0,2}$/,
}

/** Node ignores characters that do not belong, so they are refused here. */
function decode(text: string, encoding: Encoding): NodeDone | NodeFailed {
  const packed = text.replaceAll(/\s+/g, '')
  if (!SHAPES[encoding].test(packed)) return refuseParameter(`The text is not ${encoding}.`)
  try {
    return done(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(packed, encoding)),
    )
  } catch {
    return refuseParameter('The decoded content is not text in UTF-8.')
  }
}
