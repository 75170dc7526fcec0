import Type from 'typebox'
import type { ActionDefinition } from '#integrations/entry/action.ts'
import { places } from '#integrations/entry/shape.ts'

const optionalText = (title: string, description: string) =>
  Type.Optional(Type.String({ title, description }))
const metadata = Type.Optional(
  Type.Record(Type.String(), Type.Unknown(), {
    title: 'Metadata',
    description: 'Names and texts of your own.',
  }),
)
const customer = Type.String({
  title: 'Customer',
  description: 'The id of a customer, such as cus_123.',
  minLength: 1,
})
const amount = Type.Integer({
  title: 'Amount',
  description: 'In the smallest unit of the currency: 1099 is 10.99 EUR, and 1099 JPY.',
  minimum: 1,
})

export const stripeActions: readonly ActionDefinition[] = [
  {
    name: 'create_customer',
    title: 'Create a customer',
    help: 'Creates a customer.',
    idempotent: true,
    parameters: Type.Object({
      email: optionalText('Email', 'Where receipts go.'),
      name: optionalText('Name', 'The name of the customer.'),
      phone: optionalText('Phone', 'A number.'),
      description: optionalText('Description', 'For your own eyes.'),
      metadata,
    }),
    request: {
      method: 'POST',
      path: '/v1/customers',
      body: { as: 'bracket form', value: places('email', 'name', 'phone', 'description', 'metadata') },
    },
    example: { email: '{{ input.email }}', metadata: { order: '{{ input.order_id }}' } },
  },
  {
    name: 'get_customer',
    title: 'Read a customer',
    help: 'Reads a customer.',
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
      email: optionalText('Email', 'Only those with exactly this address.'),
      limit: Type.Optional(
        Type.Integer({ title: 'Most', description: 'How many at once.', minimum: 1, maximum: 100 }),
      ),
      starting_after: optionalText('After', 'The id of the last customer of the page before.'),
    }),
    request: { method: 'GET', path: '/v1/customers', query: places('email', 'limit', 'starting_after') },
    example: { email: '{{ input.email }}' },
  },
  {
    name: 'create_payment_intent',
    title: 'Create a payment intent',
    help: 'Begins a payment, and confirms it when asked to.',
    idempotent: true,
    parameters: Type.Object({
      amount,
      currency: Type.String({
        title: 'Currency',
        description: 'Three letters, such as eur.',
        pattern: '^[A-Za-z]{3}$',
      }),
      customer: Type.Optional(customer),
      payment_method: optionalText('Payment method', 'The id of one, such as pm_123.'),
      confirm: Type.Optional(
        Type.Boolean({ title: 'Confirm', description: 'Whether to take the money at once.' }),
      ),
      description: optionalText('Description', 'What it is for.'),
      receipt_email: optionalText('Receipt to', 'Where the receipt goes.'),
      automatic_payment_methods: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          title: 'Automatic payment methods',
          description: 'Such as `{"enabled": true}`.',
        }),
      ),
      metadata,
    }),
    request: {
      method: 'POST',
      path: '/v1/payment_intents',
      body: {
        as: 'bracket form',
        value: places(
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
    help: 'Gives back all or a part of a payment.',
    idempotent: true,
    parameters: Type.Object({
      payment_intent: Type.String({
        title: 'Payment intent',
        description: 'Its id, such as pi_123.',
        minLength: 1,
      }),
      amount: Type.Optional(amount),
      reason: Type.Optional(
        Type.Enum(['duplicate', 'fraudulent', 'requested_by_customer'], {
          title: 'Reason',
          description: 'Why.',
        }),
      ),
      metadata,
    }),
    request: {
      method: 'POST',
      path: '/v1/refunds',
      body: { as: 'bracket form', value: places('payment_intent', 'amount', 'reason', 'metadata') },
    },
    example: { payment_intent: 'pi_123', reason: 'requested_by_customer' },
  },
]
