import autocannon from 'autocannon'

export interface LoadResult {
  readonly perSecond: number
  readonly answered: number
  readonly failed: number
}

export interface LoadOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly seconds: number
  readonly connections: number
}

/** Sends the same POST repeatedly from this process, which should have a core to itself. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const result = await autocannon({
    url: options.url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...options.headers },
    body: options.body,
    duration: options.seconds,
    connections: options.connections,
  })
  return {
    perSecond: result.requests.average,
    answered: result['2xx'],
    failed: result.non2xx + result.errors,
  }
}
