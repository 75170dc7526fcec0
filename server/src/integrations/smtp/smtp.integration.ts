import { credentialForm, missingCredential } from '#integrations/entry/credential-form.ts'
import { connectionTestMs, type IntegrationEntry } from '#integrations/entry/integration-entry.ts'

export const smtpIntegration: IntegrationEntry = {
  type: 'smtp',
  name: 'Email (SMTP)',
  summary: 'Send email through a mail server.',
  credential: credentialForm(
    'smtp',
    'Your mail provider shows host, port, user and password under "SMTP" or "outgoing mail". Write @, :, / and % of the user name and password as %40, %3A, %2F and %25.',
  ),
  async test({ mail, secret, signal }) {
    if (secret === null) return missingCredential('smtp')
    const options = { deadlineMs: connectionTestMs, ...(signal === undefined ? {} : { signal }) }
    const result = await mail.verify(secret, options)
    return result.ok
      ? { ok: true, message: 'The mail server greeted us and accepted the login.' }
      : { ok: false, message: result.message }
  },
}
