import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MAX_COLOURS = 256

interface Picture {
  readonly width: number
  readonly height: number
  /** One number per pixel: red, green and blue. */
  readonly pixels: Uint32Array
}

/** Rewrites a screenshot with a palette of 256 colours, which is enough for a user interface and saves half of the size. */
export function shrinkPng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png)
  const palette = choosePalette(pixels)
  const nearest = new Map<number, number>(palette.map((colour, index) => [colour, index]))
  const rows = Buffer.alloc((width + 1) * height)
  for (const [at, colour] of pixels.entries()) {
    let index = nearest.get(colour)
    if (index === undefined) {
      index = findNearest(palette, colour)
      nearest.set(colour, index)
    }
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = index
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const colours = Buffer.from(
    palette.flatMap((colour) => [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255]),
  )
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const FREQUENT = 96
const CANDIDATES = 4_000

/** The most frequent colours, and then those that are least like the ones that are there: a small red mark stays red. */
function choosePalette(pixels: Uint32Array): number[] {
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour)
  const palette = sorted.slice(0, FREQUENT)
  const others = sorted.slice(FREQUENT, CANDIDATES).map((colour) => ({
    colour,
    distance: Math.min(...palette.map((chosen) => distanceOf(chosen, colour))),
  }))
  while (palette.length < MAX_COLOURS && others.length > 0) {
    let furthest = 0
    for (const [index, { distance }] of others.entries())
      if (distance > (others[furthest]?.distance ?? 0)) furthest = index
    const [{ colour: chosen } = { colour: 0 }] = others.splice(furthest, 1)
    palette.push(chosen)
    for (const other of others) other.distance = Math.min(other.distance, distanceOf(chosen, other.colour))
  }
  return palette
}

function findNearest(palette: readonly number[], colour: number): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [index, other] of palette.entries()) {
    const distance = distanceOf(colour, other)
    if (distance < least) {
      least = distance
      best = index
    }
  }
  return best
}

function distanceOf(one: number, other: number): number {
  const red = ((one >> 16) & 255) - ((other >> 16) & 255)
  const green = ((one >> 8) & 255) - ((other >> 8) & 255)
  const blue = (one & 255) - (other & 255)
  return 2 * red * red + 4 * green * green + 3 * blue * blue
}

/** Reads what Chromium writes: eight bits per channel, not interlaced, with or without alpha. */
function decode(png: Buffer): Picture {
  const data: Buffer[] = []
  let width = 0
  let height = 0
  let channels = 3
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const body = png.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR') {
      width = body.readUInt32BE(0)
      height = body.readUInt32BE(4)
      channels = body[9] === 6 ? 4 : 3
      if (body[8] !== 8 || (body[9] !== 6 && body[9] !== 2) || body[12] !== 0)
        throw new Error('The picture is not a screenshot of Chromium.')
    } else if (type === 'IDAT') data.push(body)
    at += length + 12
  }
  const raw = inflateSync(Buffer.concat(data))
  const stride = width * channels
  const pixels = new Uint32Array(width * height)
  let before = Buffer.alloc(stride)
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1)
    const row = Buffer.from(raw.subarray(start + 1, start + 1 + stride))
    unfilter(row, before, raw[start] ?? 0, channels)
    for (let x = 0; x < width; x++) {
      const at = x * channels
      pixels[y * width + x] = ((row[at] ?? 0) << 16) | ((row[at + 1] ?? 0) << 8) | (row[at + 2] ?? 0)
    }
    before = row
  }
  return { width, height, pixels }
}

function unfilter(row: Buffer, before: Buffer, filter: number, channels: number): void {
  for (let at = 0; at < row.length; at++) {
    const left = at < channels ? 0 : (row[at - channels] ?? 0)
    const up = before[at] ?? 0
    const upLeft = at < channels ? 0 : (before[at - channels] ?? 0)
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, upLeft)][filter] ?? 0
    row[at] = ((row[at] ?? 0) + predicted) & 255
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft
  const byLeft = Math.abs(estimate - left)
  const byUp = Math.abs(estimate - up)
  const byUpLeft = Math.abs(estimate - upLeft)
  if (byLeft <= byUp && byLeft <= byUpLeft) return left
  return byUp <= byUpLeft ? up : upLeft
}

function chunk(type: string, body: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, check])
}
