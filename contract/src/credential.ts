import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { PageMetaSchema, PageQuery } from './paging.ts'
import {
  DeletedSchema,
  IdParams,
  IdSchema,
  includeSchema,
  nameSchema,
  nullable,
  textSchema,
  TimestampSchema,
} from './primitives.ts'

export const CREDENTIAL_STATUSES = ['untested', 'working', 'failing'] as const
export type CredentialStatus = (typeof CREDENTIAL_STATUSES)[number]

/** What `include` can add to a credential; without it the shape is exactly that of the specification. */
export const CREDENTIAL_INCLUDES = ['status', 'last_error', 'allowed_hosts', 'value_changed_at'] as const

const include = includeSchema(CREDENTIAL_INCLUDES, 'status,last_error')

const CredentialErrorSchema = Type.Object(
  {
    message: Type.String({ description: 'Why the service refused the secret.' }),
    at: TimestampSchema,
  },
  { title: 'CredentialError', description: 'The last refusal of a secret.' },
)

const allowedHosts = Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
  maxItems: 100,
  description:
    'The only hosts that the secret may be sent to; `*.example.com` matches every subdomain. Without it, every host is allowed.',
})

export const CredentialSchema = Type.Object(
  {
    id: IdSchema,
    name: Type.String({ description: 'Display name.' }),
    type: Type.String({ description: 'The kind of secret.' }),
    created_at: TimestampSchema,
    last_used_at: nullable(TimestampSchema),
    status: Type.Optional(
      Type.Enum([...CREDENTIAL_STATUSES], {
        description:
          '`working` after a service accepted the secret, `failing` after one refused it or a connection test failed, `untested` before the first use and after the value was replaced.',
      }),
    ),
    last_error: Type.Optional(nullable(CredentialErrorSchema)),
    allowed_hosts: Type.Optional(nullable(allowedHosts)),
    value_changed_at: Type.Optional(TimestampSchema),
  },
  { title: 'Credential', description: 'A stored secret, without its value.' },
)

const name = nameSchema({ maxLength: 200, description: 'Display name.', examples: ['Billing key'] })
const value = Type.Refine(
  textSchema({ maxLength: 65_536, description: 'The secret. Write-only: no response ever contains it.' }),
  (text) => text.length > 0,
  () => 'must not be empty',
)

export const NewCredentialSchema = Type.Object(
  {
    name,
    type: Type.String({
      pattern: '^[a-z][a-z0-9_]*$',
      maxLength: 64,
      description:
        'An identifier that determines the format of `value`. Known types: `api_key`, `bearer_token`, `basic_auth`, `custom_header`, ' +
        '`query_param`, `oauth2_client`, `openapi`, `signing_key`, `smtp`, `postgres` and the type of each integration. Values of any other type are stored as opaque text.',
      examples: ['api_key'],
    }),
    value,
    allowed_hosts: Type.Optional(allowedHosts),
  },
  { title: 'NewCredential', description: 'A secret to store. It is encrypted before it is written.' },
)

const CredentialChangesSchema = Type.Object(
  {
    name: Type.Optional(name),
    value: Type.Optional(value),
    allowed_hosts: Type.Optional(nullable(allowedHosts)),
  },
  {
    title: 'CredentialChanges',
    description:
      'The members to change. The result of GET can be sent back: read-only members, including `type`, are ignored.',
  },
)

const CredentialUsageSchema = Type.Object(
  {
    workflow_count: Type.Integer({ minimum: 0, description: 'The number of workflows that use it.' }),
    workflows: Type.Array(
      Type.Object({
        id: IdSchema,
        name: Type.String({ description: 'Display name of the workflow.' }),
        live: Type.Boolean({ description: 'Whether the live version uses it.' }),
        draft: Type.Boolean({ description: 'Whether edits that are not live use it.' }),
        nodes: Type.Array(
          Type.Object({
            id: Type.String({ description: 'The id of the node.' }),
            name: Type.String({ description: 'The name of the node, or its id if it has none.' }),
            type: Type.String({ description: 'The type of the node.' }),
            integration_id: Type.Optional(
              Type.String({
                format: 'uuid',
                description: 'Set if the node uses the credential through this integration.',
              }),
            ),
          }),
          { description: 'The nodes that use it.' },
        ),
      }),
      { description: 'The first 100 workflows, by name.' },
    ),
    integrations: Type.Array(
      Type.Object({
        id: IdSchema,
        type: Type.String({ description: 'The type of the integration.' }),
        name: Type.String({ description: 'Display name of the integration.' }),
      }),
      { description: 'The integrations that are connected with it.' },
    ),
    triggers: Type.Array(
      Type.Object({
        id: IdSchema,
        workflow_id: IdSchema,
        workflow_name: Type.String({ description: 'Display name of the workflow.' }),
        node_id: Type.String({ description: 'The id of the trigger node.' }),
        kind: Type.String({ description: 'The kind of trigger, such as `webhook`.' }),
        state: Type.Enum(['live', 'inactive'], { description: 'Whether the trigger starts runs.' }),
      }),
      { description: 'The first 100 triggers that check calls with it.' },
    ),
  },
  { title: 'CredentialUsage', description: 'What stops working when the credential is deleted.' },
)

