import Type, { type Static } from 'typebox'
import { FormFieldSchema, NewFormSchema } from './form.ts'
import { FormSettingsSchema } from './form-settings.ts'
import { edges, nodes, variables } from './graph.ts'
import { defineOperation } from './operation.ts'
import { IdParams, IdSchema, nullable, textSchema } from './primitives.ts'
import { NewVariableSchema } from './variable.ts'
import { NewWorkflowSchema } from './workflow.ts'

/** Changes with every incompatible change of the format. */
export const BUNDLE_FORMAT = 'millrace-bundle-1'

/** The most workflows, and the most forms, of one request. */
export const MAX_BUNDLED = 100
const MAX_BUNDLED_VARIABLES = 500
const MAX_REFERENCES = 1_000

export const REFERENCE_KINDS = ['credential', 'integration', 'workflow'] as const

const sourceId = textSchema({
  maxLength: 100,
  description: 'The id where it was exported. An import finds it by this id, or by its name.',
})

const format = Type.Enum([BUNDLE_FORMAT], { description: 'The format of the bundle.' })

const ReferenceSchema = Type.Object(
  {
    kind: Type.Enum([...REFERENCE_KINDS], { description: 'What is referred to.' }),
    id: textSchema({ maxLength: 100, description: 'The id, as nodes of the bundle contain it.' }),
    name: textSchema({ maxLength: 200, description: 'The name. A value never is part of a bundle.' }),
    type: Type.Optional(
      textSchema({ maxLength: 200, description: 'The type of the credential or integration.' }),
    ),
    folder: Type.Optional(textSchema({ maxLength: 200, description: 'The folder of the workflow.' })),
  },
  { title: 'BundleReference', description: 'Something outside of the bundle that its workflows use.' },
)

const references = Type.Array(ReferenceSchema, {
  maxItems: MAX_REFERENCES,
  description: 'The credentials, integrations and other workflows that the workflows use.',
})

const BundledWorkflowSchema = Type.Object(
  {
    id: IdSchema,
    name: Type.String({ description: 'Display name.' }),
    description: Type.String({ description: 'What the workflow is for.' }),
    folder: Type.String({ description: 'The path of its folder; empty for none.' }),
    tags: Type.Array(Type.String(), { description: 'Labels.' }),
    variables,
    nodes,
    edges,
  },
  {
    title: 'BundledWorkflow',
    description:
      'The definition of a workflow: of a published one what is live, unless the working copy was asked for.',
  },
)

const BundledFormSchema = Type.Object(
  {
    id: IdSchema,
    name: Type.String({ description: 'Display name.' }),
    fields: Type.Array(FormFieldSchema, { description: 'The fields, in order.' }),
    settings: Type.Optional(FormSettingsSchema),
  },
  { title: 'BundledForm', description: 'A form without its submissions.' },
)

const BundledVariableSchema = Type.Object(
  {
    name: Type.String({ description: 'How expressions call it: `vars.NAME`.' }),
    value: Type.Unknown({ description: 'Any JSON.' }),
    description: Type.String({ description: 'What it is for.' }),
  },
  { title: 'BundledVariable', description: 'A variable of the account.' },
)

export const BundleSchema = Type.Object(
  {
    format,
    workflows: Type.Array(BundledWorkflowSchema, { description: 'The workflows.' }),
    forms: Type.Array(BundledFormSchema, { description: 'The forms that start them.' }),
    variables: Type.Optional(
      Type.Array(BundledVariableSchema, {
        description: 'The variables of the account that they read; absent if there are none.',
      }),
    ),
    references,
  },
  {
    title: 'Bundle',
    description: 'Workflows, forms and variables that another account or installation can import.',
  },
)

export type Bundle = Static<typeof BundleSchema>
export type BundleReference = Static<typeof ReferenceSchema>
export type ReferenceKind = BundleReference['kind']

const { name, description, tags, folder } = NewWorkflowSchema.properties

const ImportedWorkflowSchema = Type.Object(
  {
    id: Type.Optional(sourceId),
    name,
    description,
    folder,
    tags,
    variables: Type.Optional(variables),
    nodes: Type.Optional(nodes),
    edges: Type.Optional(edges),
  },
  { title: 'ImportedWorkflow', description: 'The definition of a workflow.' },
)

const ImportedFormSchema = Type.Object(
  {
    id: Type.Optional(sourceId),
    name: NewFormSchema.properties.name,
    fields: NewFormSchema.properties.fields,
    settings: Type.Optional(FormSettingsSchema),
  },
  { title: 'ImportedForm', description: 'The definition of a form.' },
)

export const ImportedBundleSchema = Type.Object(
  {
    format: Type.Optional(format),
    workflows: Type.Optional(
      Type.Array(ImportedWorkflowSchema, { maxItems: MAX_BUNDLED, description: 'Workflows to import.' }),
    ),
    forms: Type.Optional(
      Type.Array(ImportedFormSchema, { maxItems: MAX_BUNDLED, description: 'Forms to import.' }),
    ),
    variables: Type.Optional(
      Type.Array(NewVariableSchema, { maxItems: MAX_BUNDLED_VARIABLES, description: 'Variables to import.' }),
    ),
    references: Type.Optional(references),
  },
  { title: 'ImportedBundle', description: 'A bundle, as an export returns it.' },
)

