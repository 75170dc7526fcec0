import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'

/** Stands for the value of a parameter in the template of a request. */
export interface ParameterReference {
  readonly $parameter: string
  /** The value when the parameter is not given. */
  readonly $default?: string
}

/** A JSON value that may contain parameter references. */
export type Shape =
  | null
  | boolean
  | number
  | string
  | readonly Shape[]
  | ParameterReference
  | { readonly [key: string]: Shape }

export function fromParameter(name: string, fallback?: string): ParameterReference {
  return { $parameter: name, ...(fallback === undefined ? {} : { $default: fallback }) }
}

/** References to several parameters whose names are the same in the request. */
export function fromParameters(...names: readonly string[]): Readonly<Record<string, ParameterReference>> {
  return Object.fromEntries(names.map((name) => [name, fromParameter(name)]))
}

/**
 * Replaces each reference by the value of its parameter. Members whose parameter is not given are left out, and so is an
 * object that would only have such members.
 */
export function fillShape(shape: Shape, parameters: JsonObject): JsonValue | undefined {
  if (typeof shape !== 'object' || shape === null) return shape
  if (isReference(shape)) return readParameter(parameters, shape.$parameter) ?? shape.$default
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

function isReference(shape: Shape): shape is ParameterReference {
  return (
    isJsonObject(shape as JsonValue) && typeof (shape as Partial<ParameterReference>).$parameter === 'string'
  )
}
