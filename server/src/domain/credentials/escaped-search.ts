import { type ByteRange, ByteSearch } from './byte-search.ts'
import { ReusedArrays } from './reused-arrays.ts'
import { asArrived, hasReadableEscapes, type Unescaped, unescapeBytes } from './unescape-bytes.ts'

/** Escapes inside escapes, such as a URL in JSON in HTML. */
const LEVELS = 3
/** Shorter sequences occur by chance, unless they are the secret itself. */
const MIN_LENGTH = 8
/** Shorter secrets are not redacted at all. */
const MIN_LENGTH_OF_FORM = 4
/** Room for a character that is escaped several times, on average over a secret. */
const MAX_BYTES_OF_CHARACTER = 16

/**
 * Finds secrets whose characters are escaped, whichever of them and however: no list could have all such encodings. It removes the
 * escapes from the text and from what is sought, so the effort grows with the length of the text, not with the number of encodings.
 */
export class EscapedSearch {
  readonly #secrets: readonly Buffer[]
  readonly #encodings: readonly Buffer[]
  #built: ByteSearch | undefined
  #shortForms: readonly ShortForm[] | undefined
  #shortest: number | undefined

  /** @param encodings other encodings of the secrets, which may be escaped in turn */
  constructor(secrets: readonly string[], encodings: readonly string[]) {
    this.#secrets = secrets.map((secret) => Buffer.from(secret))
    this.#encodings = encodings.map((encoding) => Buffer.from(encoding))
  }

  /** How long a sequence with escapes can be. */
  get longest(): number {
    return this.#search.longest * MAX_BYTES_OF_CHARACTER
  }

  /** Where the sequences are; in no order, and they may overlap. */
  find(bytes: Uint8Array): ByteRange[] {
    this.#shortest ??= Math.min(
      ...this.#secrets.flatMap((secret) => levelsOf(secret).map(({ length }) => length)),
    )
    // Removing escapes makes nothing longer, and no encoding is shorter than its secret without escapes.
    if (bytes.length < this.#shortest || !hasReadableEscapes(bytes)) return []
    this.#shortForms ??= this.#secrets.flatMap(shortFormsOf)
    const shortForms = this.#shortForms
    return unescapeRepeatedly(bytes, ARRAYS).flatMap((level) => [
      ...findInLevel(level, this.#search),
      ...shortForms.flatMap(({ search, length }) =>
        findInLevel(level, search).filter(({ start, end }) => end - start >= length),
      ),
    ])
  }

  /** Made when it is needed: it takes some milliseconds for a long secret, such as a private key. */
  get #search(): ByteSearch {
    this.#built ??= new ByteSearch(this.#sought())
    return this.#built
  }

  #sought(): readonly Buffer[] {
    const sought = [
      ...this.#secrets.flatMap((secret) => levelsOf(secret).filter((form) => isLongEnough(form, secret))),
      ...this.#encodings.flatMap((encoding) =>
        levelsOf(encoding).filter(({ length }) => length >= MIN_LENGTH),
      ),
    ]
    return [...new Map(sought.map((form) => [form.toString('latin1'), form])).values()]
  }
}

/**
 * What is left of a short secret without its escapes, such as `pass` of `pa\ss`. It occurs by chance, but hardly where it is written
 * with escapes: no spelling of a secret is shorter than the secret.
 */
interface ShortForm {
  readonly search: ByteSearch
  /** Of the secret. */
  readonly length: number
}

function shortFormsOf(secret: Buffer): readonly ShortForm[] {
  return levelsOf(secret)
    .filter((form) => form.length >= MIN_LENGTH_OF_FORM && !isLongEnough(form, secret))
    .map((form) => ({ search: new ByteSearch([form]), length: secret.length }))
}

function isLongEnough(form: Buffer, secret: Buffer): boolean {
  return form.length >= Math.min(MIN_LENGTH, secret.length)
}

/** Where the sequences are in the text as it arrived. */
function findInLevel({ bytes, starts }: Unescaped, search: ByteSearch): ByteRange[] {
  return search.find(bytes).map(({ start, end }) => ({ start: starts[start] ?? 0, end: starts[end] ?? 0 }))
}

function levelsOf(bytes: Buffer): readonly Buffer[] {
  return unescapeRepeatedly(bytes, newArrays()).map((level) => Buffer.from(level.bytes))
}

/** One for the text as it arrived, and one for each level. */
type Arrays = readonly [ReusedArrays, ...ReusedArrays[]]

function newArrays(): Arrays {
  return [new ReusedArrays(), ...Array.from({ length: LEVELS }, () => new ReusedArrays())]
}

/** For the texts that are searched, one after the other. */
const ARRAYS = newArrays()

/** At least once: texts without escapes have other spellings, too. The levels are valid until the arrays are used again. */
function unescapeRepeatedly(bytes: Uint8Array, [first, ...others]: Arrays): readonly Unescaped[] {
  const levels: Unescaped[] = []
  let level = asArrived(bytes, first)
  for (const arrays of others) {
    level = unescapeBytes(level, arrays)
    levels.push(level)
    if (!level.mayHaveMore) break
  }
  return levels
}
