import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'

/** The place of a parameter in a request. */
export interface Place {
  readonly $parameter: string
  /** What stands there when nothing was given. */
  readonly $otherwise?: string
}

/** A JSON value with places in it. */
export type Shape =
  | null
  | boolean
  | number
  | string
  | readonly Shape[]
  | Place
  | { readonly [key: string]: Shape }

export function place(name: string, otherwise?: string): Place {
  return { $parameter: name, ...(otherwise === undefined ? {} : { $otherwise: otherwise }) }
}

/** An object of parameters that are called the same in the request. */
export function places(...names: readonly string[]): Readonly<Record<string, Place>> {
  return Object.fromEntries(names.map((name) => [name, place(name)]))
}

/** The value with parameters in their places. What was not given is left out, and so is an object that has nothing else. */
export function fillShape(shape: Shape, parameters: JsonObject): JsonValue | undefined {
  if (typeof shape !== 'object' || shape === null) return shape
  if (isPlace(shape)) return readParameter(parameters, shape.$parameter) ?? shape.$otherwise
  if (Array.isArray(shape)) {
    return (shape as readonly Shape[])
      .map((item) => fillShape(item, parameters))
      .filter((item) => item !== undefined)
  }
  const members = Object.entries(shape)
  const filled = members
    .map(([name, member]) => [name, fillShape(member, parameters)] as const)
    .filter((entry): entry is readonly [string, JsonValue] => entry[1] !== undefined)
  return members.length > 0 && filled.length === 0 ? undefined : Object.fromEntries(filled)
}

export function readParameter(parameters: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(parameters, name) ? parameters[name] : undefined
}

function isPlace(shape: Shape): shape is Place {
  return isJsonObject(shape as JsonValue) && typeof (shape as Partial<Place>).$parameter === 'string'
}
