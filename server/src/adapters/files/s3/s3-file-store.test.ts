import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { systemClock } from '#adapters/index.ts'
import { AppError } from '#domain/index.ts'
import { openS3FileStore } from '#start/wiring/open-s3-file-store.ts'
import { S3Server } from '#test/support/s3/s3-server.ts'
import type { S3FileStore } from './s3-file-store.ts'

const MIB = 1024 * 1024

async function* streamed(size: number): AsyncIterable<Uint8Array> {
  for (let sent = 0; sent < size; sent += MIB) yield Buffer.alloc(Math.min(MIB, size - sent), sent / MIB)
}

async function sizeOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0
  for await (const chunk of chunks) size += chunk.length
  return size
}

/** Whether the request makes an object appear. */
function createsObject(line: string): boolean {
  return line.startsWith('PUT') ? !line.includes('uploadId') : /^POST .*uploadId/.test(line)
}

describe('the file store in an S3 bucket', () => {
  let server: S3Server
  let store: S3FileStore
  const key = randomUUID()
  beforeEach(async () => {
    server = await S3Server.start()
    store = openS3FileStore(server.location('files/'), systemClock)
  })
  afterEach(async () => {
    await store.close()
    await server.stop()
  })

  const methods = () => server.requests.map((line) => line.split(' ', 1)[0])

  it('A short content is one request, and a long one an upload in parts of 5 MiB', async () => {
    await store.write(key, streamed(5 * MIB))
    assert.deepEqual(methods(), ['PUT'])
    server.requests.length = 0
    const other = randomUUID()
    await store.write(other, streamed(11 * MIB))
    assert.deepEqual(methods(), ['POST', 'PUT', 'PUT', 'PUT', 'POST'])
    assert.deepEqual([...server.objects.keys()], [`files/${key}`, `files/${other}`])
    assert.equal(await sizeOf(store.read(other)), 11 * MIB)
    assert.equal(server.uploads.size, 0)
  })

  it('An upload that fails is aborted at once', async () => {
    const gone = new Error('The sender is gone.')
    async function* source() {
      yield* streamed(7 * MIB)
      throw gone
    }
    await assert.rejects(store.write(key, source()), gone)
    assert.ok(server.requests.some((line) => line.startsWith('POST') && line.includes('uploads')))
    assert.equal(server.uploads.size, 0)
  })

  it('An upload that nobody aborted is removed with its key, and others are not', async () => {
    const [lost, running] = [randomUUID(), randomUUID()]
    server.uploads.set('a', { key: `files/${lost}`, type: '', parts: new Map() })
    server.uploads.set('b', { key: `files/${lost}`, type: '', parts: new Map() })
    server.uploads.set('c', { key: `files/${running}`, type: '', parts: new Map() })
    server.uploads.set('d', { key: `files/${lost}0`, type: '', parts: new Map() })
    await store.remove([lost])
    assert.deepEqual([...server.uploads.keys()], ['c', 'd'])
  })

  it('Requests that fail for a moment are repeated, in every phase of an upload and of a download', async () => {
    let count = 0
    server.fault = () => ((count += 1) % 2 === 1 ? (count % 4 === 1 ? 503 : 'reset') : undefined)
    await store.write(key, streamed(11 * MIB))
    assert.equal(await sizeOf(store.read(key)), 11 * MIB)
    await store.remove([key])
    assert.equal(server.objects.size, 0)
    assert.equal(server.uploads.size, 0)
  })

  it('A content whose last answer got lost is stored, once', async () => {
    for (const size of [100, 6 * MIB]) {
      const id = randomUUID()
      let lost = 0
      server.fault = (line) => {
        const isLast =
          size === 100 ? line.startsWith('PUT') : line.startsWith('POST') && line.includes('uploadId')
        return isLast && (lost += 1) === 1 ? 'lost' : undefined
      }
      await store.write(id, streamed(size))
      assert.equal(lost, 2, 'it was sent twice')
      assert.equal(await sizeOf(store.read(id)), size)
    }
  })

  it('A conflict with another request for the same key is repeated, for short and for long contents', async () => {
    for (const size of [100, 6 * MIB]) {
      const id = randomUUID()
      let conflicts = 0
      server.fault = (line) => (createsObject(line) && (conflicts += 1) <= 2 ? 409 : undefined)
      await store.write(id, streamed(size))
      assert.equal(conflicts, 3)
      assert.equal(await sizeOf(store.read(id)), size)
    }
  })

  it('A conflict with an earlier attempt that succeeds later counts as success', async () => {
    let attempts = 0
    server.fault = (line) => {
      if (!createsObject(line)) return undefined
      attempts += 1
      return attempts === 1 ? 'lost' : attempts === 2 ? 409 : undefined
    }
    await store.write(key, streamed(6 * MIB))
    assert.equal(attempts, 3)
    assert.equal(await sizeOf(store.read(key)), 6 * MIB)
  })

  it('A conflict that lasts is a failure, and the upload is aborted', async () => {
    server.fault = (line) => (createsObject(line) ? 409 : undefined)
    await assert.rejects(store.write(key, streamed(6 * MIB)), (error) => {
      assert.ok(error instanceof AppError && error.kind === 'unavailable')
      assert.match(String(error.cause), /status 409 \(ConditionalRequestConflict\)/)
      return true
    })
    assert.deepEqual([server.objects.size, server.uploads.size], [0, 0])
  })

  it('An error in an answer with the status 200 is repeated, and a failure if it lasts', async () => {
    let failures = 0
    server.fault = (line) => (createsObject(line) && (failures += 1) <= 2 ? 'late' : undefined)
    await store.write(key, streamed(6 * MIB))
    assert.equal(failures, 3)
    assert.equal(await sizeOf(store.read(key)), 6 * MIB)
    server.fault = (line) => (createsObject(line) ? 'late' : undefined)
    await assert.rejects(store.write(randomUUID(), streamed(6 * MIB)), (error) => {
      assert.ok(error instanceof AppError && error.kind === 'unavailable')
      assert.match(String(error.cause), /InternalError/)
      return true
    })
    assert.equal(server.uploads.size, 0)
  })

  it('A content that looks like an error of the storage is a content', async () => {
    const content = Buffer.from('<?xml version="1.0"?><Error><Code>InternalError</Code></Error>')
    await store.write(
      key,
      (async function* () {
        yield content
      })(),
    )
    const read: Uint8Array[] = []
    for await (const chunk of store.read(key)) read.push(chunk)
    assert.deepEqual(Buffer.concat(read), content)
  })

  it('A storage that cannot refuse to overwrite is used without that', async () => {
    let refused = 0
    server.fault = (line) => (line.startsWith('PUT') && (refused += 1) === 1 ? 501 : undefined)
    await store.write(key, streamed(10))
    await store.write(randomUUID(), streamed(10))
    assert.equal(server.requests.length, 3)
  })

  it('A read that is given up reads no further', async () => {
    await store.write(key, streamed(20 * MIB))
    server.requests.length = 0
    for await (const chunk of store.read(key)) if (chunk.length > 0) break
    assert.equal(server.requests.length, 1)
  })

  it('A missing content is told apart from a missing bucket', async () => {
    await assert.rejects(sizeOf(store.read(key)), { code: 'ENOENT' })
    const elsewhere = openS3FileStore({ ...server.location(''), bucket: 'other' }, systemClock)
    for (const failing of [
      sizeOf(elsewhere.read(key)),
      elsewhere.remove([key]),
      elsewhere.write(key, streamed(1)),
    ]) {
      await assert.rejects(failing, (error) => {
        assert.ok(error instanceof AppError && error.kind === 'unavailable')
        assert.match(error.message, /^The file storage is not available/)
        assert.match(String(error.cause), /The bucket "other" does not exist/)
        return true
      })
    }
    await elsewhere.close()
  })

  it('The check says what is wrong, and nothing of it remains', async () => {
    assert.equal(await store.findProblem(), undefined)
    assert.equal(server.objects.size, 0)
    const location = server.location('')
    const wrong = [
      [{ bucket: 'other' }, /^The bucket "other" does not exist in the file storage\.$/],
      [{ accessKeyId: 'AKIDOTHER' }, /^The file storage does not know the access key ID\.$/],
      [{ secretAccessKey: 'x' }, /rejected the signature: the secret access key or the region is wrong/],
      [{ region: 'us-east-1' }, /^The bucket "test-bucket" is not in the region "us-east-1"\.$/],
      [{ endpoint: 'http://127.0.0.1:1' }, /^The file storage cannot be reached: .*127\.0\.0\.1/],
    ] as const
    for (const [change, expected] of wrong) {
      const other = openS3FileStore({ ...location, ...change }, systemClock)
      const problem = (await other.findProblem()) ?? ''
      assert.match(problem, expected)
      assert.doesNotMatch(problem, /CANARY/)
      await other.close()
    }
    server.fault = (line) => (line.startsWith('PUT') ? 403 : undefined)
    assert.match((await store.findProblem()) ?? '', /lacks a permission for the bucket "test-bucket"/)
  })
  it('The object of a check that was killed is removed by the next one, and checks do not disturb each other', async () => {
    server.fault = (line) => (line.startsWith('DELETE') ? 403 : undefined)
    await store.findProblem()
    assert.equal(server.objects.size, 1)
    server.fault = () => undefined
    assert.deepEqual(await Promise.all([store.findProblem(), store.findProblem()]), [undefined, undefined])
    assert.equal(server.objects.size, 0)
  })
})
