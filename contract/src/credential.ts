import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { PageMetaSchema, PageQuery } from './paging.ts'
import {
  DeletedSchema,
  IdParams,
  IdSchema,
  nameSchema,
  nullable,
  textSchema,
  TimestampSchema,
} from './primitives.ts'

export const CredentialSchema = Type.Object(
  {
    id: IdSchema,
    name: Type.String({ description: 'Display name.' }),
    type: Type.String({ description: 'The kind of secret.' }),
    created_at: TimestampSchema,
    last_used_at: nullable(TimestampSchema),
  },
  { title: 'Credential', description: 'A stored secret, without its value.' },
)

export const NewCredentialSchema = Type.Object(
  {
    name: nameSchema({ maxLength: 200, description: 'Display name.', examples: ['Billing key'] }),
    type: Type.String({
      pattern: '^[a-z][a-z0-9_]*$',
      maxLength: 64,
      description:
        'An identifier that determines the format of `value`. Known types: `api_key`, `bearer_token`, `basic_auth`, `custom_header`, ' +
        '`query_param`, `oauth2_client`, `openapi`, `smtp`, `postgres` and the type of each integration. Values of any other type are stored as opaque text.',
      examples: ['api_key'],
    }),
    value: Type.Refine(
      textSchema({ maxLength: 65_536, description: 'The secret. Write-only: no response ever contains it.' }),
      (value) => value.length > 0,
      () => 'must not be empty',
    ),
    allowed_hosts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
        maxItems: 100,
        description:
          'The only hosts that the secret may be sent to; `*.example.com` matches every subdomain. Without it, every host is allowed.',
      }),
    ),
  },
  { title: 'NewCredential', description: 'A secret to store. It is encrypted before it is written.' },
)

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
  query: PageQuery,
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
