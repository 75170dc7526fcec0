import { knownForm } from '#integrations/entry/credential-form.ts'
import { connectionTestMs, type IntegrationEntry } from '#integrations/entry/integration-entry.ts'
import { missingCredential } from '#integrations/entry/test-connection.ts'

export const postgresIntegration: IntegrationEntry = {
  type: 'postgres',
  name: 'PostgreSQL',
  summary: 'Query a PostgreSQL database.',
  credential: knownForm(
    'postgres',
    'Best a user of its own with only the rights the workflows need. Write @, :, / and % of the password as %40, %3A, %2F and %25.',
  ),
  actions: [
    {
      name: 'query',
      title: 'Run a statement',
      help: 'The same as the node `postgres`. The statement is taken as it is; values belong into `parameters`.',
      idempotent: false,
      node: 'postgres',
      // A name of its own: it is the one parameter of all integrations in which nothing is ever filled in.
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
      ? { ok: true, message: 'Logged in, and the database answered "select 1".' }
      : { ok: false, message: result.message }
  },
}
