import { ApiClient } from './api-client.ts'
import type { Product } from './product.ts'

export interface CreatedForm {
  readonly id: string
  readonly path: string
}

/** Creates forms and reads their submissions through the REST API. */
export class FormClient {
  readonly #api: ApiClient

  constructor(product: Product) {
    this.#api = new ApiClient(product)
  }

  async create(form: object): Promise<CreatedForm> {
    const { id, url } = (await this.#api.send('POST', '/forms', form)) as { id: string; url: string }
    return { id, path: new URL(url).pathname }
  }

  /** Returns the data of all submissions, newest first. */
  async submissions({ id }: CreatedForm): Promise<Record<string, unknown>[]> {
    const rows = (await this.#api.send('GET', `/forms/${id}/submissions`)) as {
      data: Record<string, unknown>
    }[]
    return rows.map(({ data }) => data)
  }

  async submit({ id }: CreatedForm, data: object): Promise<void> {
    await this.#api.send('POST', `/forms/${id}/submissions`, { data })
  }
}
