import type { DataEntry, DataSlice } from '@millrace/contract/execution-data.ts'
import {
  beginningOfString,
  type JsonRange,
  JsonScanner,
  lengthOfString,
  type Paused,
} from './json-scanner.ts'

/** Larger values are left out; of longer strings, the beginning is shown. */
const MAX_VALUE_SIZE = 2_048
const MAX_BEGINNING = 1_000
/** Characters of one string in one slice. */
const MAX_STRING_SLICE = 64 * 1024

export interface SliceRequest {
  /** The tokens of a JSON pointer. */
  readonly path: readonly string[]
  readonly offset: number
  readonly limit: number
}

/** A part of a JSON text, found in one pass. Undefined when there is no value at `path`. */
export function* sliceJson(
  text: string,
  { path, offset, limit }: SliceRequest,
): Paused<DataSlice | undefined> {
  const scanner = new JsonScanner(text)
  const found = yield* locate(scanner, path)
  if (found === undefined) return undefined
  const { start, end } = found
  if (isString(text, start)) {
    const value = JSON.parse(text.slice(start, end)) as string
    const part = value.slice(offset, offset + MAX_STRING_SLICE)
    const { type, size, length } = describe(text, { ...found, count: null })
    return { type, size, length, value: part, is_whole: part.length === value.length, offset, entries: [] }
  }
  const entries: DataEntry[] = []
  let position = 0
  if (isContainer(text, start)) {
    yield* scanner.entries(start, (key, range) => {
      if (position >= offset && position < offset + limit) entries.push({ key, ...describe(text, range) })
      position += 1
      // The rest is visited only to count it.
      return found.count === undefined || position < offset + limit
    })
  }
  const count = isContainer(text, start) ? (found.count ?? position) : null
  return { ...describe(text, { start, end, count }), offset, entries }
}

/** A value whose entries may not have been counted. */
type Located = Omit<JsonRange, 'count'> & { readonly count: number | null | undefined }

function* locate(scanner: JsonScanner, path: readonly string[]): Paused<Located | undefined> {
  const { text } = scanner
  let found: Located = { start: 0, end: text.length, count: undefined }
  for (const token of path) {
    if (!isContainer(text, found.start)) return undefined
    const isIndex = text.charAt(found.start) === '[' && /^(?:0|[1-9]\d{0,15})$/.test(token)
    const wanted = isIndex ? Number(token) : token
    let next: JsonRange | undefined
    yield* scanner.entries(found.start, (key, range) => {
      if (key === wanted) next = range
      return next === undefined
    })
    if (next === undefined) return undefined
    found = next
  }
  return found
}

function isString(text: string, start: number): boolean {
  return text.charAt(start) === '"'
}

function isContainer(text: string, start: number): boolean {
  return text.charAt(start) === '[' || text.charAt(start) === '{'
}

type Description = Omit<DataEntry, 'key'>

function describe(text: string, { start, end, count }: JsonRange): Description {
  const size = end - start
  const type = typeAt(text, start)
  const isWhole = size <= MAX_VALUE_SIZE
  const shown = isWhole || type === 'string' ? text.slice(start, end) : ''
  return {
    type,
    size,
    length: type === 'string' ? lengthOfString(shown) : count,
    ...(isWhole && { value: JSON.parse(shown) as unknown }),
    ...(!isWhole && type === 'string' && { value: beginningOfString(shown, MAX_BEGINNING) }),
    is_whole: isWhole,
  }
}

function typeAt(text: string, start: number): Description['type'] {
  switch (text.charAt(start)) {
    case '"':
      return 'string'
    case '[':
      return 'array'
    case '{':
      return 'object'
    case 'n':
      return 'null'
    case 't':
    case 'f':
      return 'boolean'
    default:
      return 'number'
  }
}

/** The tokens of a JSON pointer (RFC 6901); undefined when it is not one. */
export function readPointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return []
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}
