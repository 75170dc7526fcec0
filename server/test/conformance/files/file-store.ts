import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import type { FileStore } from '#ports/index.ts'

export interface FileStoreFixture {
  open(): Promise<FileStore>
  destroy(): Promise<void>
}

/** What every store of contents promises. */
export function testFileStore(newFixture: () => Promise<FileStoreFixture>): void {
  let fixture: FileStoreFixture
  let store: FileStore
  before(async () => {
    fixture = await newFixture()
    store = await fixture.open()
  })
  after(async () => {
    await store.close()
    await fixture.destroy()
  })

  it('A content is read back byte by byte, whatever the sizes of its chunks', async () => {
    for (const sizes of [[], [0], [1], [1, 0, 70_000], [524_288], [524_287, 2], [3_000_000, 5, 1_200_000]]) {
      const key = randomUUID()
      const chunks = sizes.map((size, index) => patterned(size, index))
      await store.write(key, streamed(chunks))
      assert.deepEqual(await digestOf(store.read(key)), digest(Buffer.concat(chunks)), sizes.join())
    }
  })

  it('A range has both of its ends, wherever it starts and ends', async () => {
    const key = randomUUID()
    const content = patterned(1_300_000, 7)
    await store.write(key, streamed([content]))
    for (const [start, end] of [
      [0, 0],
      [0, 1_299_999],
      [1_299_999, 1_299_999],
      [524_287, 524_288],
      [524_288, 1_048_575],
      [3, 1_100_000],
    ] as const) {
      const part = await bytesOf(store.read(key, { start, end }))
      assert.deepEqual(digest(part), digest(content.subarray(start, end + 1)), `${start}-${end}`)
    }
  })

  it('The chunks of a large content are small, in both directions', async () => {
    const key = randomUUID()
    let waiting = 0
    let most = 0
    async function* source() {
      for (let count = 0; count < 200; count += 1) {
        waiting += 1
        most = Math.max(most, waiting)
        yield patterned(64 * 1024, count)
        waiting -= 1
      }
    }
    await store.write(key, source())
    assert.equal(most, 1, 'the next chunk is asked for when the one before it was taken')
    let largest = 0
    let size = 0
    for await (const chunk of store.read(key)) {
      largest = Math.max(largest, chunk.length)
      size += chunk.length
    }
    assert.equal(size, 200 * 64 * 1024)
    assert.ok(largest <= 1024 * 1024, `a chunk of ${largest} bytes`)
  })

  it('A write fails with the error of its source, and what it left can be removed', async () => {
    const key = randomUUID()
    const broken = new Error('The sender is gone.')
    async function* source() {
      yield patterned(600_000, 1)
      throw broken
    }
    await assert.rejects(store.write(key, source()), broken)
    await store.remove([key])
    await assert.rejects(bytesOf(store.read(key)))
  })

  it('A removed content cannot be read, others can, and keys without a content are ignored', async () => {
    const [gone, kept] = [randomUUID(), randomUUID()]
    await store.write(gone, streamed([patterned(100, 1)]))
    await store.write(kept, streamed([patterned(100, 2)]))
    await store.remove([gone, randomUUID()])
    await store.remove([gone])
    await assert.rejects(bytesOf(store.read(gone)))
    await assert.rejects(bytesOf(store.read(gone, { start: 0, end: 10 })))
    assert.deepEqual(await bytesOf(store.read(kept)), patterned(100, 2))
  })

  it('A content that was never written cannot be read', async () => {
    await assert.rejects(bytesOf(store.read(randomUUID())))
  })

  it('A key is written once', async () => {
    const key = randomUUID()
    await store.write(key, streamed([patterned(10, 1)]))
    await assert.rejects(store.write(key, streamed([patterned(10, 2)])))
    assert.deepEqual(await bytesOf(store.read(key)), patterned(10, 1))
  })

  it('A content outlives the store that wrote it', async () => {
    const key = randomUUID()
    await store.write(key, streamed([patterned(1_000, 3)]))
    const other = await fixture.open()
    assert.deepEqual(await bytesOf(other.read(key)), patterned(1_000, 3))
    await other.close()
  })
}

function patterned(size: number, seed: number): Buffer {
  return Buffer.from(
    Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 8) + seed) % 256),
  )
}

async function* streamed(chunks: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* chunks
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(Uint8Array.from(chunk))
  return Buffer.concat(all)
}

async function digestOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  return digest(await bytesOf(chunks))
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
