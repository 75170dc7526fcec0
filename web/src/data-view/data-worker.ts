/** Downloads, parses and reads large data outside of the page's thread. */
import { inferSchema, type SchemaField } from './infer-schema.ts'
import { searchData, type SearchResult } from './search-data.ts'

export type WorkerRequest =
  | { readonly id: number; readonly kind: 'load'; readonly url: string }
  | { readonly id: number; readonly kind: 'search'; readonly query: string }
  | { readonly id: number; readonly kind: 'schema' }

export type WorkerResponse =
  | { readonly id: number; readonly progress: number }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failed: { readonly status: number } }

let data: unknown
/** The latest search. An earlier one stops when a new one begins. */
let latestSearch = 0

const post = (response: WorkerResponse) => self.postMessage(response, { transfer: [] })

self.addEventListener('message', (event: MessageEvent<WorkerRequest>) => {
  const request = event.data
  respond(request).then(
    (result) => post({ id: request.id, result }),
    (error: unknown) =>
      post({ id: request.id, failed: { status: error instanceof LoadError ? error.status : 0 } }),
  )
})

class LoadError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`download failed with status ${status}`)
    this.status = status
  }
}

async function respond(request: WorkerRequest): Promise<unknown> {
  switch (request.kind) {
    case 'load':
      data = JSON.parse(await download(request.id, request.url))
      return undefined
    case 'search': {
      latestSearch = request.id
      return finish(searchData(data, request.query), () => latestSearch !== request.id)
    }
    case 'schema':
      return finish(inferSchema(data), () => false)
  }
}

async function finish(
  work: Generator<undefined, SearchResult | readonly SchemaField[]>,
  isStopped: () => boolean,
): Promise<unknown> {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    // Lets a newer request in.
    await new Promise((resolve) => setTimeout(resolve))
    if (isStopped()) return undefined
  }
}

async function download(id: number, url: string): Promise<string> {
  const response = await fetch(url, { credentials: 'same-origin' })
  if (!response.ok || response.body === null) throw new LoadError(response.status)
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  let reported = 0
  for await (const chunk of readChunks(response.body)) {
    text += decoder.decode(chunk, { stream: true })
    bytes += chunk.length
    if (bytes - reported < 500_000) continue
    reported = bytes
    post({ id, progress: bytes })
  }
  return text + decoder.decode()
}

async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
