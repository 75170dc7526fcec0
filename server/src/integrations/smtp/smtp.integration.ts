import { knownForm } from '#integrations/kit/credential-form.ts'
import { connectionTestMs, type IntegrationEntry } from '#integrations/kit/integration-entry.ts'
import { missingCredential } from '#integrations/kit/probe-connection.ts'

export const smtpIntegration: IntegrationEntry = {
  type: 'smtp',
  name: 'Email (SMTP)',
  summary: 'Send email through a mail server.',
  credential: knownForm(
    'smtp',
    'Your mail provider lists host, port, user name and password under "SMTP" or "outgoing mail". In the user name and the password, write @, :, / and % as %40, %3A, %2F and %25.',
  ),
  actions: [
    {
      name: 'send_email',
      title: 'Send an email',
      help: 'Sends an email through the connected mail server. The node `email` does the same with a credential of its own.',
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
      ? { ok: true, message: 'The mail server accepted the login.' }
      : { ok: false, message: result.message }
  },
}
