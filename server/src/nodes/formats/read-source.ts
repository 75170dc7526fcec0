import { isFileValue, isJsonObject, type JsonObject, type JsonValue, nameJsonType } from '#domain/index.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import { isFixed } from '#nodes/parameters/review-constants.ts'
import type { NodeCall, NodeFailed, NodeFinding } from '#ports/index.ts'
import Type from 'typebox'

/** A parameter for the text, or the file with one, that a node reads. */
export function sourceParameter({
  description,
  ...options
}: { title: string; description: string } & JsonObject) {
  return Type.Optional(
    Type.Unknown({
      examples: ['{{ nodes.download.output.body }}'],
      ...options,
      description: `${description} A text, or a file such as \`{{ input.file }}\`. Without it, the output of the previous node.`,
    }),
  )
}

/** What a node works on: a text, or a file with one. */
export type TextSource = { readonly text: string } | { readonly file: JsonObject }

/** The parameter of a node, or the output of the previous node if the parameter is missing. */
export function readSource({ parameters, previous }: NodeCall, parameter: string): TextSource | NodeFailed {
  const value = parameters[parameter]
  if (value === undefined) return toSource(previous) ?? refusePrevious(previous, parameter)
  return (
    toSource(value) ??
    refuseParameter(
      `The parameter \`${parameter}\` must be a text or a file, but it is ${nameJsonType(value)}.`,
    )
  )
}

function toSource(value: JsonValue): TextSource | undefined {
  if (typeof value === 'string') return { text: value }
  return isFileValue(value) ? { file: value } : undefined
}

/** Finds a fixed value that is neither. */
export function reviewSource(data: JsonObject, parameter: string): readonly NodeFinding[] {
  const value = data[parameter]
  if (value === undefined || typeof value === 'string' || isFileValue(value) || !isFixed(value)) return []
  const message = `the parameter \`${parameter}\` must be a text or a file, but it is ${nameJsonType(value)}.`
  return [{ severity: 'error', parameter, message }]
}

function refusePrevious(previous: JsonValue, parameter: string): NodeFailed {
  return refuseParameter(
    `The node works on the output of the previous node, which must be a text or a file, but it is ${nameJsonType(previous)}. Set \`${parameter}\`, for example to \`${suggest(previous)}\`.`,
  )
}

/** A member of the value that the node could have worked on. */
function suggest(previous: JsonValue): string {
  const usable = isJsonObject(previous)
    ? Object.keys(previous).find((name) => toSource(previous[name] ?? null) !== undefined)
    : undefined
  return usable === undefined ? '{{ input.text }}' : `{{ previous.${usable} }}`
}
