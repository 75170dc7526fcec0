import type { MessagePort } from 'node:worker_threads'
import type { ByteRange, JsonObject } from '#domain/index.ts'
import type { FileAnswer, FileRequest, InputFile, NewFileName } from './file-messages.ts'
import { OperationFailed } from './operation-failed.ts'

/** Chunks of this size are worth a message. */
const CHUNK_BYTES = 256 * 1024

/** Files as a worker thread sees them. The main thread reads and writes them; see `serve-files.ts`. */
export class ThreadFiles {
  readonly inputs: readonly InputFile[]
  readonly #port: MessagePort
  readonly #waiting = new Map<number, (answer: FileAnswer) => void>()
  #lastId = 0

  constructor(port: MessagePort, inputs: readonly InputFile[]) {
    this.#port = port
    this.inputs = inputs
    port.on('message', (answer: FileAnswer) => {
      const resolve = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      resolve?.(answer)
    })
  }

  /** The content of a file, or a part of it. */
  async *read(input: number, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const id = this.#nextId()
    let isOpen = true
    try {
      while (isOpen) {
        const { chunk } = await this.#ask({ kind: 'read', id, input, range })
        isOpen = chunk !== undefined
        if (chunk !== undefined) yield chunk
      }
    } finally {
      if (isOpen) this.#port.postMessage({ kind: 'stop', id } satisfies FileRequest)
    }
  }

  create(file: NewFileName): NewFile {
    const id = this.#nextId()
    return new NewFile({
      write: async (chunk) => void (await this.#ask({ kind: 'write', id, file, chunk }, [chunk.buffer])),
      end: async () => {
        const { file: value } = await this.#ask({ kind: 'end', id, file })
        if (value === undefined) throw new Error('A new file has no value.')
        return value
      },
    })
  }

  close(): void {
    this.#port.close()
  }

  #nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  async #ask(request: FileRequest, moved: ArrayBuffer[] = []): Promise<FileAnswer> {
    const answer = await new Promise<FileAnswer>((resolve) => {
      this.#waiting.set(request.id, resolve)
      this.#port.postMessage(request, moved)
    })
    if (answer.refusal !== undefined) throw new OperationFailed(answer.refusal.code, answer.refusal.message)
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer
  }
}

interface FileSink {
  write(chunk: Uint8Array<ArrayBuffer>): Promise<void>
  end(): Promise<JsonObject>
}

/** A file that is being written. Small parts are gathered. */
export class NewFile {
  readonly #sink: FileSink
  readonly #encoder = new TextEncoder()
  #parts: Uint8Array[] = []
  #length = 0
  #text = ''

  constructor(sink: FileSink) {
    this.#sink = sink
  }

  /** Undefined when there is nothing to wait for, as for most small parts. */
  writeText(text: string): Promise<void> | undefined {
    this.#text += text
    return this.#text.length < CHUNK_BYTES ? undefined : this.#flush()
  }

  /** The bytes must not change afterwards. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#takeText()
    this.#add(bytes)
    if (this.#length >= CHUNK_BYTES) await this.#flush()
  }

  /** The value of the file. */
  async end(): Promise<JsonObject> {
    await this.#flush()
    return this.#sink.end()
  }

  #takeText(): void {
    if (this.#text === '') return
    this.#add(this.#encoder.encode(this.#text))
    this.#text = ''
  }

  #add(bytes: Uint8Array): void {
    this.#parts.push(bytes)
    this.#length += bytes.length
  }

  async #flush(): Promise<void> {
    this.#takeText()
    if (this.#length === 0) return
    const chunk = new Uint8Array(this.#length)
    let position = 0
    for (const part of this.#parts) {
      chunk.set(part, position)
      position += part.length
    }
    this.#parts = []
    this.#length = 0
    for (let start = 0; start < chunk.length; start += 4 * CHUNK_BYTES)
      await this.#sink.write(chunk.slice(start, start + 4 * CHUNK_BYTES))
  }
}
