import Type from 'typebox'
import type { ActionDefinition } from '#integrations/kit/action.ts'
import { fromParameters } from '#integrations/kit/shape.ts'

const optionalText = (title: string, description: string) =>
  Type.Optional(Type.String({ title, description }))
const metadata = Type.Optional(
  Type.Record(Type.String(), Type.Unknown(), {
    title: 'Metadata',
    description: 'Your own key-value pairs.',
  }),
)
const customer = Type.String({
  title: 'Customer',
  description: 'The id of a customer, such as cus_123.',
  minLength: 1,
})
const amount = Type.Integer({
  title: 'Amount',
  description: 'In the smallest unit of the currency: 1099 means 10.99 EUR or 1099 JPY.',
  minimum: 1,
})

export const stripeActions: readonly ActionDefinition[] = [
  {
    name: 'create_customer',
    title: 'Create a customer',
    help: 'Creates a customer.',
    idempotent: true,
    parameters: Type.Object({
      email: optionalText('Email', 'The email address for receipts.'),
      name: optionalText('Name', 'The name of the customer.'),
      phone: optionalText('Phone', 'A phone number.'),
      description: optionalText('Description', 'An internal note that the customer does not see.'),
      metadata,
    }),
    request: {
      method: 'POST',
      path: '/v1/customers',
      body: {
        as: 'bracket form',
        value: fromParameters('email', 'name', 'phone', 'description', 'metadata'),
      },
    },
    example: { email: '{{ input.email }}', metadata: { order: '{{ input.order_id }}' } },
  },
  {
    name: 'get_customer',
    title: 'Get a customer',
    help: 'Returns a customer.',
    idempotent: true,
    parameters: Type.Object({ customer }),
    request: { method: 'GET', path: '/v1/customers/{customer}' },
    example: { customer: 'cus_123' },
  },
  {
    name: 'list_customers',
    title: 'List customers',
    help: 'Lists customers, newest first.',
    idempotent: true,
    parameters: Type.Object({
      email: optionalText('Email', 'Only return customers with exactly this email address.'),
      limit: Type.Optional(
        Type.Integer({
          title: 'Limit',
          description: 'How many customers to return per page.',
          minimum: 1,
          maximum: 100,
        }),
      ),
      starting_after: optionalText('After', 'The id of the last customer of the previous page.'),
    }),
    request: {
      method: 'GET',
      path: '/v1/customers',
      query: fromParameters('email', 'limit', 'starting_after'),
    },
    example: { email: '{{ input.email }}' },
  },
  {
    name: 'create_payment_intent',
    title: 'Create a payment intent',
    help: 'Creates a payment, and confirms it if `confirm` is true.',
    idempotent: true,
    parameters: Type.Object({
      amount,
      currency: Type.String({
        title: 'Currency',
        description: 'A three-letter currency code, such as eur.',
        pattern: '^[A-Za-z]{3}$',
      }),
      customer: Type.Optional(customer),
      payment_method: optionalText('Payment method', 'The id of a payment method, such as pm_123.'),
      confirm: Type.Optional(
        Type.Boolean({ title: 'Confirm', description: 'Whether to charge the customer immediately.' }),
      ),
      description: optionalText('Description', 'What the payment is for.'),
      receipt_email: optionalText('Receipt to', 'The email address for the receipt.'),
      automatic_payment_methods: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          title: 'Automatic payment methods',
          description: 'Settings such as `{"enabled": true}`.',
        }),
      ),
      metadata,
    }),
    request: {
      method: 'POST',
      path: '/v1/payment_intents',
      body: {
        as: 'bracket form',
        value: fromParameters(
          'amount',
          'currency',
          'customer',
          'payment_method',
          'confirm',
          'description',
          'receipt_email',
          'automatic_payment_methods',
          'metadata',
        ),
      },
    },
    example: { amount: 1099, currency: 'eur', automatic_payment_methods: { enabled: true } },
  },
  {
    name: 'create_refund',
    title: 'Refund a payment',
    help: 'Refunds all or part of a payment.',
    idempotent: true,
    parameters: Type.Object({
      payment_intent: Type.String({
        title: 'Payment intent',
        description: 'The id of the payment intent, such as pi_123.',
        minLength: 1,
      }),
      amount: Type.Optional(amount),
      reason: Type.Optional(
        Type.Enum(['duplicate', 'fraudulent', 'requested_by_customer'], {
          title: 'Reason',
          description: 'The reason for the refund.',
        }),
      ),
      metadata,
    }),
    request: {
      method: 'POST',
      path: '/v1/refunds',
      body: { as: 'bracket form', value: fromParameters('payment_intent', 'amount', 'reason', 'metadata') },
    },
    example: { payment_intent: 'pi_123', reason: 'requested_by_customer' },
  },
]
