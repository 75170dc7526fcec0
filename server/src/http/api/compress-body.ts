import { Buffer } from 'node:buffer'
import { randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)

/** Shorter bodies fit into a few packets anyway. */
const MIN_LENGTH = 16 * 1024
const MAX_PADDING = 100

/** Whether a body is worth compressing, and the client takes it compressed. */
export function takesGzip(body: string, acceptEncoding: string | string[] | undefined): boolean {
  if (body.length < MIN_LENGTH || acceptEncoding === undefined) return false
  return String(acceptEncoding)
    .toLowerCase()
    .split(',')
    .some((coding) => /^\s*(?:x-)?gzip\s*(?:;\s*q\s*=\s*(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/.test(coding))
}

/**
 * Compresses a body as a gzip file. The work is done by the thread pool.
 *
 * Its length is no measure for how well the content compresses, because the header contains a file name of random length. An
 * observer of the connection who can place texts in an answer could otherwise find out secrets beside them by guessing.
 */
export async function toGzip(body: string): Promise<Buffer> {
  const content = Buffer.from(body)
  // A fast level: an answer is made for one request.
  const packed = await deflate(content, { level: constants.Z_BEST_SPEED })
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(content), 0)
  trailer.writeUInt32LE(content.length % 2 ** 32, 4)
  return Buffer.concat([header(), packed, trailer])
}

/** RFC 1952. */
function header(): Buffer {
  const name = 'x'.repeat(randomInt(1, MAX_PADDING + 1))
  const fixed = [0x1f, 0x8b, 8 /* deflate */, 8 /* has a name */, 0, 0, 0, 0, 4 /* fastest */, 0xff]
  return Buffer.from([...fixed, ...Buffer.from(`${name}\0`)])
}
