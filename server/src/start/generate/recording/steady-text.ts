/** No word boundary in front: in JSON a line of text starts after `\n`, whose `n` is a letter. */
const UUID = /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g
const GENERATED_SECRET = /\bwhsec_[\w+/]+=*/g
const SIGNATURE = /\bv1,[\w+/]{43}=/g
const LATENCY = /"latency_ms":\d+/g
const CURSOR = /"next_cursor":"[^"]+"/g

const SHOWN_ADDRESS = 'http://127.0.0.1:8080'
const SHOWN_SECRET = 'whsec_bm90LWEtcmVhbC1zZWNyZXQ='
const SHOWN_SIGNATURE = 'v1,bm90LWEtcmVhbC1zaWduYXR1cmUtYnV0LWFzLWxvbmc='
const SHOWN_LATENCY = 4
const SHOWN_CURSOR = 'AZN7Xo86fEGaUgAAAAAAAQ'

/** Replaces the values that differ between recordings with stable ones. Times are stable already. */
export function steady<T>(recording: T, address: string): T {
  const shown = new Map<string, string>()
  const text = JSON.stringify(recording)
    .replaceAll(address, SHOWN_ADDRESS)
    .replaceAll(UUID, (id) => {
      const known = shown.get(id) ?? `01937b5e-8f3a-7c41-9a52-${String(shown.size + 1).padStart(12, '0')}`
      shown.set(id, known)
      return known
    })
    .replaceAll(GENERATED_SECRET, SHOWN_SECRET)
    .replaceAll(SIGNATURE, SHOWN_SIGNATURE)
    .replaceAll(LATENCY, `"latency_ms":${SHOWN_LATENCY}`)
    .replaceAll(CURSOR, `"next_cursor":"${SHOWN_CURSOR}"`)
  return JSON.parse(text) as T
}
