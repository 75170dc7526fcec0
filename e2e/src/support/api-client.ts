import assert from 'node:assert/strict'
import type { Product } from './product.ts'

/** Calls the REST API with the first key of the product. */
export class ApiClient {
  readonly #product: Product

  constructor(product: Product) {
    this.#product = product
  }

  async send<T = unknown>(method: string, path: string, payload?: object): Promise<T> {
    const response = await fetch(`${this.#product.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#product.firstKey}`,
        ...(payload && { 'content-type': 'application/json' }),
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
}
