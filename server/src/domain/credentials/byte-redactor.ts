import { type ByteRange, ByteSearch } from './byte-search.ts'
import type { EscapedSearch } from './escaped-search.ts'
import { encodingsOfSecrets, escapedSearchFor, REDACTED } from './redact-secrets.ts'
import { hasEscapes } from './unescape-bytes.ts'

const MARK = Buffer.from(REDACTED)
const NOTHING = Buffer.alloc(0)

/** Redacts secrets in bytes that arrive in parts, also where a secret is in two of them. All other bytes stay the same. */
export class ByteRedactor {
  readonly #search: ByteSearch
  readonly #escaped: EscapedSearch
  /** The end of what arrived: a secret may begin in it. */
  #held: Buffer[] = []
  #heldLength = 0
  #mayHaveEscapes = false
  /** How many bytes of it belong to a sequence that was redacted. */
  #redacted = 0

  constructor(secrets: readonly string[]) {
    const encodings = encodingsOfSecrets(secrets)
    this.#search = new ByteSearch(encodings.map((encoding) => Buffer.from(encoding)))
    this.#escaped = escapedSearchFor(secrets, encodings)
  }

  /** What can be passed on after this part. */
  push(part: Uint8Array): Uint8Array {
    if (this.#search.longest === 0) return part
    this.#hold(part)
    const kept = this.#mayHaveEscapes
      ? Math.max(this.#search.longest, this.#escaped.longest)
      : this.#search.longest
    // Secrets with escapes are long. Looks at as much at once, so that no byte is looked at often.
    if (this.#mayHaveEscapes && this.#heldLength < 2 * kept) return NOTHING
    return this.#redact(Math.max(0, this.#heldLength - kept + 1))
  }

  /** The rest, after a last part. */
  end(part: Uint8Array = NOTHING): Uint8Array {
    this.#hold(part)
    return this.#redact(this.#heldLength)
  }

  /** Holds a copy: the caller may reuse the memory of the part. */
  #hold(part: Uint8Array): void {
    this.#held.push(Buffer.from(part))
    this.#heldLength += part.length
    this.#mayHaveEscapes ||= hasEscapes(part)
  }

  /** Passes on what is before `limit`. Sequences that begin before it are complete. */
  #redact(limit: number): Uint8Array {
    const bytes = Buffer.concat(this.#held)
    const parts: Buffer[] = []
    let done = this.#redacted
    for (const { start, end } of this.#find(bytes)) {
      if (start >= limit) break
      // Of sequences that overlap, everything is redacted.
      if (start >= done) parts.push(bytes.subarray(done, start), MARK)
      done = Math.max(done, end)
    }
    if (done < limit) parts.push(bytes.subarray(done, limit))
    this.#redacted = Math.max(0, done - limit)
    const rest = bytes.subarray(limit)
    this.#held = [rest]
    this.#heldLength = rest.length
    this.#mayHaveEscapes = hasEscapes(rest)
    const [only = NOTHING] = parts
    return parts.length > 1 ? Buffer.concat(parts) : only
  }

  #find(bytes: Buffer): readonly ByteRange[] {
    const plain = this.#search.find(bytes)
    const escaped = this.#escaped.find(bytes)
    return escaped.length === 0 ? plain : [...plain, ...escaped].sort((a, b) => a.start - b.start)
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
