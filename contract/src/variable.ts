import Type, { type Static } from 'typebox'
import { ChangeMetaSchema } from './change-meta.ts'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery } from './paging.ts'
import { DeletedSchema, IdParams, IdSchema, textSchema, TimestampSchema } from './primitives.ts'

export const MAX_VARIABLE_NAME = 100
export const MAX_VARIABLE_DESCRIPTION = 500
/** What an expression can write behind `vars.`. */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The member of every object that a prototype would change. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

const VariableNameSchema = Type.Refine(
  Type.String({
    minLength: 1,
    maxLength: MAX_VARIABLE_NAME,
    description: `How expressions call it: \`vars.NAME\`. Letters, digits and \`_\`, not a digit first, at most ${MAX_VARIABLE_NAME} characters. Upper and lower case differ.`,
    examples: ['BASE_URL'],
  }),
  (text) => VARIABLE_NAME.test(text) && !FORBIDDEN_NAMES.has(text),
  () => 'must be a name such as `BASE_URL`: letters, digits and `_`, beginning with a letter or `_`',
)

const value = Type.Unknown({
  description:
    'Any JSON up to 32 KiB. Never a secret: everybody who may see workflows sees it. Secrets belong in credentials.',
})

const description = textSchema({
  maxLength: MAX_VARIABLE_DESCRIPTION,
  description: `What it is for, at most ${MAX_VARIABLE_DESCRIPTION} characters.`,
})

const VariableSchema = Type.Object(
  {
    id: IdSchema,
    name: Type.String({ description: 'How expressions call it: `vars.NAME`.' }),
    value: Type.Unknown({ description: 'Any JSON.' }),
    description: Type.String({ description: 'What it is for.' }),
    created_at: TimestampSchema,
    updated_at: TimestampSchema,
  },
  { title: 'Variable', description: 'A value that every workflow of the account can read as `vars.NAME`.' },
)

export const NewVariableSchema = Type.Object(
  { name: VariableNameSchema, value, description: Type.Optional(description) },
  { title: 'NewVariable', description: 'A variable to create.' },
)

const VariableChangesSchema = Type.Object(
  {
    name: Type.Optional(VariableNameSchema),
    value: Type.Optional(value),
    description: Type.Optional(description),
  },
  { title: 'VariableChanges', description: 'What changes; anything else stays.' },
)

const VariableUsageSchema = Type.Object(
  {
    workflow_count: Type.Integer({ minimum: 0, description: 'The number of workflows that use it.' }),
    workflows: Type.Array(
      Type.Object({
        id: IdSchema,
        name: Type.String({ description: 'Display name of the workflow.' }),
        live: Type.Boolean({ description: 'Whether the live version uses it.' }),
        draft: Type.Boolean({ description: 'Whether edits that are not live use it.' }),
        computed: Type.Boolean({
          description:
            'True if the workflow computes names, as in `vars[input.region]`, so that it may use any variable.',
        }),
        nodes: Type.Array(Type.String(), {
          description: 'The names of the nodes that use it, or their ids.',
        }),
      }),
      { description: 'The first 100 workflows, by name.' },
    ),
  },
  { title: 'VariableUsage', description: 'The workflows that use a variable.' },
)

export type Variable = Static<typeof VariableSchema>
export type NewVariable = Static<typeof NewVariableSchema>
export type VariableChanges = Static<typeof VariableChangesSchema>
export type VariableUsage = Static<typeof VariableUsageSchema>

export const listVariables = defineOperation({
  id: 'listVariables',
  method: 'GET',
  path: '/variables',
  tag: 'Variables',
  summary: 'List variables',
  description: 'The variables of the account, newest first.',
  scope: 'variables:read',
  extension: true,
  query: Type.Object({
    ...CursorQuery.properties,
    search: Type.Optional(
      textSchema({
        maxLength: MAX_VARIABLE_NAME,
        description: 'A substring of the name, case-insensitive. `%` and `_` have no special meaning.',
      }),
    ),
  }),
  success: {
    status: 200,
    description: 'A page of variables.',
    data: Type.Array(VariableSchema),
    meta: CursorMetaSchema,
  },
  example: { query: 'limit=20' },
})

export const createVariable = defineOperation({
  id: 'createVariable',
  method: 'POST',
  path: '/variables',
  tag: 'Variables',
  summary: 'Create a variable',
  description:
    'A name that another variable has is refused with 409. Runs that started before do not see it: a run reads variables once, ' +
    'when it starts.',
  scope: 'variables:write',
  extension: true,
  body: NewVariableSchema,
  success: { status: 201, description: 'The variable.', data: VariableSchema },
  example: {
    body: { name: 'BASE_URL', value: 'https://shop.example', description: 'Where the shop is.' },
  },
})

export const getVariable = defineOperation({
  id: 'getVariable',
  method: 'GET',
  path: '/variables/:id',
  tag: 'Variables',
  summary: 'Get a variable',
  scope: 'variables:read',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'The variable.', data: VariableSchema },
  example: {},
})

export const updateVariable = defineOperation({
  id: 'updateVariable',
  method: 'PATCH',
  path: '/variables/:id',
  tag: 'Variables',
  summary: 'Update a variable',
  description:
    'Runs that have started keep the value that they read. Workflows are not changed: after a new name, `meta.warnings` names ' +
    'those that still use the old one.',
  scope: 'variables:write',
  extension: true,
  conditional: true,
  conflicts: true,
  params: IdParams,
  body: VariableChangesSchema,
  success: { status: 200, description: 'The variable.', data: VariableSchema },
  example: { body: { value: 'https://shop.example/v2' } },
})

export const listVariableUsage = defineOperation({
  id: 'listVariableUsage',
  method: 'GET',
  path: '/variables/:id/usage',
  tag: 'Variables',
  summary: 'List what uses a variable',
  description: 'Workflows by their live version and by their edits that are not live.',
  scope: 'variables:read',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'What uses the variable.', data: VariableUsageSchema },
  example: {},
})

export const deleteVariable = defineOperation({
  id: 'deleteVariable',
  method: 'DELETE',
  path: '/variables/:id',
  tag: 'Variables',
  summary: 'Delete a variable',
  description:
    'Runs that have started keep the value that they read. `meta.warnings` names the workflows that still use it: in their next ' +
    'run it is missing.',
  scope: 'variables:write',
  extension: true,
  conditional: true,
  params: IdParams,
  success: {
    status: 200,
    description: 'Confirmation.',
    data: DeletedSchema,
    meta: ChangeMetaSchema,
  },
  example: {},
})
