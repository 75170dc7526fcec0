import { signHeaders } from '#domain/index.ts'
import {
  checkBaseUrl,
  type CredentialField,
  type CredentialFields,
  fieldsForm,
} from '#integrations/kit/credential-form.ts'
import type { IntegrationEntry, UnsignedRequest } from '#integrations/kit/integration-entry.ts'
import { checkToken, tokenField } from '#integrations/kit/secret-field.ts'
import { probeConnection } from '#integrations/kit/probe-connection.ts'
import { endpointOf, s3Actions, signingKeyOf } from './s3-actions.ts'

const fields: readonly CredentialField[] = [
  {
    name: 'access_key_id',
    title: 'Access key ID',
    help: 'The public part of the key.',
    secret: false,
    example: 'AKIAIOSFODNN7EXAMPLE',
    check: checkToken,
  },
  tokenField(
    'Secret access key',
    'The secret part of the key.',
    'your-secret-access-key',
    'secret_access_key',
  ),
  {
    name: 'region',
    title: 'Region',
    help: 'The region, such as eu-central-1. Use us-east-1 if the service has no regions.',
    secret: false,
    example: 'eu-central-1',
    check: checkToken,
  },
  {
    name: 'bucket',
    title: 'Bucket',
    help: 'The bucket that all actions use.',
    secret: false,
    example: 'my-bucket',
    check: (text) =>
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) ? undefined : 'must be a valid bucket name',
  },
  {
    name: 'endpoint',
    title: 'Endpoint',
    help: 'For services other than AWS: the URL of the service, without the bucket.',
    secret: false,
    optional: true,
    example: 'https://storage.example.com',
    check: checkBaseUrl,
  },
  {
    name: 'session_token',
    title: 'Session token',
    help: 'Only for temporary keys.',
    secret: true,
    optional: true,
    example: 'your-session-token',
    check: checkToken,
  },
]

/** The digest of a file is known before its content is sent. */
function signable(body: UnsignedRequest['body']) {
  return typeof body === 'object' && 'open' in body ? { sha256: body.sha256 ?? 'UNSIGNED-PAYLOAD' } : body
}

export const s3Integration: IntegrationEntry = {
  type: 's3',
  name: 'S3-compatible storage',
  summary: 'Read and write objects in a bucket of AWS S3 or of any compatible service.',
  credential: fieldsForm(
    {
      type: 's3',
      title: 'S3 bucket',
      help: 'Create a separate key with permissions for one bucket only.',
    },
    fields,
  ),
  connect: (given: CredentialFields) => ({
    baseUrl: endpointOf(given),
    sign: ({ method, url, headers, body }, now) =>
      signHeaders(signingKeyOf(given), { method, url: new URL(url), headers, body: signable(body) }, now),
  }),
  actions: s3Actions,
  test: (context) =>
    probeConnection(
      s3Integration,
      {
        request: { method: 'GET', path: '', query: { 'list-type': '2', 'max-keys': '1' } },
        read: () => 'The storage accepted the key, and the key can list the bucket.',
        explain: ({ status }) =>
          status === 403
            ? 'The storage rejected the key, or the key does not have permission to list the bucket.'
            : status === 404
              ? 'The bucket does not exist. Check its name, the region and the endpoint.'
              : undefined,
      },
      context,
    ),
}
