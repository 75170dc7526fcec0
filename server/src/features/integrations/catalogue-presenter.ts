import type { Action, CatalogueEntry } from '@millrace/contract/integration.ts'
import { plainSchema } from '#http/openapi/plain-schema.ts'
import type { ActionDefinition } from '#integrations/kit/action.ts'
import type { CredentialForm } from '#integrations/kit/credential-form.ts'
import type { IntegrationEntry } from '#integrations/kit/integration-entry.ts'
import type { NodeKind } from '#ports/node-kind.ts'

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

/** The parameters as a JSON Schema. What a kind of node does is described by the kind. */
function describeParameters(
  action: ActionDefinition,
  kinds: readonly NodeKind[],
): NonNullable<Action['parameters']> {
  if (!('node' in action)) return { ...plainSchema(action.parameters) }
  const kind = kinds.find(({ type }) => type === action.node)
  if (kind === undefined) throw new Error(`There is no kind ${action.node} for ${action.name}.`)
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
