/** Bytes as text and back, with what both Node and browsers have. */

const CHUNK = 8_192

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export const encodings = ['hex', 'base64', 'base64url'] as const

export type Encoding = (typeof encodings)[number]

export function encodeBytes(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'hex') {
    const digits = Array.from(bytes, (byte) => hexOfByte[byte])
    return digits.join('')
  }
  let binary = ''
  for (let start = 0; start < bytes.length; start += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK))
  const text = btoa(binary)
  return encoding === 'base64' ? text : text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Undefined if the text is not in the encoding, or its bytes are not text in UTF-8. */
export function decodeText(text: string, encoding: 'hex' | 'base64'): string | undefined {
  const packed = text.replaceAll(/\s+/g, '')
  const bytes = encoding === 'hex' ? fromHex(packed) : fromBase64(packed)
  if (bytes === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function fromHex(text: string): Uint8Array | undefined {
  if (text.length % 2 === 1 || !/^[0-9a-f]*$/i.test(text)) return undefined
  const bytes = new Uint8Array(text.length / 2)
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = digitAt(text, index * 2) * 16 + digitAt(text, index * 2 + 1)
  return bytes
}

/** The value of a hexadecimal digit in either case. */
function digitAt(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code <= 57 ? code - 48 : (code | 32) - 87
}

/** Both alphabets, with and without padding. */
function fromBase64(text: string): Uint8Array | undefined {
  const bare = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  if (bare.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(bare)) return undefined
  const binary = atob(bare)
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index)
  return bytes
}
