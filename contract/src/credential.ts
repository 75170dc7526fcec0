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
    name: Type.String({ description: 'What people call it.' }),
    type: Type.String({ description: 'What kind of secret it is.' }),
    created_at: TimestampSchema,
    last_used_at: nullable(TimestampSchema),
  },
  { title: 'Credential', description: 'Never carries the secret.' },
)

export const NewCredentialSchema = Type.Object(
  {
    name: nameSchema({ maxLength: 200, description: 'What people call it.', examples: ['Billing key'] }),
    type: Type.String({
      pattern: '^[a-z][a-z0-9_]*$',
      maxLength: 64,
      description:
        'An identifier. Known: api_key, bearer_token, basic_auth, custom_header, query_param, oauth2_client, openapi, smtp, postgres and ' +
        "each integration's own; others are opaque secrets.",
      examples: ['api_key'],
    }),
    value: Type.Refine(
      textSchema({ maxLength: 65_536, description: 'The secret. Write-only: no answer ever contains it.' }),
      (value) => value.length > 0,
      () => 'must not be empty',
    ),
    allowed_hosts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
        maxItems: 100,
        description:
          'The secret is attached only to requests to these hosts; `*.example.com` covers subdomains.',
      }),
    ),
  },
  { title: 'NewCredential', description: 'A secret to keep. It is encrypted before it is stored.' },
)

export type Credential = Static<typeof CredentialSchema>
export type NewCredential = Static<typeof NewCredentialSchema>

export const listCredentials = defineOperation({
  id: 'listCredentials',
  method: 'GET',
  path: '/credentials',
  tag: 'Credentials',
  summary: 'List credentials',
  description: 'Secret values are never included.',
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
  description: 'A type that names an integration of the catalogue connects that integration as well.',
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
  description: 'The secret is gone for good; integrations that were connected with it are disconnected.',
  scope: 'credentials:write',
  params: IdParams,
  success: { status: 200, description: 'Confirmation.', data: DeletedSchema },
  example: {},
})
