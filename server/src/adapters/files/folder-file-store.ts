import { constants, createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '#ports/index.ts'

const KEY = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const READ_BYTES = 128 * 1024

/**
 * Contents as files of a folder, named by their keys, which are ids of our own: no name from outside becomes a path. A content
 * and its entry in the folder are synced before `write` resolves.
 */
export class FolderFileStore implements FileStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async write(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.#pathOf(key)
    const folder = dirname(path)
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    // Exclusive: a key is written once.
    await pipeline(chunks, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
    await syncFolder(folder)
    if (made !== undefined) await syncFolder(dirname(made))
  }

  async *read(key: string, range?: { readonly start: number; readonly end: number }) {
    const stream = createReadStream(this.#pathOf(key), { ...range, highWaterMark: READ_BYTES })
    for await (const chunk of stream) yield chunk as Buffer
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(this.#pathOf(key), { force: true })
  }

  async close(): Promise<void> {
    return undefined
  }

  /** In folders by the last two digits, which are random: the first ones are a time. */
  #pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error('A content has an id as its key.')
    return join(this.#folder, key.slice(-2), key)
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
