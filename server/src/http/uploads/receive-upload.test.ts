import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, it, type TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { systemClock } from '#adapters/index.ts'
import { openS3FileStore } from '#start/wiring/open-s3-file-store.ts'
import { S3Server } from '#test/support/s3/s3-server.ts'
import { createApp } from '../create-app.ts'
import { type ContentReceiver, type ReceivedContent, receiveUpload } from './receive-upload.ts'

const MIB = 1024 * 1024
const SECOND_MS = 1_000

/** Notes what it received and discarded. */
class RecordingReceiver implements ContentReceiver {
  readonly discarded: string[] = []
  #size = 0
  #onChange: () => void = () => undefined

  async receive(
    _account: unknown,
    { chunks }: { chunks: AsyncIterable<Uint8Array> },
  ): Promise<ReceivedContent> {
    for await (const chunk of chunks) {
      this.#size += chunk.length
      this.#onChange()
    }
    this.#onChange()
    return { contentId: randomUUID(), name: 'a', mediaType: 'text/plain', size: this.#size, sha256: '' }
  }

  async discard(contents: readonly ReceivedContent[]): Promise<void> {
    this.discarded.push(...contents.map(({ contentId }) => contentId))
    this.#onChange()
  }

  /** Resolves when the condition holds, and whatever the receiver did before has settled. */
  async until(holds: (size: number) => boolean): Promise<void> {
    while (!holds(this.#size)) await new Promise<void>((resolve) => (this.#onChange = resolve))
    await new Promise(setImmediate)
  }
}

describe('receiveUpload', () => {
  let app: FastifyInstance
  let socket: Socket
  let receiver: ContentReceiver
  beforeEach(async () => {
    app = createApp({
      logger: pino({ enabled: false }),
      trustedProxies: [],
      isDraining: () => false,
      admitBadUrl: () => Promise.resolve(),
    })
    app.addContentTypeParser('*', (_request, body, done) => done(null, body))
    app.post('/', async (request, reply) => {
      request.caller = { account: { id: 'account' } } as never
      const { size } = await receiveUpload(request, reply, receiver)
      return reply.send(JSON.stringify({ size }))
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    socket = connect({ host: '127.0.0.1', port: (app.server.address() as AddressInfo).port })
    // The service may close while bytes are under way.
    socket.on('error', () => undefined)
  })
  afterEach(async () => {
    socket.destroy()
    await app.close()
  })

  function begin(length: number, type = 'application/octet-stream'): void {
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n`)
    socket.write('Connection: close\r\n\r\n')
  }

  const MULTIPART = 'multipart/form-data; boundary=x'
  const FILE = '--x\r\nContent-Disposition: form-data; name="a"; filename="a.txt"\r\n\r\n12345\r\n'

  const pass = (t: TestContext, seconds: number) => t.mock.timers.tick(seconds * SECOND_MS)

  it('A storage that takes minutes for a part does not end the upload', async (t) => {
    const server = await S3Server.start()
    t.after(() => server.stop())
    const store = openS3FileStore(server.location(''), systemClock)
    t.after(() => store.close())
    const size = 12 * MIB
    receiver = {
      async receive(_account, { chunks }) {
        await store.write('key', chunks)
        return { contentId: 'key', name: 'a', mediaType: 'text/plain', size, sha256: '' }
      },
      discard: () => assert.fail('nothing failed'),
    }
    t.mock.timers.enable({ apis: ['setInterval'] })
    const parts = new Map([1, 2].map((number) => [number, Promise.withResolvers<undefined>()]))
    const arrived = new Map([1, 2].map((number) => [number, Promise.withResolvers<undefined>()]))
    server.fault = (line) => {
      const number = Number(/partNumber=(\d+)/.exec(line)?.[1])
      arrived.get(number)?.resolve(undefined)
      return parts.get(number)?.promise
    }
    begin(size)
    socket.write(Buffer.alloc(size))
    for (const [number, part] of parts) {
      await arrived.get(number)?.promise
      pass(t, 600)
      part.resolve(undefined)
    }
    assert.match(await text(socket), /^HTTP\/1\.1 200 .*\{"size":12582912\}$/s)
    assert.equal(server.objects.get('key')?.size, size)
  })

  it('A sender that pauses for too long is answered with 408 and disconnected', async (t) => {
    const recording = new RecordingReceiver()
    receiver = recording
    t.mock.timers.enable({ apis: ['setInterval'] })
    begin(100)
    socket.write('12345')
    await recording.until((size) => size === 5)
    pass(t, 29)
    socket.write('67890')
    await recording.until((size) => size === 10)
    pass(t, 30)
    const answer = await text(socket)
    assert.match(answer, /^HTTP\/1\.1 408 .*\r\nconnection: close\r\n/s)
    assert.match(answer, /"The request did not arrive in time\."/)
  })

  for (const type of ['application/octet-stream', MULTIPART]) {
    it(`A sender that goes on, but hardly, is answered with 408 and disconnected: ${type}`, async (t) => {
      const recording = new RecordingReceiver()
      receiver = recording
      t.mock.timers.enable({ apis: ['setInterval'] })
      begin(1_000_000, type)
      // The parser of multipart bodies holds back what may be a boundary.
      const head = type === MULTIPART ? FILE.slice(0, -7) : ''
      socket.write(`${head}${'.'.repeat(100)}`)
      await recording.until((size) => size >= 100)
      pass(t, 29)
      socket.write('.')
      await recording.until((size) => size >= 101)
      pass(t, 29)
      socket.write('.')
      await recording.until((size) => size >= 102)
      pass(t, 2)
      assert.match(await text(socket), /^HTTP\/1\.1 408 .*"The request did not arrive in time\."/s)
    })
  }

  it('A slow sender that is faster than 1 KiB per second takes as long as it needs', async (t) => {
    const recording = new RecordingReceiver()
    receiver = recording
    t.mock.timers.enable({ apis: ['setInterval'] })
    const rounds = 20
    begin(rounds * 30 * 1024)
    for (let round = 1; round <= rounds; round += 1) {
      pass(t, 29)
      socket.write(Buffer.alloc(30 * 1024))
      await recording.until((size) => size === round * 30 * 1024)
    }
    assert.match(await text(socket), /^HTTP\/1\.1 200 /)
  })

  for (const [reason, rest] of [
    ['ends within its next part', 'Content-Disposition: form-'],
    ['has a second file', `${FILE.slice(5)}--x--\r\n`],
    ['has too large a text', `Content-Disposition: form-data; name="b"\r\n\r\n${'.'.repeat(MIB + 1)}`],
  ] as const) {
    it(`The file of a multipart body is discarded if the body ${reason}`, async () => {
      const recording = new RecordingReceiver()
      receiver = recording
      const head = `${FILE}--x\r\n`
      begin(head.length + rest.length, MULTIPART)
      socket.write(head)
      await recording.until((size) => size === 5)
      socket.write(rest)
      assert.match(await text(socket), /^HTTP\/1\.1 4\d\d .*"VALIDATION_ERROR"/s)
      assert.equal(recording.discarded.length, 1)
    })
  }

  it('The file of a multipart body is discarded if the sender disconnects after it', async () => {
    const recording = new RecordingReceiver()
    receiver = recording
    begin(1_000, MULTIPART)
    socket.write(`${FILE}--x\r\n`)
    await recording.until((size) => size === 5)
    socket.resetAndDestroy()
    await once(socket, 'close')
    await recording.until(() => recording.discarded.length === 1)
  })
})
