import type { Form, FormField, FormSettings } from '../../api/forms.ts'
import type { Definition } from '../../editor/model/definition.ts'
import type { GraphDocument, GraphNode, JsonValue } from '../../graph/types.ts'

/** What the builder edits. */
export interface FormContent {
  readonly name: string
  readonly fields: readonly FormField[]
  readonly settings: FormSettings
}

/**
 * A form is edited as a document of the same shape as a workflow, so that it has the same undo, journal, saving and merging:
 * fields are nodes without edges, whose ids are the names of the fields. Name and settings are variables.
 */
export function toDefinition({
  name,
  fields,
  settings = {},
}: Pick<Form, 'name' | 'fields' | 'settings'>): Definition {
  return {
    nodes: fields.map(({ name: id, type, ...data }) => ({ id, type, data })),
    edges: [],
    variables: { ...settings, name },
  }
}

export function readContent({ nodes, variables }: Pick<GraphDocument, 'nodes' | 'variables'>): FormContent {
  const { name, ...settings } = variables
  return {
    name: typeof name === 'string' ? name : '',
    fields: nodes.map(toField),
    settings,
  }
}

export function toField({ id, type, data = {} }: GraphNode): FormField {
  return { required: false, ...data, name: id, type } as FormField
}

export function toNode({ name, type, ...data }: FormField): GraphNode {
  return { id: name, type, data: data as Record<string, JsonValue> }
}
