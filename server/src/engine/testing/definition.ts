import type { JsonObject, JsonValue } from '#domain/index.ts'

/** Short forms for the deps of a drawing. */

export const node = (id: string, type: string, data: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  id,
  type,
  data,
  ...more,
})

export const set = (id: string, values: JsonValue, more: JsonObject = {}): JsonObject =>
  node(id, 'set', { values }, more)

/** `a>b`, or `a:handle>b`, one after the other: `a>b>c`. */
export function edges(...paths: readonly string[]): JsonObject[] {
  return paths.flatMap((path) => {
    const places = path.split('>')
    return places.slice(1).map((place, n) => {
      const [source = '', sourceHandle = 'main'] = (places[n] ?? '').split(':')
      return { source, sourceHandle, target: place.split(':')[0] ?? '' }
    })
  })
}
