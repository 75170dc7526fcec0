import type { Operation } from '@millrace/contract/operation.ts'
import type { Received } from './recorded-service.ts'

/** Ids that answers have told so far, by the path of the list they belong to: `/workflows`, `/webhooks/:id/deliveries`. */
export class KnownIds {
  readonly #ids = new Map<string, string>()

  learn(operation: Operation, answer: Received): void {
    const made = /^\/v1(\/.+)\/([^/]+)$/.exec(answer.headers.location ?? '')
    if (made?.[1] !== undefined && made[2] !== undefined) this.#ids.set(made[1], made[2])
    const { data } = answer.body
    const newest: unknown = Array.isArray(data) ? data[0] : undefined
    if (hasId(newest) && !this.#ids.has(operation.path)) this.#ids.set(operation.path, newest.id)
    if (operation.success.status === 201 && hasId(data)) this.#ids.set(operation.path, data.id)
  }

  /** The path with its parameters filled in; undefined while one of them is not known. */
  fill(template: string): string | undefined {
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
