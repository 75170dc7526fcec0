import type { Operation } from '@millrace/contract/operation.ts'
import type { Received } from './recorded-service.ts'

/** The ids in the responses so far, by the path of their list: `/workflows`, `/webhooks/:id/deliveries`. */
export class KnownIds {
  readonly #ids = new Map<string, string>()

  learn(operation: Operation, answer: Received): void {
    const created = /^\/v1(\/.+)\/([^/]+)$/.exec(answer.headers.location ?? '')
    if (created?.[1] !== undefined && created[2] !== undefined) this.#ids.set(created[1], created[2])
    const { data } = answer.body
    const newest: unknown = Array.isArray(data) ? data[0] : undefined
    if (hasId(newest) && !this.#ids.has(operation.path)) this.#ids.set(operation.path, newest.id)
    if (operation.success.status === 201 && hasId(data)) this.#ids.set(operation.path, data.id)
  }

  /** The path with its parameters replaced; undefined while one of them is unknown. */
  fill(template: string): string | undefined {
    // State has keys instead of ids.
    if (template.endsWith('/:scope/:key')) return template.replace(':scope/:key', 'account/orders')
    let path = ''
    let list = ''
    for (const part of template.split('/').slice(1)) {
      const id = part.startsWith(':') ? this.#ids.get(list) : part
      if (id === undefined) return undefined
      path += `/${id}`
      list += `/${part}`
    }
    return path
  }
}

function hasId(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'string'
}
