import { knownForm } from '#integrations/entry/credential-form.ts'
import { connectionTestMs, type IntegrationEntry } from '#integrations/entry/integration-entry.ts'
import { missingCredential } from '#integrations/entry/test-connection.ts'

export const smtpIntegration: IntegrationEntry = {
  type: 'smtp',
  name: 'Email (SMTP)',
  summary: 'Send email through a mail server.',
  credential: knownForm(
    'smtp',
    'Your mail provider shows host, port, user and password under "SMTP" or "outgoing mail". Write @, :, / and % of the user name and password as %40, %3A, %2F and %25.',
  ),
  actions: [
    {
      name: 'send_email',
      title: 'Send an email',
      help: 'The same as the node `email`.',
      idempotent: false,
      node: 'email',
      example: {
        to: '{{ input.email }}',
        from: 'Shop <shop@example.com>',
        subject: 'Your order',
        text: 'It is on its way.',
      },
    },
  ],
  async test({ mail, secret, signal }) {
    if (secret === null) return missingCredential('smtp')
    const result = await mail.verify(secret, { deadlineMs: connectionTestMs, signal })
    return result.ok
      ? { ok: true, message: 'The mail server greeted us and accepted the login.' }
      : { ok: false, message: result.message }
  },
}
