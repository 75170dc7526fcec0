import { baseUrlField, fieldsForm } from '#integrations/entry/credential-form.ts'
import type { IntegrationEntry } from '#integrations/entry/integration-entry.ts'
import { tokenField } from '#integrations/entry/secret-field.ts'
import { testConnection } from '#integrations/entry/test-connection.ts'
import { stripeActions } from './stripe-actions.ts'

export const stripeIntegration: IntegrationEntry = {
  type: 'stripe',
  name: 'Stripe',
  summary: 'Customers, payments and refunds of Stripe. An attempt that is repeated never charges twice.',
  credential: fieldsForm(
    {
      type: 'stripe',
      title: 'Stripe secret key',
      help: 'Under Developers, API keys. Best a restricted key with only the rights the workflows need.',
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
    testConnection(stripeIntegration, { request: { method: 'GET', path: '/v1/balance' } }, context),
}