export type CredentialChanges = Static<typeof CredentialChangesSchema>
export type CredentialUsage = Static<typeof CredentialUsageSchema>
export type Credential = Static<typeof CredentialSchema>
export type NewCredential = Static<typeof NewCredentialSchema>

export const listCredentials = defineOperation({
  id: 'listCredentials',
  method: 'GET',
  path: '/credentials',
  tag: 'Credentials',
  summary: 'List credentials',
  description: 'Newest first, without the secret values.',
  scope: 'credentials:read',
  query: Type.Object({
    ...PageQuery.properties,
    search: Type.Optional(
      textSchema({
        maxLength: 200,
        description: 'A substring of the name, case-insensitive. `%` and `_` have no special meaning.',
      }),
    ),
    type: Type.Optional(textSchema({ maxLength: 64, description: 'Only credentials of this type.' })),
    status: Type.Optional(
      Type.Enum([...CREDENTIAL_STATUSES], { description: 'Only credentials with this status.' }),
    ),
    include: Type.Optional(include),
  }),
  success: {
    status: 200,
    description: 'A page of credentials.',
    data: Type.Array(CredentialSchema),
    meta: PageMetaSchema,
  },
  example: {},
})

export const createCredential = defineOperation({
  id: 'createCredential',
  method: 'POST',
  path: '/credentials',
  tag: 'Credentials',
  summary: 'Store a credential',
  description:
    'If the type is that of an integration in the catalogue, the request also connects that integration.',
  scope: 'credentials:write',
  body: NewCredentialSchema,
  success: { status: 201, description: 'The credential, without its value.', data: CredentialSchema },
  example: { body: { name: 'Billing key', type: 'api_key', value: 'not-a-real-key' } },
})

export const deleteCredential = defineOperation({
  id: 'deleteCredential',
  method: 'DELETE',
  path: '/credentials/:id',
  tag: 'Credentials',
  summary: 'Delete a credential',
  description:
    'Deletes the secret permanently and disconnects the integrations that use it. Nodes that refer to it fail.',
  scope: 'credentials:write',
  params: IdParams,
  success: { status: 200, description: 'Confirmation.', data: DeletedSchema },
  example: {},
})

export const getCredential = defineOperation({
  id: 'getCredential',
  method: 'GET',
  path: '/credentials/:id',
  tag: 'Credentials',
  summary: 'Read a credential',
  description: 'Without the secret value.',
  scope: 'credentials:read',
  extension: true,
  params: IdParams,
  query: Type.Object({ include: Type.Optional(include) }),
  success: { status: 200, description: 'The credential, without its value.', data: CredentialSchema },
  example: { query: 'include=status,last_error' },
})

export const updateCredential = defineOperation({
  id: 'updateCredential',
  method: 'PATCH',
  path: '/credentials/:id',
  tag: 'Credentials',
  summary: 'Update a credential',
  description:
    'Changes the name, the secret or the allowed hosts. The id stays, so workflows and integrations use the new secret from their ' +
    'next request on; a request that is already being sent uses the earlier one. A new secret resets the status to `untested`.',
  scope: 'credentials:write',
  extension: true,
  params: IdParams,
  body: CredentialChangesSchema,
  success: { status: 200, description: 'The credential, without its value.', data: CredentialSchema },
  example: { body: { value: 'not-a-real-key-either' } },
})

export const listCredentialUsage = defineOperation({
  id: 'listCredentialUsage',
  method: 'GET',
  path: '/credentials/:id/usage',
  tag: 'Credentials',
  summary: 'List what uses a credential',
  description:
    'Workflows by their live version and by their edits that are not live, integrations, and triggers that check calls with it.',
  scope: 'credentials:read',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'What uses the credential.', data: CredentialUsageSchema },
  example: {},
})
