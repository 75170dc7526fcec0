import type { NodeKind } from '#ports/node-kind.ts'
import type { JsonSchema } from '../openapi/open-api-document.ts'
import { plainSchema } from '../openapi/plain-schema.ts'

/** A node of the kind as it stands in a workflow: what must be given, and what its schema shows an example of. */
export function sampleNode(kind: NodeKind): object {
  const { properties = {}, required = [] } = plainSchema(kind.parameters)
  const wanted = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  const data: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties)) {
    if (schema.examples?.[0] !== undefined) data[name] = schema.examples[0]
    else if (wanted.includes(name)) {
      data[name] = kind.conditions?.includes(name) === true ? 'input.amount > 100' : sampleValue(schema)
    }
  }
  return { id: kind.type, type: kind.type, data }
}

function sampleValue(schema: JsonSchema): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.enum !== undefined) return schema.enum[0]
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
