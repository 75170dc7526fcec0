const HEADER_LENGTH = 5
/** What follows the name of a column in a description. */
const COLUMN_LENGTH = 18
/** What a server may send before a query: its parameters, and notices. */
const MAX_LOGIN_BYTES = 1024 * 1024
const NULL = -1
/** The codes of the messages about authentication that the library knows. */
const KNOWN_AUTHENTICATION = new Set([0, 3, 5, 10, 11, 12])
/** The messages that answer a login, or one statement all of whose rows are read at once. */
const KINDS = new Set('RSKNEAZ12n3TDCIGHdc')

/**
 * Checks what a PostgreSQL server sends before the library reads it. The library trusts the lengths and the order in it: on others
 * it throws where nobody catches it, reads the same bytes again and again, never ends, or repeats long work. The server is one
 * that an account names.
 */
export class MessageCheck {
  /** What has arrived of a message. */
  #chunks: Buffer[] = []
  #length = 0
  #needed = HEADER_LENGTH
  #loginBytes = 0
  #isLoggedIn = false
  /** Messages that come once at most. */
  readonly #seen = new Set<string>()
  /** Of a row. */
  #columns: number | undefined

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
      this.#check(bytes.subarray(at, at + length))
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

  #check(message: Buffer): void {
    const kind = String.fromCharCode(message[0] ?? 0)
    if (!KINDS.has(kind)) throw wrong('it sends a message that nobody asked for')
    switch (kind) {
      case 'R':
        // Each asks for an answer, and SCRAM takes long.
        this.#checkOnce(`authentication ${readAuthentication(message)}`)
        break
      case 'T':
        this.#checkOnce(kind)
        this.#columns = countColumns(message)
        break
      case 'D':
        if (checkRow(message) !== this.#columns)
          throw wrong('a row does not have the columns of its description')
        break
      case 'C':
        this.#checkOnce(kind)
        break
      case 'G':
      case 'H':
        this.#checkOnce(kind)
        checkCopy(message)
        break
      case 'E':
      case 'N':
        checkFields(message)
        break
      default:
        // In others, the library reads at most a few texts, which end with the next zero.
        break
    }
  }

  #checkOnce(what: string): void {
    if (this.#seen.has(what)) throw wrong('it repeats a message')
    this.#seen.add(what)
  }
}

const EMPTY = Buffer.alloc(0)

function readAuthentication(message: Buffer): number {
  if (message.length < HEADER_LENGTH + 4) throw wrong('a message is too short')
  const code = message.readInt32BE(HEADER_LENGTH)
  if (!KNOWN_AUTHENTICATION.has(code)) {
    throw new Error('the server asks for a kind of authentication other than a password')
  }
  return code
}

function countColumns(message: Buffer): number {
  let at = HEADER_LENGTH + 2
  if (message.length < at) throw wrong('a description is too short')
  const count = message.readInt16BE(HEADER_LENGTH)
  // A negative count, too, needs more than there is.
  for (let left = count; left !== 0; left -= 1) {
    const end = message.indexOf(0, at)
    at = end + 1 + COLUMN_LENGTH
    if (end === -1 || at > message.length) throw wrong('a description is too short')
  }
  return count
}

/** Returns the number of values. */
function checkRow(message: Buffer): number {
  const { length } = message
  let at = HEADER_LENGTH + 2
  if (length < at) throw wrong('a row is too short')
  const count = message.readInt16BE(HEADER_LENGTH)
  // A negative count, too, needs more than there is.
  for (let left = count; left !== 0; left -= 1) {
    if (length - at < 4) throw wrong('a row is too short')
    const size = message.readInt32BE(at)
    at += 4
    if (size === NULL) continue
    if (size < 0 || size > length - at) throw wrong('a value is longer than its row')
    at += size
  }
  return count
}

/** A format, and the formats of the columns. */
function checkCopy(message: Buffer): void {
  const start = HEADER_LENGTH + 3
  if (message.length < start) throw wrong('a message is too short')
  const columns = message.readInt16BE(HEADER_LENGTH + 1)
  if (message.length !== start + 2 * columns) throw wrong('a message is too short')
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
