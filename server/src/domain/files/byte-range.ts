/** Bytes of a content, both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The range that a `Range` header asks for. Undefined: the whole content, also for several ranges and for other units, which a
 * server may ignore (RFC 9110, 14.2). Null: no byte of the content is within the range.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const match = /^bytes\s*=\s*(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '')
  if (match === null) return undefined
  const [, first = '', last = ''] = match
  if (first === '') {
    if (last === '') return undefined
    const count = Math.min(Number(last), size)
    return count === 0 ? null : { start: size - count, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? null : { start, end }
}
