import type { Action, CatalogueEntry } from '@millrace/contract/integration-action.ts'
import { plainSchema } from '#http/index.ts'
import type { ActionDefinition, CredentialForm, IntegrationEntry } from '#integrations/index.ts'
import type { NodeKind } from '#ports/index.ts'

export function presentEntry(entry: IntegrationEntry, kinds: readonly NodeKind[]): CatalogueEntry {
  const { type, name, summary, credential, actions } = entry
  return {
    type,
    name,
    summary,
    built_in: credential === null,
    credential: credential && presentForm(credential),
    actions: actions.map((action) => presentAction(action, kinds)),
  }
}

function presentForm({ type, title, help, form, example, encoding, fields }: CredentialForm) {
  return {
    type,
    title,
    help: `${help} ${form}`,
    example,
    encoding,
    fields: fields.map(({ optional, options, check: _, ...field }) => ({
      ...field,
      required: optional !== true,
      ...(options === undefined ? {} : { options: [...options] }),
    })),
  }
}

export function presentAction(action: ActionDefinition, kinds: readonly NodeKind[]): Action {
  const { example } = action
  return { ...summariseAction(action), parameters: describeParameters(action, kinds), example }
}

export function summariseAction({ name, title, help, idempotent }: ActionDefinition): Action {
  return { name, title, help, idempotent }
}

/** The parameters as JSON Schema. An action that is a kind of node has the parameters of that kind. */
function describeParameters(
  action: ActionDefinition,
  kinds: readonly NodeKind[],
): NonNullable<Action['parameters']> {
  if (!('node' in action)) return { ...plainSchema(action.parameters) }
  const kind = kinds.find(({ type }) => type === action.node)
  if (kind === undefined)
    throw new Error(`The action ${action.name} refers to the unknown node kind ${action.node}.`)
  const schema = plainSchema(kind.parameters)
  const names = new Map(Object.entries(action.rename ?? {}).map(([here, there]) => [there, here]))
  const rename = (name: string) => names.get(name) ?? name
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, property]) => [rename(name), property]),
    ),
    ...(schema.required === undefined ? {} : { required: schema.required.map(rename) }),
  }
}
