/** Calls a running service over HTTP, with one API key. It knows nothing of the code behind the service. */
export class Api {
  readonly #url: string
  readonly #key: string

  constructor(url: string, key: string) {
    this.#url = url
    this.#key = key
  }

  /** Paths are relative to `/v1`. Returns `data` of the answer; a refusal is an error. */
  async call<Data>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Data> {
    const answer = await this.read(path, { method, body, headers })
    if (answer.status >= 300) {
      throw new Error(
        `${method} /v1${path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`,
      )
    }
    return (answer.body as { data: Data }).data
  }

  async read(
    path: string,
    request: { method?: string; body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    const { method = 'GET', body, headers = {} } = request
    const answer = await fetch(`${this.#url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
    return { status: answer.status, body: isJson ? JSON.parse(text) : text }
  }
}
