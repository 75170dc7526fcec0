import Type from 'typebox'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { namesOf } from '#nodes/parameters/line-parts.ts'
import type { NodeKind } from '#ports/index.ts'

export const setNode: NodeKind = {
  type: 'set',
  title: 'Set values',
  summary: 'Creates an object from fixed values and expressions.',
  family: 'data',
  icon: 'pencil-line',
  keywords: ['edit', 'map', 'transform', 'fields', 'values', 'assign', 'variable'],
  line: `{{ ${namesOf('data.values')} }}`,
  parameters: Type.Object({
    values: Type.Record(Type.String(), Type.Unknown(), {
      title: 'Values',
      examples: [{ greeting: 'Hello {{ input.name }}!' }],
      description:
        'The members of the object. Every string, at any depth, can contain expressions in `{{ }}`.',
    }),
    keep_input: Type.Optional(
      Type.Boolean({
        title: 'Keep input',
        description: 'Adds the values to the output of the previous node instead of replacing it.',
        default: false,
      }),
    ),
  }),
  output:
    'The object `values` with its expressions evaluated; with `keep_input`, merged into the input if the input is an object.',
  example: { data: { values: { greeting: 'Hello {{ input.name }}!', total: '{{ input.net * 1.19 }}' } } },
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  run({ parameters, previous }) {
    const values = parameters['values'] as JsonObject
    const keepsInput = parameters['keep_input'] === true && isObject(previous)
    return { ok: true, output: keepsInput ? { ...previous, ...values } : values }
  },
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
