import assert from 'node:assert/strict'
import type { Product } from './product.ts'

/** Calls the REST API with the first key of the product. */
export class ApiClient {
  readonly #product: Product

  constructor(product: Product) {
    this.#product = product
  }

  async send<T = unknown>(
    method: string,
    path: string,
    payload?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const response = await fetch(`${this.#product.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#product.firstKey}`,
        ...(payload && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload && { body: JSON.stringify(payload) }),
    })
    const body = (await response.json()) as { success: boolean; data: T }
    assert.ok(body.success, JSON.stringify(body))
    return body.data
  }

  createWorkflow(workflow: object): Promise<{ readonly id: string }> {
    return this.send('POST', '/workflows', workflow)
  }

  /** Runs the working copy, waits for its end, and returns its id. */
  async run(workflowId: string, input: object = {}): Promise<string> {
    const id = await this.start(workflowId, input, { prefer: 'wait=60' })
    const { status } = await this.send<{ status: string }>('GET', `/executions/${id}`)
    assert.match(status, /completed|failed/)
    return id
  }

  /** Starts a run of the working copy and returns its id. */
  async start(
    workflowId: string,
    input: object = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const started = await this.send<{ id?: string; execution_id?: string }>(
      'POST',
      `/workflows/${workflowId}/execute`,
      { input, draft: true },
      headers,
    )
    const id = started.execution_id ?? started.id
    assert.ok(id)
    return id
  }
}
