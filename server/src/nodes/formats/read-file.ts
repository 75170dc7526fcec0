import { isFileValue, isJsonObject, type JsonObject, type JsonValue, nameJsonType } from '#domain/index.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import { isFixed } from '#nodes/parameters/review-constants.ts'
import type { NodeCall, NodeFailed, NodeFinding } from '#ports/index.ts'
import Type from 'typebox'

/** A parameter for the file that a node reads. */
export function fileParameter({
  description,
  ...options
}: { title: string; description: string } & JsonObject) {
  return Type.Optional(
    Type.Unknown({
      examples: ['{{ input.file }}'],
      ...options,
      description: `${description} Without it, the output of the previous node.`,
    }),
  )
}

/** The file that a node reads: its parameter, or the output of the previous node if the parameter is missing. */
export function readFile(
  { parameters, previous }: NodeCall,
  parameter: string,
): { readonly file: JsonObject } | NodeFailed {
  const value = parameters[parameter]
  if (value !== undefined)
    return isFileValue(value)
      ? { file: value }
      : refuseParameter(
          `The parameter \`${parameter}\` must be a file, but it is ${nameJsonType(value)}. A file is an object with the member \`$file\`, as \`http\` nodes, forms and webhooks return it.`,
        )
  if (isFileValue(previous)) return { file: previous }
  return refuseParameter(
    `The node reads the output of the previous node, which must be a file, but it is ${nameJsonType(previous)}. Set \`${parameter}\`, for example to \`${suggest(previous)}\`.`,
  )
}

/** Finds a fixed value that is not a file. */
export function reviewFile(data: JsonObject, parameter: string): readonly NodeFinding[] {
  const value = data[parameter]
  if (value === undefined || isFileValue(value) || !isFixed(value)) return []
  const message = `the parameter \`${parameter}\` must be a file, but it is ${nameJsonType(value)}.`
  return [{ severity: 'error', parameter, message }]
}

function suggest(previous: JsonValue): string {
  const name = isJsonObject(previous)
    ? Object.keys(previous).find((key) => isFileValue(previous[key]))
    : undefined
  return name === undefined ? '{{ input.file }}' : `{{ previous.${name} }}`
}
