import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findCredentialProblem } from '#integrations/index.ts'

const S3 = {
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret_access_key: 'CANARY-secret',
  region: 'eu-central-1',
  bucket: 'my-bucket',
}
const problemOf = (value: object) => findCredentialProblem('s3', JSON.stringify(value))

it('A complete value has no problem', () => {
  assert.equal(problemOf(S3), null)
})

it('Every wrong field of a credential is named', () => {
  const { access_key_id, secret_access_key: secret } = S3
  assert.equal(
    problemOf({ access_key_id, bucket: 'My Bucket', secret_acces_key: secret, endpoint: 'ftp://x' }),
    'has the unknown field secret_acces_key (did you mean secret_access_key?), and it has no secret_access_key, ' +
      'and it has no region, and it has a bucket that must be a valid bucket name, and it has an endpoint that ' +
      'must start with http:// or https://, not ftp:',
  )
})

it('The name of a field that resembles no other is not repeated, because it may be a secret', () => {
  const problem = problemOf({ ...S3, 'CANARY-secret-as-a-name': 'x' })
  assert.equal(
    problem,
    'must have only the fields access_key_id, secret_access_key, region, bucket, endpoint, session_token',
  )
})
