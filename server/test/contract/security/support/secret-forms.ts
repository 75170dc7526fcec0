/** How a service repeats a secret: unchanged, and in each common text encoding. */
export function formsOf(secret: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(secret)
  const inJson = JSON.stringify(secret).slice(1, -1)
  return {
    plain: secret,
    base64: bytes.toString('base64'),
    'base64 of more': Buffer.from(`ada:${secret};`).toString('base64'),
    base64url: bytes.toString('base64url'),
    hex: bytes.toString('hex'),
    'upper-case hex': bytes.toString('hex').toUpperCase(),
    'URL-encoded': encodeURIComponent(secret),
    'form-encoded': new URLSearchParams([['', secret]]).toString().slice(1),
    'JSON-escaped': inJson,
    'JSON-escaped twice': JSON.stringify(inJson).slice(1, -1),
    'JSON-escaped, slashes too': inJson.replaceAll('/', '\\/'),
    HTML: secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  }
}

/**
 * The part of a secret that no encoding but base64 and hex changes. Secrets of these tests have one in the middle,
 * surrounded by characters that all other encodings escape.
 */
export function hardened(core: string): string {
  return `"/${core}+&<\\`
}

/** The encoding in which the core of a secret is found; undefined when it is not found. */
export function findCore(haystack: Buffer, core: string): string | undefined {
  const found = [core, ...insideBase64(core), ...insideHex(core)].find((needle) => haystack.includes(needle))
  if (found === undefined) return undefined
  const at = haystack.indexOf(found)
  return haystack.subarray(Math.max(0, at - 300), at + found.length + 60).toString('latin1')
}

/** Depending on its offset, base64 has three variants; characters shared with the bytes around it are left out. */
function insideBase64(core: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.from(' '.repeat(before) + core).toString('base64')
    const inner = whole.slice(before === 0 ? 0 : 4, -4)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

function insideHex(core: string): string[] {
  const hex = Buffer.from(core).toString('hex')
  return [hex, hex.toUpperCase()]
}
