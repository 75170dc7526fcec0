import type { MessagePort } from 'node:worker_threads'
import { type AccountId, type ByteRange, toFileValue } from '#domain/index.ts'
import type { Files, OpenedFile } from '#ports/index.ts'
import type { FileAnswer, FileRequest, NewFileName } from '#nodes/thread-files/file-messages.ts'

export interface ServedFiles {
  readonly files: Files
  readonly account: AccountId
  /** What the thread may read. */
  readonly inputs: readonly OpenedFile[]
}

/**
 * Reads and writes files for a worker thread, chunk by chunk. A thread that ends leaves no file half written: its open
 * contents fail, and the file store removes them.
 */
export class FileServer {
  readonly #port: MessagePort
  readonly #served: ServedFiles
  readonly #reading = new Map<number, AsyncIterator<Uint8Array>>()
  readonly #writing = new Map<number, NewContent>()
  #failure: unknown

  constructor(port: MessagePort, served: ServedFiles) {
    this.#port = port
    this.#served = served
    port.on('message', (request: FileRequest) => void this.#answer(request))
    port.on('close', () => this.close())
  }

  /** Why the file store failed; undefined if it did not. */
  get failure(): unknown {
    return this.#failure
  }

  close(): void {
    this.#port.close()
    for (const content of this.#writing.values()) content.abandon()
    // Nobody waits for it any more, so nobody has to know if it fails.
    for (const chunks of this.#reading.values()) void chunks.return?.().catch(() => undefined)
    this.#writing.clear()
    this.#reading.clear()
  }

  async #answer(request: FileRequest): Promise<void> {
    const { id } = request
    try {
      if (request.kind === 'stop') await this.#stop(id)
      else if (request.kind === 'read') await this.#read(id, request.input, request.range)
      else if (request.kind === 'write') {
        const refusal = await this.#contentOf(id, request.file).write(request.chunk)
        this.#send(refusal === undefined ? { id } : { id, refusal })
      } else {
        const created = await this.#contentOf(id, request.file).end()
        this.#writing.delete(id)
        this.#send(created.ok ? { id, file: toFileValue(created.file) } : { id, refusal: created })
      }
    } catch (error) {
      this.#failure ??= error
      this.#send({ id, error: 'The file store failed.' })
    }
  }

  async #read(id: number, input: number, range: ByteRange | undefined): Promise<void> {
    const chunks = this.#reading.get(id) ?? this.#open(input, range)
    this.#reading.set(id, chunks)
    const next = await chunks.next()
    if (next.done === true) {
      this.#reading.delete(id)
      this.#send({ id })
      return
    }
    // A copy of its own: chunks can be parts of a larger buffer, which would be copied as a whole.
    const chunk = new Uint8Array(next.value)
    this.#send({ id, chunk }, [chunk.buffer])
  }

  #open(input: number, range: ByteRange | undefined): AsyncIterator<Uint8Array> {
    const opened = this.#served.inputs[input]
    if (opened === undefined) throw new Error('The job has no such file.')
    return opened.read(range)[Symbol.asyncIterator]()
  }

  async #stop(id: number): Promise<void> {
    const chunks = this.#reading.get(id)
    this.#reading.delete(id)
    await chunks?.return?.()
  }

  #contentOf(id: number, file: NewFileName): NewContent {
    const known = this.#writing.get(id)
    if (known !== undefined) return known
    const content = new NewContent(this.#served, file)
    this.#writing.set(id, content)
    return content
  }

  #send(answer: FileAnswer, moved: ArrayBuffer[] = []): void {
    this.#port.postMessage(answer, moved)
  }
}

type Created = Awaited<ReturnType<Files['create']>>

class Abandoned extends Error {}

/** A file that a thread writes. Each write waits until the store has taken the chunk. */
class NewContent {
  readonly #created: Promise<Created>
  readonly #waiting: { chunk: Uint8Array | undefined; taken: () => void }[] = []
  #wake: (() => void) | undefined
  #isAbandoned = false

  constructor({ files, account }: ServedFiles, { name, mediaType }: NewFileName) {
    this.#created = files.create(account, { name, mediaType, chunks: this.#chunks() })
    // It is awaited later; until then, a failure is not unhandled.
    this.#created.catch(() => undefined)
  }

  /** Why the file is refused; undefined if the store has taken the chunk. */
  async write(chunk: Uint8Array): Promise<(Created & { readonly ok: false }) | undefined> {
    const taken = new Promise<undefined>((resolve) => this.#add(chunk, () => resolve(undefined)))
    const first = await Promise.race([taken, this.#created])
    return first === undefined || first.ok ? undefined : first
  }

  end(): Promise<Created> {
    this.#add(undefined, () => undefined)
    return this.#created
  }

  abandon(): void {
    this.#isAbandoned = true
    this.#wake?.()
  }

  #add(chunk: Uint8Array | undefined, taken: () => void): void {
    this.#waiting.push({ chunk, taken })
    this.#wake?.()
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      if (this.#isAbandoned) throw new Abandoned('The work on the file was stopped.')
      const next = this.#waiting.shift()
      if (next === undefined) await new Promise<void>((resolve) => (this.#wake = resolve))
      else if (next.chunk === undefined) return
      else {
        yield next.chunk
        next.taken()
      }
    }
  }
}
