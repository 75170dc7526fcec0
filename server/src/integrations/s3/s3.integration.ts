import {
  checkBaseUrl,
  type CredentialField,
  type CredentialFields,
  fieldsForm,
} from '#integrations/entry/credential-form.ts'
import type { IntegrationEntry } from '#integrations/entry/integration-entry.ts'
import { checkToken, tokenField } from '#integrations/entry/secret-field.ts'
import { testConnection } from '#integrations/entry/test-connection.ts'
import { endpointOf, s3Actions, signingKeyOf } from './s3-actions.ts'
import { signHeaders } from './signature.ts'

const fields: readonly CredentialField[] = [
  {
    name: 'access_key_id',
    title: 'Access key ID',
    help: 'The public half of the key.',
    secret: false,
    example: 'AKIAIOSFODNN7EXAMPLE',
    check: checkToken,
  },
  tokenField(
    'Secret access key',
    'The secret half of the key.',
    'your-secret-access-key',
    'secret_access_key',
  ),
  {
    name: 'region',
    title: 'Region',
    help: 'Such as eu-central-1; us-east-1 where a service has none.',
    secret: false,
    example: 'eu-central-1',
    check: checkToken,
  },
  {
    name: 'bucket',
    title: 'Bucket',
    help: 'The bucket all actions use.',
    secret: false,
    example: 'my-bucket',
    check: (text) =>
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) ? undefined : 'must be the name of a bucket',
  },
  {
    name: 'endpoint',
    title: 'Endpoint',
    help: 'For other services than AWS: where it is, without the bucket.',
    secret: false,
    optional: true,
    example: 'https://storage.example.com',
    check: checkBaseUrl,
  },
  {
    name: 'session_token',
    title: 'Session token',
    help: 'Only with temporary keys.',
    secret: true,
    optional: true,
    example: 'your-session-token',
    check: checkToken,
  },
]

export const s3Integration: IntegrationEntry = {
  type: 's3',
  name: 'S3-compatible storage',
  summary: 'Objects in a bucket of AWS S3 or of any service that speaks its API.',
  credential: fieldsForm(
    {
      type: 's3',
      title: 'S3 bucket',
      help: 'Create a key of its own with rights on one bucket only.',
    },
    fields,
  ),
  connect: (given: CredentialFields) => ({
    baseUrl: endpointOf(given),
    sign: ({ method, url, headers, body }, now) =>
      signHeaders(signingKeyOf(given), { method, url: new URL(url), headers, body }, now),
  }),
  actions: s3Actions,
  test: (context) =>
    testConnection(
      s3Integration,
      {
        request: { method: 'GET', path: '', query: { 'list-type': '2', 'max-keys': '1' } },
        read: () => 'The storage accepted the key, and the bucket can be listed.',
        explain: ({ status }) =>
          status === 403
            ? 'The storage did not accept the key, or the key may not list the bucket.'
            : status === 404
              ? 'There is no such bucket.'
              : undefined,
      },
      context,
    ),
}
