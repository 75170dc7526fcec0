import { Agent, request } from 'node:http'

const AT_ONCE = 16

export interface Call {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Sends requests with as little work as possible, so that the server is measured. */
export class DataClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

  /** The body of the response. Rejects unless its status is 2xx. */
  async send({ method, url, headers = {}, body }: Call): Promise<Buffer> {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        { method, headers: { ...headers, ...length }, agent: this.#agent },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const content = Buffer.concat(chunks)
            const status = response.statusCode ?? 0
            if (status >= 200 && status < 300) resolve(content)
            else
              reject(
                new Error(`${method} ${url} was answered with ${status}: ${String(content).slice(0, 500)}`),
              )
          })
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /** The `data` of a response in JSON. */
  async data<T>(call: Call): Promise<T> {
    return (JSON.parse(String(await this.send(call))) as { data: T }).data
  }

  /** Sends all calls, sixteen at a time. Returns how many are answered per second. */
  async rate(calls: readonly Call[], onAnswer: (body: Buffer) => void = () => {}): Promise<number> {
    const startedAt = performance.now()
    let next = 0
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let call = calls[next++]; call !== undefined; call = calls[next++])
          onAnswer(await this.send(call))
      }),
    )
    return calls.length / ((performance.now() - startedAt) / 1000)
  }

  close(): void {
    this.#agent.destroy()
  }
}
