import Type from 'typebox'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import type { ActionDefinition } from '#integrations/entry/action.ts'
import type { CredentialFields } from '#integrations/entry/credential-form.ts'
import { encodePathValue } from '#integrations/entry/build-request.ts'
import { toText } from '#integrations/entry/encode-text.ts'
import { refuse } from '#integrations/entry/refusal.ts'
import { place } from '#integrations/entry/shape.ts'
import type { ActionAnswer } from '#ports/index.ts'
import { readListing } from './read-listing.ts'
import { presign, type SigningKey } from './signature.ts'

const LONGEST_SECONDS = 604_800

const key = Type.String({
  title: 'Key',
  description: 'The name of the object, such as reports/2026.csv.',
  minLength: 1,
  maxLength: 1024,
})

/** The bucket in the path works with every service, also those without a name for each bucket. */
export function endpointOf({ endpoint, region = '', bucket = '' }: CredentialFields): string {
  return `${(endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '')}/${bucket}`
}

export function signingKeyOf(fields: CredentialFields): SigningKey {
  const { access_key_id: accessKeyId = '', secret_access_key: secretAccessKey = '', region = '' } = fields
  const { session_token: sessionToken } = fields
  return {
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    ...(sessionToken === undefined ? {} : { sessionToken }),
  }
}

export const s3Actions: readonly ActionDefinition[] = [
  {
    name: 'put_object',
    title: 'Store a text',
    help: 'Stores a text as an object.',
    idempotent: true,
    parameters: Type.Object({
      key,
      body: Type.String({ title: 'Text', description: 'What is stored, in UTF-8.' }),
      content_type: Type.Optional(
        Type.String({
          title: 'Media type',
          description: 'Such as text/csv.',
          default: 'text/plain; charset=utf-8',
        }),
      ),
    }),
    request: {
      method: 'PUT',
      path: '/{+key}',
      headers: { 'content-type': place('content_type') },
      body: { as: 'text', value: place('body') },
    },
    output: { compute: describeStored },
    example: { key: 'reports/{{ input.id }}.csv', body: '{{ previous.csv }}', content_type: 'text/csv' },
  },
  {
    name: 'put_bytes',
    title: 'Store bytes',
    help: 'Stores what a base64 text holds as an object.',
    idempotent: true,
    parameters: Type.Object({
      key,
      body: Type.String({ title: 'Bytes', description: 'In base64.' }),
      content_type: Type.Optional(Type.String({ title: 'Media type', description: 'Such as image/png.' })),
    }),
    request: {
      method: 'PUT',
      path: '/{+key}',
      headers: { 'content-type': place('content_type') },
      body: { as: 'base64', value: place('body') },
    },
    output: { compute: describeStored },
    example: { key: 'images/a.png', body: 'iVBORw0KGgo=', content_type: 'image/png' },
  },
  {
    name: 'get_object',
    title: 'Read an object',
    help: 'Reads an object of up to 1 MiB: JSON as JSON, text as text, everything else as base64.',
    idempotent: true,
    parameters: Type.Object({ key }),
    request: { method: 'GET', path: '/{+key}' },
    output: {
      compute: ({ headers, body, encoding }) => ({
        body,
        encoding,
        content_type: headers['content-type'] ?? null,
        etag: headers['etag'] ?? null,
        last_modified: headers['last-modified'] ?? null,
      }),
    },
    example: { key: 'reports/2026.csv' },
  },
  {
    name: 'list_objects',
    title: 'List objects',
    help: 'Lists objects by the beginning of their keys.',
    idempotent: true,
    parameters: Type.Object({
      prefix: Type.Optional(Type.String({ title: 'Beginning', description: 'Only keys that begin so.' })),
      delimiter: Type.Optional(
        Type.String({ title: 'Delimiter', description: 'Such as /, to list like folders.' }),
      ),
      max_keys: Type.Optional(
        Type.Integer({ title: 'Most', description: 'How many at once.', minimum: 1, maximum: 1000 }),
      ),
      continuation_token: Type.Optional(
        Type.String({ title: 'Continue', description: '`next` of the answer before.' }),
      ),
    }),
    request: {
      method: 'GET',
      path: '',
      query: {
        'list-type': '2',
        prefix: place('prefix'),
        delimiter: place('delimiter'),
        'max-keys': place('max_keys'),
        'continuation-token': place('continuation_token'),
      },
    },
    output: { compute: ({ body }) => readListing(typeof body === 'string' ? body : '') },
    example: { prefix: 'reports/' },
  },
  {
    name: 'delete_object',
    title: 'Delete an object',
    help: 'Deletes an object. One that is not there is deleted as well.',
    idempotent: true,
    parameters: Type.Object({ key }),
    request: { method: 'DELETE', path: '/{+key}' },
    output: { compute: (_, parameters) => ({ key: parameters['key'] ?? null, deleted: true }) },
    example: { key: 'reports/2025.csv' },
  },
  {
    name: 'presign_url',
    title: 'Make a link',
    help: 'Makes an address by which anybody may read or store one object for a while. Nothing is sent for it.',
    idempotent: true,
    parameters: Type.Object({
      key,
      method: Type.Optional(
        Type.Enum(['GET', 'PUT'], { title: 'For', description: 'Reading or storing.', default: 'GET' }),
      ),
      expires_in: Type.Optional(
        Type.Integer({
          title: 'Seconds',
          description: 'How long it is good for, at most a week.',
          minimum: 1,
          maximum: LONGEST_SECONDS,
          default: 3600,
        }),
      ),
    }),
    compute(parameters, fields, now) {
      const { key: name, method = 'GET', expires_in: seconds = 3600 } = parameters
      const path = encodePathValue('key', name, '+')
      if (typeof path !== 'string') return path
      // It would stand in the link, which is an output: there no secret may be, and without it the link is no good.
      if (fields['session_token'] !== undefined) {
        return refuse(
          'CREDENTIAL_NOT_USABLE',
          'Links cannot be made with temporary keys: use a key without a session token.',
        )
      }
      const address = new URL(`${endpointOf(fields)}/${path}`)
      const url = presign(signingKeyOf(fields), toText(method), address, now, Number(seconds))
      return { ok: true, output: { url, method, expires_in: seconds } }
    },
    example: { key: 'reports/2026.csv', expires_in: 600 },
  },
]

function describeStored({ headers }: ActionAnswer, parameters: JsonObject): JsonValue {
  return { key: parameters['key'] ?? null, etag: headers['etag'] ?? null }
}
