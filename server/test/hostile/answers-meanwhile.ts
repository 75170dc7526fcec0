import type { TestService } from '#test/support/test-service.ts'

const WORKFLOW = {
  name: 'Short',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'greet', type: 'set', data: { values: { text: 'Hello {{ input.name }}' } } },
  ],
  edges: [{ source: 'start', target: 'greet' }],
}

/**
 * The number of runs of another account that end while the work is going on. It counts instead of measuring time: work that
 * keeps the main thread lets none of them end, work in slices or in other threads lets many.
 */
export class Meanwhile {
  readonly #service: TestService
  readonly #key: string
  readonly #workflowId: string

  private constructor(service: TestService, key: string, workflowId: string) {
    this.#service = service
    this.#key = key
    this.#workflowId = workflowId
  }

  static async open(service: TestService): Promise<Meanwhile> {
    const { key } = await service.createAccount()
    const { body } = await service.request('POST', '/v1/workflows', { key, body: WORKFLOW })
    return new Meanwhile(service, key, body.data.id as string)
  }

  async count(work: () => Promise<unknown>): Promise<number> {
    const done = new AbortController()
    let ended = 0
    const working = work().finally(() => done.abort())
    while (!done.signal.aborted) {
      await this.#execute()
      if (!done.signal.aborted) ended += 1
    }
    await working
    return ended
  }

  async #execute(): Promise<void> {
    const { status, body } = await this.#service.request(
      'POST',
      `/v1/workflows/${this.#workflowId}/execute`,
      {
        key: this.#key,
        headers: { prefer: 'wait=30' },
        body: { input: { name: 'Ada' } },
      },
    )
    if (status !== 200 || body.data.output?.text !== 'Hello Ada')
      throw new Error(`The run of the other account was answered with ${status}: ${JSON.stringify(body)}`)
  }
}
