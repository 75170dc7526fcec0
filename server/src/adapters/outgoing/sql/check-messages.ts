const HEADER_LENGTH = 5
/** What a server may send before a query: its parameters, and notices. */
const MAX_LOGIN_BYTES = 1024 * 1024
const NULL = -1

const code = (letter: string) => letter.charCodeAt(0)
const AUTHENTICATION = code('R')
const DATA_ROW = code('D')
const ERROR = code('E')
const NOTICE = code('N')
/** The codes of the messages about authentication that the library knows. */
const KNOWN_AUTHENTICATION = new Set([0, 3, 5, 10, 11, 12])

/**
 * Checks what a PostgreSQL server sends before the library reads it. The library trusts the lengths in it: on others it throws
 * where nobody catches it, reads the same part of a row again and again, or never ends. The server is one that an account
 * names.
 */
export class MessageCheck {
  /** What has arrived of a message. */
  #chunks: Buffer[] = []
  #length = 0
  #needed = HEADER_LENGTH
  #loginBytes = 0
  #isLoggedIn = false

  /** From now on, the caller limits what arrives. */
  endLogin(): void {
    this.#isLoggedIn = true
  }

  /** The messages that are complete with this chunk. Throws if one of them is wrong. */
  take(chunk: Buffer): Buffer {
    this.#countLogin(chunk)
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#length < this.#needed) return EMPTY
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks)
    let at = 0
    this.#needed = HEADER_LENGTH
    while (bytes.length - at >= HEADER_LENGTH) {
      const length = 1 + bytes.readUInt32BE(at + 1)
      if (length < HEADER_LENGTH) throw wrong('a message is too short')
      if (bytes.length - at < length) {
        this.#needed = length
        break
      }
      checkMessage(bytes.subarray(at, at + length))
      at += length
    }
    const rest = bytes.subarray(at)
    this.#chunks = rest.length === 0 ? [] : [rest]
    this.#length = rest.length
    return bytes.subarray(0, at)
  }

  #countLogin(chunk: Buffer): void {
    if (this.#isLoggedIn) return
    this.#loginBytes += chunk.length
    if (this.#loginBytes > MAX_LOGIN_BYTES) throw wrong('it sends too much before a query')
  }
}

const EMPTY = Buffer.alloc(0)

function checkMessage(message: Buffer): void {
  const [type] = message
  if (type === AUTHENTICATION) checkAuthentication(message)
  else if (type === DATA_ROW) checkRow(message)
  else if (type === ERROR || type === NOTICE) checkFields(message)
}

function checkAuthentication(message: Buffer): void {
  if (message.length < HEADER_LENGTH + 4) throw wrong('a message is too short')
  if (!KNOWN_AUTHENTICATION.has(message.readInt32BE(HEADER_LENGTH))) {
    throw new Error('the server asks for a kind of authentication other than a password')
  }
}

function checkRow(message: Buffer): void {
  const { length } = message
  let at = HEADER_LENGTH + 2
  if (length < at) throw wrong('a row is too short')
  for (let left = message.readInt16BE(HEADER_LENGTH); left !== 0; left -= 1) {
    // A negative count, too, needs more than there is.
    if (length - at < 4) throw wrong('a row is too short')
    const size = message.readInt32BE(at)
    at += 4
    if (size === NULL) continue
    if (size < 0 || size > length - at) throw wrong('a value is longer than its row')
    at += size
  }
}

/** Pairs of a letter and a text, and an end. */
function checkFields(message: Buffer): void {
  const isEmpty = message.length === HEADER_LENGTH + 1
  const isEnded = message.at(-1) === 0 && (isEmpty || message.at(-2) === 0)
  if (message.length === HEADER_LENGTH || !isEnded) throw wrong('a message has no end')
}

function wrong(what: string): Error {
  return new Error(`it does not keep to the protocol of PostgreSQL: ${what}`)
}
