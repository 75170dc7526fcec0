import type { JsonObject, JsonValue } from '#domain/index.ts'

/** The part of a workflow definition that a test cares about. */
export interface TestGraph {
  readonly name?: string
  readonly nodes: readonly JsonObject[]
  readonly edges?: readonly JsonObject[]
  readonly variables?: JsonObject
}

export const node = (id: string, type: string, data: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  id,
  type,
  data,
  ...more,
})

export const set = (id: string, values: JsonValue, more: JsonObject = {}): JsonObject =>
  node(id, 'set', { values }, more)

/** Each path is a chain of edges: `a>b>c`, or `a:handle>b` to leave from a handle other than `main`. */
export function edges(...paths: readonly string[]): JsonObject[] {
  return paths.flatMap((path) => {
    const ends = path.split('>')
    return ends.slice(1).map((end, n) => {
      const [source = '', sourceHandle = 'main'] = (ends[n] ?? '').split(':')
      return { source, sourceHandle, target: end.split(':')[0] ?? '' }
    })
  })
}
