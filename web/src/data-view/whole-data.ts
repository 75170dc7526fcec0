import type { WorkerRequest, WorkerResponse } from './data-worker.ts'
import { inferSchema, type SchemaField } from './infer-schema.ts'
import { searchData, type SearchResult } from './search-data.ts'

/** All of the data, in memory of the page or of a worker. */
export interface WholeData {
  search(query: string, signal: AbortSignal): Promise<SearchResult | undefined>
  schema(signal: AbortSignal): Promise<readonly SchemaField[] | undefined>
  dispose(): void
}

/** Long work on values of the page gives way to the page after this time. */
const SLICE_MS = 8

export function wholeValue(value: unknown): WholeData {
  return {
    search: (query, signal) => inSlices(searchData(value, query), signal),
    schema: (signal) => inSlices(inferSchema(value), signal),
    dispose: () => {},
  }
}

async function inSlices<T>(work: Generator<undefined, T>, signal: AbortSignal): Promise<T | undefined> {
  let until = performance.now() + SLICE_MS
  for (;;) {
    const step = work.next()
    if (step.done === true) return signal.aborted ? undefined : step.value
    if (performance.now() < until) continue
    await new Promise((resolve) => setTimeout(resolve))
    if (signal.aborted) return undefined
    until = performance.now() + SLICE_MS
  }
}

class DownloadFailedError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`download failed with status ${status}`)
    this.status = status
  }
}

type Answer = { resolve: (result: unknown) => void; reject: (error: unknown) => void }

/** Downloads data into a worker. Aborting the signal ends the worker, and with it the download. */
export async function downloadWhole(
  url: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<WholeData> {
  const worker = new Worker(new URL('./data-worker.ts', import.meta.url), { type: 'module' })
  const pending = new Map<number, Answer>()
  let lastId = 0
  const failAll = (error: unknown) => {
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  worker.addEventListener('message', (event: MessageEvent<WorkerResponse>) => {
    const response = event.data
    if ('progress' in response) return onProgress(response.progress)
    const answer = pending.get(response.id)
    pending.delete(response.id)
    if ('failed' in response) answer?.reject(new DownloadFailedError(response.failed.status))
    else answer?.resolve(response.result)
  })
  worker.addEventListener('error', () => failAll(new DownloadFailedError(0)))
  const ask = (request: WithoutId<WorkerRequest>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lastId++
      pending.set(lastId, { resolve, reject })
      worker.postMessage({ ...request, id: lastId }, { transfer: [] })
    })
  const dispose = () => {
    worker.terminate()
    failAll(new DOMException('download stopped', 'AbortError'))
  }
  signal.addEventListener('abort', dispose, { once: true })
  try {
    await ask({ kind: 'load', url: new URL(url, location.href).href })
  } catch (error) {
    worker.terminate()
    throw error
  } finally {
    signal.removeEventListener('abort', dispose)
  }
  return {
    search: (query) => ask({ kind: 'search', query }) as Promise<SearchResult | undefined>,
    schema: () => ask({ kind: 'schema' }) as Promise<readonly SchemaField[]>,
    dispose,
  }
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