export type ImportedBundle = Static<typeof ImportedBundleSchema>
export type ImportedWorkflow = Static<typeof ImportedWorkflowSchema>
export type ImportedForm = Static<typeof ImportedFormSchema>

export const IMPORT_MODES = ['check', 'create', 'replace'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]

const ImportItemSchema = Type.Object(
  {
    name: Type.String({ description: 'Display name.' }),
    action: Type.Enum(['create', 'replace', 'unchanged'], {
      description:
        '`create`: there is none. `replace`: there is one, and it differs. `unchanged`: there is one, and it is the same.',
    }),
    applied: Type.Boolean({ description: 'Whether this import did it.' }),
    id: nullable(IdSchema),
  },
  { title: 'ImportItem', description: 'What an import does with one workflow, form or variable.' },
)

export const ImportReportSchema = Type.Object(
  {
    mode: Type.Enum([...IMPORT_MODES], { description: 'As in the request.' }),
    workflows: Type.Array(ImportItemSchema, { description: 'In the order of the bundle.' }),
    forms: Type.Array(ImportItemSchema, { description: 'In the order of the bundle.' }),
    variables: Type.Array(ImportItemSchema, { description: 'In the order of the bundle.' }),
    missing: Type.Array(
      Type.Object(
        {
          ...ReferenceSchema.properties,
          kind: Type.Enum([...REFERENCE_KINDS, 'variable'], {
            description: 'What is missing. The id of a variable is its name.',
          }),
          used_by: Type.Array(Type.String(), { description: 'Names of the workflows that use it.' }),
          reason: Type.String({ description: 'Why it was not found, and what to do.' }),
        },
        {
          title: 'MissingReference',
          description: 'Something that the workflows need and the account lacks.',
        },
      ),
      { description: 'The imported workflows cannot use these until you create or choose them.' },
    ),
  },
  { title: 'ImportReport', description: 'What an import did, or would do.' },
)

export type ImportItem = Static<typeof ImportItemSchema>
export type ImportReport = Static<typeof ImportReportSchema>

const EXPORT_NOTE =
  'Credentials are part of it by name and type only. Names of credentials, names of integrations, forms and variables need the ' +
  'scopes `credentials:read`, `integrations:read`, `forms:read` and `variables:read`.'

export const exportWorkflow = defineOperation({
  id: 'exportWorkflow',
  method: 'GET',
  path: '/workflows/:id/export',
  tag: 'Workflows',
  summary: 'Export a workflow',
  description: `A bundle that \`POST /import\` accepts, also in another installation. ${EXPORT_NOTE}`,
  scope: 'workflows:read',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'The bundle.', data: BundleSchema },
  example: {},
})

export const exportBundle = defineOperation({
  id: 'exportBundle',
  method: 'POST',
  path: '/export',
  tag: 'Workflows',
  summary: 'Export several workflows',
  description: `One bundle of up to ${MAX_BUNDLED} workflows, with the forms that start them. ${EXPORT_NOTE}`,
  scope: 'workflows:read',
  extension: true,
  audit: 'never',
  looksUp: true,
  body: Type.Object(
    {
      workflow_ids: Type.Optional(
        Type.Array(IdSchema, {
          minItems: 1,
          maxItems: MAX_BUNDLED,
          description: 'The workflows to export. Default: all of them.',
        }),
      ),
      folder: Type.Optional(
        textSchema({
          maxLength: 200,
          description: 'Without `workflow_ids`: only workflows in this folder or below it.',
        }),
      ),
      drafts: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Whether to export the working copies instead of what is live.',
        }),
      ),
    },
    { title: 'ExportRequest', description: 'What to export.' },
  ),
  bodyOptional: true,
  success: { status: 200, description: 'The bundle.', data: BundleSchema },
  example: { body: { folder: 'Sales' } },
})

export const importBundle = defineOperation({
  id: 'importBundle',
  method: 'POST',
  path: '/import',
  tag: 'Workflows',
  summary: 'Import workflows, forms and variables',
  description:
    'By default nothing is changed: the answer says what an import would do. Workflows and forms are found by id, then by name ' +
    '(workflows: in their folder). New workflows are drafts; a published workflow that is replaced runs the new definition at ' +
    'once. Credentials, integrations and other workflows are found by id, by `map`, then by name and type; what is missing is ' +
    'listed, and its id stays in the nodes, so that `POST /workflows/:id/check` reports it. Forms and ' +
    'variables need the scopes `forms:write` and `variables:write`.',
  scope: 'workflows:write',
  extension: true,
  body: Type.Object(
    {
      bundle: ImportedBundleSchema,
      mode: Type.Optional(
        Type.Enum([...IMPORT_MODES], {
          default: 'check',
          description:
            '`check` changes nothing. `create` creates what is missing and overwrites nothing. `replace` also replaces what differs.',
        }),
      ),
      map: Type.Optional(
        Type.Record(Type.String({ maxLength: 100 }), nullable(IdSchema), {
          description:
            'Which credential, integration or workflow of this account stands for an id of the bundle. Null: none, the nodes lose it.',
        }),
      ),
    },
    { title: 'ImportRequest', description: 'What to import, and how.' },
  ),
  success: { status: 200, description: 'What the import did, or would do.', data: ImportReportSchema },
  example: {
    body: {
      bundle: {
        workflows: [{ name: 'Greeting', nodes: [{ id: 'start', type: 'start' }], edges: [] }],
      },
      mode: 'create',
    },
  },
})
