export interface ServerEvent {
  readonly event: string
  readonly id: string | undefined
  readonly data: string
}

/** Splits the text of an event stream. `undefined` stands for a comment: the connection is alive. */
export class EventParser {
  #rest = ''

  push(text: string): (ServerEvent | undefined)[] {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    return blocks.map(parseBlock)
  }
}

function parseBlock(block: string): ServerEvent | undefined {
  let event = 'message'
  let id: string | undefined
  let data: string | undefined
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) event = line.slice(7)
    else if (line.startsWith('id: ')) id = line.slice(4)
    else if (line.startsWith('data: ')) data = line.slice(6)
  }
  return data === undefined ? undefined : { event, id, data }
}

/** Without a sign from the server for this long, the connection is considered lost. It sends a comment every 15 seconds. */
const SILENCE_MS = 40_000

export class StreamError extends Error {
  readonly status: number
  constructor(status: number, options?: ErrorOptions) {
    super(`event stream ended with status ${status}`, options)
    this.status = status
  }
}

/** The statuses of the refusals that a stream ends with when the user loses access. */
const REFUSALS = new Map([
  ['UNAUTHORIZED', 401],
  ['FORBIDDEN', 403],
])

/** Throws if the stream ends because the user has lost access. */
function refuseEnd(events: readonly ServerEvent[]): void {
  const refusal = events.find(({ event }) => event === 'error')
  if (refusal === undefined) return
  const { code } = JSON.parse(refusal.data) as { code: string }
  throw new StreamError(REFUSALS.get(code) ?? 0)
}

/** Reads server-sent events by fetch, which shows comments and status codes; EventSource hides both. */
export async function* readEvents(url: string, signal: AbortSignal): AsyncGenerator<ServerEvent[]> {
  const connection = new AbortController()
  const stop = () => connection.abort()
  signal.addEventListener('abort', stop, { once: true })
  let timer = setTimeout(stop, SILENCE_MS)
  try {
    const response = await fetch(url, {
      headers: { Accept: 'text/event-stream' },
      credentials: 'same-origin',
      signal: connection.signal,
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (!response.ok || !isStream || response.body === null) {
      stop()
      throw new StreamError(response.ok ? 0 : response.status)
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    const parser = new EventParser()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(stop, SILENCE_MS)
      const events = parser.push(value).filter((event) => event !== undefined)
      yield events.filter(({ event }) => event !== 'error')
      refuseEnd(events)
    }
  } catch (error) {
    throw error instanceof StreamError ? error : new StreamError(0, { cause: error })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    stop()
  }
}
