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

/** A part of a JSON text. Undefined when there is no value at `path`. */
export function* sliceJson(
  text: string,
  { path, offset, limit }: SliceRequest,
): Paused<DataSlice | undefined> {
  const scanner = new JsonScanner(text)
  const found = yield* locate(scanner, path)
  if (found === undefined) return undefined
  const { type, ...whole } = describe(text, found)
  if (type === 'string') {
    const value = JSON.parse(text.slice(found.start, found.end)) as string
    const part = value.slice(offset, offset + MAX_STRING_SLICE)
    return { type, ...whole, value: part, is_whole: part.length === value.length, offset, entries: [] }
  }
  const entries: DataEntry[] = []
  if (found.count !== null) {
    let position = 0
    yield* scanner.entries(found.start, (key, range) => {
      if (position >= offset) entries.push({ key, ...describe(text, range) })
      position += 1
      return position < offset + limit
    })
  }
  return { type, ...whole, offset, entries }
}

function* locate(scanner: JsonScanner, path: readonly string[]): Paused<JsonRange | undefined> {
  let found: JsonRange = yield* scanner.range(0)
  for (const token of path) {
    if (found.count === null) return undefined
    const isList = scanner.text.charAt(found.start) === '['
    const wanted = isList && /^(?:0|[1-9]\d{0,15})$/.test(token) ? Number(token) : token
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
