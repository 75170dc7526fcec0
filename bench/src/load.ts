import autocannon from 'autocannon'

export interface LoadResult {
  readonly perSecond: number
  readonly answered: number
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface LoadOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly seconds: number
  readonly connections: number
  /** Requests per second over all connections; as many as possible without it. */
  readonly rate?: number
}

/** Sends the same POST over and over, from this process, which has a core of its own. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const result = await autocannon({
    url: options.url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...options.headers },
    body: options.body,
    duration: options.seconds,
    connections: options.connections,
    ...(options.rate === undefined ? {} : { overallRate: options.rate }),
  })
  return {
    perSecond: result.requests.average,
    answered: result['2xx'],
    failed: result.non2xx + result.errors,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}
