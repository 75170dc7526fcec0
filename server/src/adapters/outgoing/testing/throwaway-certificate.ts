import { generateKeyPairSync, sign } from 'node:crypto'
import { isIP } from 'node:net'

/** A self-signed certificate and its key as PEM, generated for one test and never written to disk. */
export interface ThrowawayCertificate {
  readonly cert: string
  readonly key: string
}

const day = 86_400_000
const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))

/** Creates a certificate for host names and IPv4 addresses. It is its own authority: pass `cert` as `ca` to trust it. */
export function makeThrowawayCertificate(names: readonly string[]): ThrowawayCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = Date.now()
  const name = sequence(element(0x31, sequence(objectId('550403'), element(0x0c, Buffer.from('throwaway')))))
  const body = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(now - day)), utcTime(new Date(now + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(
      0xa3,
      sequence(
        extension('551d13', sequence(element(0x01, Buffer.from([0xff])))),
        extension('551d11', sequence(...names.map(alternativeName))),
      ),
    ),
  )
  const signature = sign('sha256', body, privateKey)
  const der = sequence(body, ecdsaWithSha256, element(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}

function element(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : [0x82, Math.floor(length / 0x100), length % 0x100]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...contents: readonly Buffer[]): Buffer {
  return element(0x30, ...contents)
}

function objectId(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'))
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(objectId(id), element(0x04, value))
}

function alternativeName(name: string): Buffer {
  return isIP(name) === 4
    ? element(0x87, Buffer.from(name.split('.').map(Number)))
    : element(0x82, Buffer.from(name))
}

function utcTime(date: Date): Buffer {
  return element(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
}
