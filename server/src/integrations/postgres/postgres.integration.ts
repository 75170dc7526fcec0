import { credentialForm, missingCredential } from '#integrations/entry/credential-form.ts'
import { connectionTestMs, type IntegrationEntry } from '#integrations/entry/integration-entry.ts'

export const postgresIntegration: IntegrationEntry = {
  type: 'postgres',
  name: 'PostgreSQL',
  summary: 'Query a PostgreSQL database.',
  credential: credentialForm(
    'postgres',
    'Best a user of its own with only the rights the workflows need. Write @, :, / and % of the password as %40, %3A, %2F and %25.',
  ),
  async test({ sql, secret, signal }) {
    if (secret === null) return missingCredential('postgres')
    const options = { deadlineMs: connectionTestMs, ...(signal === undefined ? {} : { signal }) }
    const result = await sql.probe(secret, options)
    return result.ok
      ? { ok: true, message: 'Logged in, and the database answered "select 1".' }
      : { ok: false, message: result.message }
  },
}
