import type { ParameterField } from './schema-fields.ts'

/** A field for a value without a schema of its own, such as a member of an object. */
export function freeField(name: string, title: string, from: ParameterField): ParameterField {
  return {
    name,
    title,
    description: '',
    schema: {},
    control: 'any',
    mode: from.mode === 'literal' ? 'literal' : 'template',
    isRequired: false,
    rulePath: `${from.rulePath}.${name}`,
  }
}
