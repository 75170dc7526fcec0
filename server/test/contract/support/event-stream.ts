import assert from 'node:assert/strict'
import type { Browser } from './browser.ts'
import type { Client } from './client.ts'

export interface StreamEvent {
  readonly event: string
  readonly id: string | undefined
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read events of every shape
  readonly data: any
}

/** Follows an execution like a client without a library: reads the stream chunk by chunk. */
export class EventStream {
  readonly headers: Headers
  readonly events: StreamEvent[] = []
  /** Everything that was received, unchanged. */
  text = ''
  readonly #pieces: AsyncIterator<string>
  readonly #abort: AbortController
  #rest = ''

  private constructor(response: Response, abort: AbortController) {
    this.headers = response.headers
    assert.ok(response.body !== null)
    this.#pieces = response.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
    this.#abort = abort
  }

  static async open(
    client: Client,
    id: string,
    headers: Record<string, string> = {},
    query = '',
  ): Promise<EventStream> {
    const url = `${client.service.url}/v1/executions/${id}/events${query}`
    return EventStream.#connect(url, { authorization: `Bearer ${client.key}`, ...headers })
  }

  /** Follows an execution with the session of a signed-in person. */
  static async openAs(browser: Browser, id: string): Promise<EventStream> {
    return EventStream.#connect(`${browser.url}/v1/executions/${id}/events`, { cookie: browser.cookie })
  }

  static async #connect(url: string, headers: Record<string, string>): Promise<EventStream> {
    const abort = new AbortController()
    const response = await fetch(url, { headers, signal: abort.signal })
    assert.equal(response.status, 200)
    return new EventStream(response, abort)
  }

  /** Reads up to the wanted event. */
  async until(wanted: (event: StreamEvent) => boolean): Promise<StreamEvent> {
    const found = this.events.find(wanted)
    if (found !== undefined) return found
    for (let next = await this.#next(); next !== undefined; next = await this.#next()) {
      if (wanted(next)) return next
    }
    return assert.fail(`the stream ended without it: ${this.text}`)
  }

  /** Reads to the end. */
  async all(): Promise<readonly StreamEvent[]> {
    while ((await this.#next()) !== undefined);
    return this.events
  }

  /** Resolves when anything has been received. */
  async begin(): Promise<void> {
    if (this.text === '') await this.#read()
  }

  close(): void {
    this.#abort.abort()
  }

  async #next(): Promise<StreamEvent | undefined> {
    for (;;) {
      const end = this.#rest.indexOf('\n\n')
      if (end >= 0) {
        const event = parse(this.#rest.slice(0, end))
        this.#rest = this.#rest.slice(end + 2)
        if (event === undefined) continue
        this.events.push(event)
        return event
      }
      if (!(await this.#read())) return undefined
    }
  }

  async #read(): Promise<boolean> {
    const { value, done } = (await this.#pieces.next()) as { value: string | undefined; done: boolean }
    this.#rest += value ?? ''
    this.text += value ?? ''
    return !done
  }
}

function parse(block: string): StreamEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
  const event = fields.get('event')
  if (event === undefined) return undefined
  return { event, id: fields.get('id'), data: JSON.parse(fields.get('data') ?? '') as unknown }
}
