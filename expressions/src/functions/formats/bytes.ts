/** Bytes as text and back, with what both Node and browsers have. */

const CHUNK = 8_192

export const encodings = ['hex', 'base64', 'base64url'] as const

export type Encoding = (typeof encodings)[number]

export function encodeBytes(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'hex') {
    let text = ''
    for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
    return text
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
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
  )
}

/** Both alphabets, with and without padding. */
function fromBase64(text: string): Uint8Array | undefined {
  const bare = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  if (bare.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(bare)) return undefined
  return Uint8Array.from(atob(bare), (character) => character.charCodeAt(0))
}
