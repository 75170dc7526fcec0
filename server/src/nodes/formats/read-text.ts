import { isJsonObject, type JsonObject, type JsonValue, nameJsonType } from '#domain/index.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import { isFixed } from '#nodes/parameters/review-constants.ts'
import type { NodeCall, NodeFailed, NodeFinding } from '#ports/index.ts'
import Type from 'typebox'

/** A parameter for the text that a node reads. */
export function textParameter({
  description,
  ...options
}: { title: string; description: string } & JsonObject) {
  return Type.Optional(
    Type.Unknown({
      examples: ['{{ nodes.download.output.body }}'],
      ...options,
      description: `${description} Without it, the output of the previous node.`,
    }),
  )
}

/** The text that a node works on: its parameter, or the output of the previous node if the parameter is missing. */
export function readText({ parameters, previous }: NodeCall, parameter: string): string | NodeFailed {
  const value = parameters[parameter]
  if (value === undefined)
    return typeof previous === 'string' ? previous : refusePrevious(previous, parameter)
  if (typeof value === 'string') return value
  return refuseParameter(`The parameter \`${parameter}\` must be a text, but it is ${nameJsonType(value)}.`)
}

/** Finds a fixed value that is not a text. */
export function reviewText(data: JsonObject, parameter: string): readonly NodeFinding[] {
  const value = data[parameter]
  if (value === undefined || typeof value === 'string' || !isFixed(value)) return []
  const message = `the parameter \`${parameter}\` must be a text, but it is ${nameJsonType(value)}.`
  return [{ severity: 'error', parameter, message }]
}

function refusePrevious(previous: JsonValue, parameter: string): NodeFailed {
  const texts = isJsonObject(previous)
    ? Object.keys(previous).filter((name) => typeof previous[name] === 'string')
    : []
  const example = texts[0] === undefined ? '{{ input.text }}' : `{{ previous.${texts[0]} }}`
  return refuseParameter(
    `The node works on the output of the previous node, which must be a text, but it is ${nameJsonType(previous)}. Set \`${parameter}\`, for example to \`${example}\`.`,
  )
}
