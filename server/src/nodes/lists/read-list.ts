import { isJsonObject, type JsonObject, type JsonValue, nameJsonType } from '#domain/index.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import { isFixed, toFinding } from '#nodes/parameters/review-constants.ts'
import type { NodeDone, NodeFailed, NodeFinding } from '#ports/index.ts'

/** More would keep the thread busy for longer than a slice of a run should be. */
export const MAX_LIST_ITEMS = 100_000

export type List = readonly JsonValue[]

/** The list that a node works on: its parameter, or the output of the previous node if the parameter is missing. */
export function readList(value: JsonValue | undefined, parameter: string): List | NodeFailed {
  if (value === undefined || !Array.isArray(value)) return refuseList(value ?? null, parameter)
  const list = value as List
  if (list.length <= MAX_LIST_ITEMS) return list
  return tooMany(`The list \`${parameter}\` has ${list.length} items, but this node takes`)
}

export function tooManyResults(): NodeFailed {
  return tooMany('The result would have more items than this node returns:')
}

function tooMany(what: string): NodeFailed {
  const message = `${what} at most ${MAX_LIST_ITEMS}. Split the work into batches.`
  return { ok: false, code: 'TOO_MANY_ITEMS', message, permanent: true }
}

/** Runs a node on its list. */
export function withList(
  { parameters, previous }: { readonly parameters: JsonObject; readonly previous: JsonValue },
  run: (list: List) => NodeDone | NodeFailed,
): NodeDone | NodeFailed {
  const list = readItems({ parameters, previous })
  return 'ok' in list ? list : run(list)
}

/** The list in the parameter `items`, or in the output of the previous node. */
export function readItems({
  parameters: { items },
  previous,
}: {
  readonly parameters: JsonObject
  readonly previous: JsonValue
}): List | NodeFailed {
  if (items === undefined && !Array.isArray(previous)) return refusePrevious(previous)
  return readList(items === undefined ? previous : items, 'items')
}

/** Finds a fixed value that is not a list. */
export function reviewLists(data: JsonObject, ...parameters: readonly string[]): readonly NodeFinding[] {
  return parameters.flatMap((parameter) => {
    const value = data[parameter]
    if (value === undefined || !isFixed(value)) return []
    const list = readList(value, parameter)
    return 'ok' in list ? [toFinding(parameter, list)] : []
  })
}

function refusePrevious(previous: JsonValue): NodeFailed {
  const lists = isJsonObject(previous)
    ? Object.keys(previous).filter((name) => Array.isArray(previous[name]))
    : []
  const example = lists[0] === undefined ? '{{ input.orders }}' : `{{ previous.${lists[0]} }}`
  return refuseParameter(
    `The node works on the output of the previous node, which must be a list, but it is ${nameJsonType(previous)}. Set \`items\`, for example to \`${example}\`.`,
  )
}

function refuseList(value: JsonValue, parameter: string): NodeFailed {
  const hint =
    typeof value === 'string'
      ? ' To read JSON from a text, use `{{ JSON.parse(…) }}`.'
      : value === null
        ? ' Check that the value exists, or use `{{ … ?? [] }}` for an empty list.'
        : isJsonObject(value)
          ? ' To make a list of the members of an object, use `{{ Object.values(…) }}`.'
          : ''
  return refuseParameter(
    `The parameter \`${parameter}\` must be a list, but it is ${nameJsonType(value)}.${hint}`,
  )
}
