import type { GraphNode, JsonValue } from '../../graph/types.ts'
import { InputField, type InputFieldSpec } from './input-field.tsx'
import { type InputObject, isInputObject } from './run-input.ts'

/** The input schema of a `start` node: a JSON Schema of an object. */
export function readInputSchema(trigger: GraphNode): InputObject | undefined {
  const schema = trigger.data?.['input_schema']
  return trigger.type === 'start' && isInputObject(schema) && isInputObject(schema['properties'])
    ? schema
    : undefined
}

interface SchemaInputProps {
  schema: InputObject
  value: InputObject
  onChange: (value: InputObject) => void
}

/** A form for the members of an input schema. What it cannot show is edited as JSON. */
export function SchemaInput({ schema, value, onChange }: SchemaInputProps) {
  const properties = isInputObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return (
    <div className="space-y-4">
      {Object.entries(properties).map(([name, property]) => (
        <InputField
          key={name}
          spec={specOf(name, property, required.includes(name))}
          value={value[name]}
          onChange={(next) => onChange(withMember(value, name, next))}
        />
      ))}
    </div>
  )
}

function specOf(name: string, property: JsonValue, isRequired: boolean): InputFieldSpec {
  const schema = isInputObject(property) ? property : {}
  const { title, description, type } = schema
  const options = Array.isArray(schema['enum'])
    ? schema['enum'].filter((one) => typeof one === 'string')
    : undefined
  return {
    name,
    label: typeof title === 'string' && title !== '' ? title : name,
    help: typeof description === 'string' ? description : '',
    kind:
      options !== undefined
        ? 'choice'
        : type === 'boolean'
          ? 'switch'
          : type === 'number' || type === 'integer'
            ? 'number'
            : type === 'string'
              ? 'text'
              : 'json',
    options: options?.map((one) => ({ value: one, label: one })) ?? [],
    isRequired,
  }
}

export function withMember(value: InputObject, name: string, next: JsonValue | undefined): InputObject {
  const { [name]: _, ...rest } = value
  return next === undefined ? rest : { ...value, [name]: next }
}
