import { createHash } from 'node:crypto'
import type { JsonObject } from '#domain/index.ts'
import type { SeededRandom } from './seeded-random.ts'

const LARGE = 0.1

/** The same bytes for the same seed. */
export function contentOf(seed: string, bytes: number): Buffer {
  return Buffer.alloc(bytes, `${seed}\n`)
}

export function digestOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Most contents are small; the others are interrupted by a kill, and need several parts in a bucket. */
export function sizeOfContent(random: SeededRandom): number {
  return random.chance(LARGE) ? random.between(500_000, 7_000_000) : random.between(0, 40_000)
}

/** Some contents are those of other files, which share them. */
export function seedOfContent(token: string, random: SeededRandom): string {
  return random.chance(0.7) ? token : random.pick(['shared', 'common'])
}

/** The id in place of every other one: two runs never have the same. */
const ANY_FILE = 'any file'

/** A file in the output of a run, as `withoutFileIds` shows it. */
export function fileValue(name: string, mediaType: string, content: Uint8Array): JsonObject {
  return {
    $file: ANY_FILE,
    name,
    media_type: mediaType,
    size: content.length,
    sha256: digestOf(content),
  }
}

export function withoutFileIds<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (name, member: unknown) =>
    name === '$file' ? ANY_FILE : member,
  ) as T
}
