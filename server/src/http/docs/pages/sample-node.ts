import type { JsonObject, JsonValue } from '#domain/json.ts'
import type { NodeKind } from '#ports/node-kind.ts'
import type { JsonSchema } from '../openapi/open-api-document.ts'
import { plainSchema } from '../openapi/plain-schema.ts'

export interface SampleNode {
  readonly id: string
  readonly type: string
  readonly data: JsonObject
}

/** A node of the kind as it stands in a workflow: what must be given, and what its schema shows an example of. */
export function sampleNode(kind: NodeKind): SampleNode {
  const { properties = {}, required = [] } = plainSchema(kind.parameters)
  const wanted = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  const data: Record<string, JsonValue> = {}
  for (const [name, schema] of Object.entries(properties)) {
    if (schema.examples?.[0] !== undefined) data[name] = schema.examples[0] as JsonValue
    else if (wanted.includes(name)) {
      data[name] = isCondition(kind, name) ? 'input.amount > 100' : sampleValue(schema)
    }
  }
  return { id: kind.type, type: kind.type, data }
}

/** The outputs of a kind in words; where they follow from the parameters, those of the sample. */
export function describeHandles(kind: NodeKind): string {
  const { handles } = kind
  const names = typeof handles === 'function' ? handles(sampleNode(kind).data) : handles
  if (names.length === 0) return 'No edge leaves it.'
  const listed = names.map((handle) => `\`${handle}\``).join(', ')
  return typeof handles === 'function'
    ? `Its handles follow from the parameters; those of the example: ${listed}.`
    : `Handles: ${listed}.`
}

function isCondition({ conditions = [], standing = [] }: NodeKind, name: string): boolean {
  return conditions.includes(name) || standing.includes(name)
}

function sampleValue(schema: JsonSchema): JsonValue {
  if (schema.default !== undefined) return schema.default as JsonValue
  if (schema.enum !== undefined) return schema.enum[0] as JsonValue
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  switch (type) {
    case 'object':
      return { greeting: 'Hello {{ input.name }}!' }
    case 'array':
      return '{{ input.items }}'
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return 'Hello {{ input.name }}!'
    default:
      return '{{ previous }}'
  }
}
