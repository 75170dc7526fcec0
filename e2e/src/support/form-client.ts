import assert from 'node:assert/strict'
import type { Product } from './product.ts'

export interface MadeForm {
  readonly id: string
  readonly path: string
}

/** Makes forms, and reads what was sent to them, by the API of the product. */
export class FormClient {
  readonly #product: Product

  constructor(product: Product) {
    this.#product = product
  }

  async create(form: object): Promise<MadeForm> {
    const { id, url } = (await this.#send('POST', '/forms', form)) as { id: string; url: string }
    return { id, path: new URL(url).pathname }
  }

  /** The data of all submissions, newest first. */
  async submissions({ id }: MadeForm): Promise<Record<string, unknown>[]> {
    const rows = (await this.#send('GET', `/forms/${id}/submissions`)) as { data: Record<string, unknown> }[]
    return rows.map(({ data }) => data)
  }

  async submit({ id }: MadeForm, data: object): Promise<void> {
    await this.#send('POST', `/forms/${id}/submissions`, { data })
  }

  async #send(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.#product.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#product.firstKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const told = (await answer.json()) as { success: boolean; data: unknown }
    assert.ok(told.success, JSON.stringify(told))
    return told.data
  }
}
