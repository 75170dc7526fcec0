import { ByteSearch } from './byte-search.ts'
import { encodingsOfSecrets, REDACTED } from './redact-secrets.ts'

const MARK = Buffer.from(REDACTED)
const NOTHING = Buffer.alloc(0)

/** Redacts secrets in bytes that arrive in parts, also where a secret is in two of them. All other bytes stay the same. */
export class ByteRedactor {
  readonly #search: ByteSearch
  /** The end of what arrived: a secret may begin in it. */
  #held: Buffer = NOTHING
  /** How many bytes of it belong to a sequence that was redacted. */
  #redacted = 0

  constructor(secrets: readonly string[]) {
    this.#search = new ByteSearch(encodingsOfSecrets(secrets).map((encoding) => Buffer.from(encoding)))
  }

  /** What can be passed on after this part. */
  push(part: Uint8Array): Uint8Array {
    if (this.#search.longest === 0) return part
    const bytes = this.#withHeld(part)
    return this.#redact(bytes, Math.max(0, bytes.length - this.#search.longest + 1))
  }

  /** The rest, after a last part. */
  end(part: Uint8Array = NOTHING): Uint8Array {
    const bytes = this.#withHeld(part)
    return this.#redact(bytes, bytes.length)
  }

  #withHeld(part: Uint8Array): Buffer {
    if (this.#held.length > 0) return Buffer.concat([this.#held, part])
    return Buffer.from(part.buffer, part.byteOffset, part.byteLength)
  }

  /** Passes on what is before `limit`. Sequences that begin before it are complete. */
  #redact(bytes: Buffer, limit: number): Uint8Array {
    const parts: Buffer[] = []
    let done = this.#redacted
    for (const { start, end } of this.#search.find(bytes)) {
      if (start >= limit) break
      // Of sequences that overlap, everything is redacted.
      if (start >= done) parts.push(bytes.subarray(done, start), MARK)
      done = Math.max(done, end)
    }
    if (done < limit) parts.push(bytes.subarray(done, limit))
    this.#redacted = Math.max(0, done - limit)
    // A copy: the caller may reuse the memory of the part.
    this.#held = Buffer.from(bytes.subarray(limit))
    const [only = NOTHING] = parts
    return parts.length > 1 ? Buffer.concat(parts) : only
  }
}

/** Redacts secrets in a stream of bytes. */
export async function* redactStream(
  parts: AsyncIterable<Uint8Array>,
  secrets: readonly string[],
): AsyncGenerator<Uint8Array> {
  const redactor = new ByteRedactor(secrets)
  for await (const part of parts) {
    const passed = redactor.push(part)
    if (passed.length > 0) yield passed
  }
  const rest = redactor.end()
  if (rest.length > 0) yield rest
}

/** Redacts secrets in binary data. */
export function redactBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  return new ByteRedactor(secrets).end(bytes)
}
