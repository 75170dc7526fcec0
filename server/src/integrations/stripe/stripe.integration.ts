import { baseUrlField, fieldsForm } from '#integrations/kit/credential-form.ts'
import type { IntegrationEntry } from '#integrations/kit/integration-entry.ts'
import { tokenField } from '#integrations/kit/secret-field.ts'
import { probeConnection } from '#integrations/kit/probe-connection.ts'
import { stripeActions } from './stripe-actions.ts'

export const stripeIntegration: IntegrationEntry = {
  type: 'stripe',
  name: 'Stripe',
  summary: 'Manage Stripe customers, payments and refunds. A retry never charges twice.',
  credential: fieldsForm(
    {
      type: 'stripe',
      title: 'Stripe secret key',
      help: 'Copy the key from "API keys" under "Developers". We recommend a restricted key with only the permissions that the workflows need.',
    },
    [
      tokenField('Secret key', 'A secret or restricted key.', 'sk_test_your_key', 'secret_key'),
      baseUrlField('https://api.stripe.com'),
    ],
  ),
  connect: ({ secret_key: key, base_url: baseUrl = 'https://api.stripe.com' }) => ({
    baseUrl,
    headers: { authorization: `Bearer ${key}` },
  }),
  actions: stripeActions,
  test: (context) =>
    probeConnection(stripeIntegration, { request: { method: 'GET', path: '/v1/balance' } }, context),
}
