import { knownForm } from '#integrations/kit/credential-form.ts'
import { connectionTestMs, type IntegrationEntry } from '#integrations/kit/integration-entry.ts'
import { missingCredential } from '#integrations/kit/probe-connection.ts'

export const postgresIntegration: IntegrationEntry = {
  type: 'postgres',
  name: 'PostgreSQL',
  summary: 'Query a PostgreSQL database.',
  credential: knownForm(
    'postgres',
    'We recommend a separate database user with only the permissions that the workflows need. In the password, write @, :, / and % as %40, %3A, %2F and %25.',
  ),
  actions: [
    {
      name: 'query',
      title: 'Run a statement',
      help: 'Does the same as a `postgres` node. Expressions are not evaluated in the statement; put values in `parameters`.',
      idempotent: false,
      node: 'postgres',
      // A separate name: `statement` is the one parameter of integrations in which expressions are not evaluated.
      rename: { statement: 'query' },
      example: {
        statement: 'select id, total from orders where customer = $1',
        parameters: ['{{ input.customer }}'],
      },
    },
  ],
  async test({ sql, secret, signal }) {
    if (secret === null) return missingCredential('postgres')
    const result = await sql.probe(secret, { deadlineMs: connectionTestMs, signal })
    return result.ok
      ? { ok: true, message: 'The database accepted the login and ran "select 1".' }
      : { ok: false, message: result.message }
  },
}
