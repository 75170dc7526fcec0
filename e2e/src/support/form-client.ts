import assert from 'node:assert/strict'
import type { Product } from './product.ts'

export interface CreatedForm {
  readonly id: string
  readonly path: string
}

/** Creates forms and reads their submissions through the REST API. */
export class FormClient {
  readonly #product: Product

  constructor(product: Product) {
    this.#product = product
  }

  async create(form: object): Promise<CreatedForm> {
    const { id, url } = (await this.#send('POST', '/forms', form)) as { id: string; url: string }
    return { id, path: new URL(url).pathname }
  }

  /** Returns the data of all submissions, newest first. */
  async submissions({ id }: CreatedForm): Promise<Record<string, unknown>[]> {
    const rows = (await this.#send('GET', `/forms/${id}/submissions`)) as { data: Record<string, unknown> }[]
    return rows.map(({ data }) => data)
  }

  async submit({ id }: CreatedForm, data: object): Promise<void> {
    await this.#send('POST', `/forms/${id}/submissions`, { data })
  }

  async #send(method: string, path: string, payload?: object): Promise<unknown> {
    const response = await fetch(`${this.#product.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#product.firstKey}`,
        ...(payload && { 'content-type': 'application/json' }),
      },
      ...(payload && { body: JSON.stringify(payload) }),
    })
    const body = (await response.json()) as { success: boolean; data: unknown }
    assert.ok(body.success, JSON.stringify(body))
    return body.data
  }
}
