import type { JsonValue } from '../../graph/types.ts'
import { InputField } from './input-field.tsx'
import { type InputObject, isInputObject } from './input-object.ts'
import { inputFieldsOf, type SchemaField } from './schema-fields-of.ts'

interface SchemaInputProps {
  schema: InputObject
  value: InputObject
  onChange: (value: InputObject) => void
}

/** The fields of the input schema of a start. What it does not describe in detail is entered as JSON. */
export function SchemaInput({ schema, value, onChange }: SchemaInputProps) {
  return <Fields fields={inputFieldsOf(schema)} value={value} onChange={onChange} />
}

interface FieldsProps {
  fields: readonly SchemaField[]
  value: InputObject
  onChange: (value: InputObject) => void
}

function Fields({ fields, value, onChange }: FieldsProps) {
  const set = (name: string, next: JsonValue | undefined) => {
    const { [name]: _, ...rest } = value
    onChange(next === undefined ? rest : { ...value, [name]: next })
  }
  return (
    <div className="space-y-4">
      {fields.map((field) => {
        const { name, label } = field.spec
        const member = value[name]
        if (field.fields === undefined) {
          return (
            <InputField
              key={name}
              spec={field.spec}
              value={member}
              onChange={(next) => set(name, readNext(field, next))}
            />
          )
        }
        return (
          <fieldset key={name} className="rounded-control border border-line px-4 pt-2 pb-4">
            <legend className="px-1 text-sm font-medium">{label}</legend>
            <Fields
              fields={field.fields}
              value={isInputObject(member) ? member : {}}
              onChange={(next) => set(name, next)}
            />
          </fieldset>
        )
      })}
    </div>
  )
}

/** The choices of an `enum` may be numbers; a field has texts. */
function readNext({ choices }: SchemaField, next: JsonValue | undefined): JsonValue | undefined {
  return choices?.find((choice) => String(choice) === next) ?? next
}
