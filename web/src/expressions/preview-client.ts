import type { RecordedRun } from './evaluate.ts'
import {
  answerPreview,
  type PreviewAnswer,
  type PreviewMessage,
  type PreviewRequest,
} from './preview-protocol.ts'

type Listener = (answer: PreviewAnswer) => void

/** Evaluates previews beside the page, so that typing never waits for an expression. */
class PreviewClient {
  readonly #listeners = new Map<number, Listener>()
  /** Recorded data is sent once and then referred to by its key. */
  readonly #keys = new WeakMap<readonly RecordedRun[], number>()
  readonly #send: (message: PreviewMessage) => void
  #lastKey = 0
  #lastChannel = 0

  constructor() {
    this.#send = typeof Worker === 'undefined' ? this.#answerHere() : this.#startWorker()
  }

  open(listener: Listener): number {
    this.#lastChannel += 1
    this.#listeners.set(this.#lastChannel, listener)
    return this.#lastChannel
  }

  close(channel: number): void {
    this.#listeners.delete(channel)
  }

  keyOf(runs: readonly RecordedRun[]): number {
    const known = this.#keys.get(runs)
    if (known !== undefined) return known
    this.#lastKey += 1
    this.#keys.set(runs, this.#lastKey)
    this.#send({ kind: 'runs', key: this.#lastKey, runs })
    forgotten.register(runs, this.#lastKey)
    return this.#lastKey
  }

  forget(key: number): void {
    this.#send({ kind: 'forget', key })
  }

  request(request: PreviewRequest): void {
    this.#send({ kind: 'request', request })
  }

  #receive(answer: PreviewAnswer): void {
    this.#listeners.get(answer.channel)?.(answer)
  }

  #startWorker(): (message: PreviewMessage) => void {
    const worker = new Worker(new URL('preview-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<PreviewAnswer>) => this.#receive(data))
    return (message) => worker.postMessage(message, { transfer: [] })
  }

  /** Where there are no workers, as in unit tests. */
  #answerHere(): (message: PreviewMessage) => void {
    const runs = new Map<number, readonly RecordedRun[]>()
    return (message) => {
      if (message.kind === 'runs') runs.set(message.key, message.runs)
      else if (message.kind === 'forget') runs.delete(message.key)
      else queueMicrotask(() => this.#receive(answerPreview(message.request, runs)))
    }
  }
}

let client: PreviewClient | undefined

export function previewClient(): PreviewClient {
  client ??= new PreviewClient()
  return client
}

const forgotten = new FinalizationRegistry<number>((key) => client?.forget(key))
