import Type from 'typebox'
import {
  type JsonObject,
  type JsonValue,
  presign,
  type SigningKey,
  withoutTrailingSlashes,
} from '#domain/index.ts'
import type { ActionAnswer } from '#ports/index.ts'
import type { ActionDefinition } from '#integrations/kit/action.ts'
import type { CredentialFields } from '#integrations/kit/credential-form.ts'
import { encodePathValue } from '#integrations/kit/build-request.ts'
import { toText } from '#integrations/kit/encode-text.ts'
import { refuse } from '#integrations/kit/refusal.ts'
import { fromParameter } from '#integrations/kit/shape.ts'
import { readListing } from './read-listing.ts'

const MAX_EXPIRES_SECONDS = 604_800

const key = Type.String({
  title: 'Key',
  description: 'The key of the object, such as reports/2026.csv.',
  minLength: 1,
  maxLength: 1024,
})

/** Puts the bucket in the path: this works with every service, including those without a host name per bucket. */
export function endpointOf({ endpoint, region = '', bucket = '' }: CredentialFields): string {
  return `${withoutTrailingSlashes(endpoint ?? `https://s3.${region}.amazonaws.com`)}/${bucket}`
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
    name: 'upload_file',
    title: 'Upload a file',
    help: 'Stores a file as an object. Its content is streamed, whatever its size up to 5 GiB.',
    idempotent: true,
    parameters: Type.Object({
      key,
      file: Type.Unknown({ title: 'File', description: 'The file to store, such as {{ input.file }}.' }),
      content_type: Type.Optional(
        Type.String({
          title: 'Content type',
          description: 'The content type, such as application/pdf; that of the file by default.',
        }),
      ),
    }),
    request: {
      method: 'PUT',
      path: '/{+key}',
      headers: { 'content-type': fromParameter('content_type') },
      body: { as: 'file', value: fromParameter('file') },
    },
    output: { compute: describeStored },
    example: { key: 'reports/{{ input.id }}.pdf', file: '{{ input.file }}' },
  },
  {
    name: 'download_file',
    title: 'Download a file',
    help: 'Reads an object of any size up to `MILLRACE_FILE_LIMIT` as a file, which `file` of the output is. Its name is the last segment of the key.',
    idempotent: true,
    parameters: Type.Object({ key }),
    request: { method: 'GET', path: '/{+key}' },
    output: {
      isFile: true,
      compute: ({ headers, body }, parameters) => ({
        key: parameters['key'] ?? null,
        file: body,
        etag: headers['etag'] ?? null,
        last_modified: headers['last-modified'] ?? null,
      }),
    },
    example: { key: 'reports/2026.pdf' },
  },
  {
    name: 'put_object',
    title: 'Upload text',
    help: 'Stores text as an object.',
    idempotent: true,
    parameters: Type.Object({
      key,
      body: Type.String({ title: 'Text', description: 'The text to store, in UTF-8.' }),
      content_type: Type.Optional(
        Type.String({
          title: 'Content type',
          description: 'The content type, such as text/csv.',
          default: 'text/plain; charset=utf-8',
        }),
      ),
    }),
    request: {
      method: 'PUT',
      path: '/{+key}',
      headers: { 'content-type': fromParameter('content_type') },
      body: { as: 'text', value: fromParameter('body') },
    },
    output: { compute: describeStored },
    example: { key: 'reports/{{ input.id }}.csv', body: '{{ previous.csv }}', content_type: 'text/csv' },
  },
  {
    name: 'put_bytes',
    title: 'Upload binary data',
    help: 'Stores the bytes of a base64 string as an object.',
    idempotent: true,
    parameters: Type.Object({
      key,
      body: Type.String({ title: 'Bytes', description: 'The bytes to store, in base64.' }),
      content_type: Type.Optional(
        Type.String({ title: 'Content type', description: 'The content type, such as image/png.' }),
      ),
    }),
    request: {
      method: 'PUT',
      path: '/{+key}',
      headers: { 'content-type': fromParameter('content_type') },
      body: { as: 'base64', value: fromParameter('body') },
    },
    output: { compute: describeStored },
    example: { key: 'images/a.png', body: 'iVBORw0KGgo=', content_type: 'image/png' },
  },
  {
    name: 'get_object',
    title: 'Get an object',
    help: 'Reads an object of up to 1 MiB. JSON is parsed, text is returned as a string, and binary data as base64.',
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
    help: 'Lists the objects in the bucket.',
    idempotent: true,
    parameters: Type.Object({
      prefix: Type.Optional(
        Type.String({ title: 'Prefix', description: 'Only list keys with this prefix.' }),
      ),
      delimiter: Type.Optional(
        Type.String({
          title: 'Delimiter',
          description: 'A delimiter such as /, to group keys like folders.',
        }),
      ),
      max_keys: Type.Optional(
        Type.Integer({
          title: 'Page size',
          description: 'How many keys to return per page.',
          minimum: 1,
          maximum: 1000,
        }),
      ),
      continuation_token: Type.Optional(
        Type.String({ title: 'Continuation token', description: 'The `next` of the previous output.' }),
      ),
    }),
    request: {
      method: 'GET',
      path: '',
      query: {
        'list-type': '2',
        prefix: fromParameter('prefix'),
        delimiter: fromParameter('delimiter'),
        'max-keys': fromParameter('max_keys'),
        'continuation-token': fromParameter('continuation_token'),
      },
    },
    output: { compute: ({ body }) => readListing(typeof body === 'string' ? body : '') },
    example: { prefix: 'reports/' },
  },
  {
    name: 'delete_object',
    title: 'Delete an object',
    help: 'Deletes an object. Succeeds even if the object does not exist.',
    idempotent: true,
    parameters: Type.Object({ key }),
    request: { method: 'DELETE', path: '/{+key}' },
    output: { compute: (_, parameters) => ({ key: parameters['key'] ?? null, deleted: true }) },
    example: { key: 'reports/2025.csv' },
  },
  {
    name: 'presign_url',
    title: 'Create a presigned URL',
    help: 'Creates a URL with which anyone can read or store one object for a limited time. No request is sent.',
    idempotent: true,
    parameters: Type.Object({
      key,
      method: Type.Optional(
        Type.Enum(['GET', 'PUT'], {
          title: 'Method',
          description: '`GET` to read the object, `PUT` to store it.',
          default: 'GET',
        }),
      ),
      expires_in: Type.Optional(
        Type.Integer({
          title: 'Expiry in seconds',
          description: 'How long the URL is valid, at most one week.',
          minimum: 1,
          maximum: MAX_EXPIRES_SECONDS,
          default: 3600,
        }),
      ),
    }),
    compute(parameters, fields, now) {
      const { key: name, method = 'GET', expires_in: seconds = 3600 } = parameters
      const path = encodePathValue('key', name, '+')
      if (typeof path !== 'string') return path
      // The URL is an output, which must not contain a secret, but it would not work without the session token.
      if (fields['session_token'] !== undefined) {
        return refuse(
          'CREDENTIAL_NOT_USABLE',
          'Presigned URLs cannot be created with temporary keys. Use a key without a session token.',
        )
      }
      const address = new URL(`${endpointOf(fields)}/${path}`)
      const url = presign(signingKeyOf(fields), address, {
        method: toText(method),
        now,
        expiresInSeconds: Number(seconds),
      })
      return { ok: true, output: { url, method, expires_in: seconds } }
    },
    example: { key: 'reports/2026.csv', expires_in: 600 },
  },
]

function describeStored({ headers }: ActionAnswer, parameters: JsonObject): JsonValue {
  return { key: parameters['key'] ?? null, etag: headers['etag'] ?? null }
}
