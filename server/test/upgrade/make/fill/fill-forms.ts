import type { AccountClient } from './account-client.ts'
import { edge, set } from './fixture-nodes.ts'

export async function createForms(account: AccountClient): Promise<string> {
  const fields = [
    { name: 'email', type: 'email', required: true, label: 'E-mail' },
    { name: 'amount', type: 'number', min: 1, max: 100 },
    { name: 'size', type: 'select', options: ['S', { value: 'M', label: 'Medium' }] },
  ]
  const { id } = await account.create('/forms', {
    name: 'Order',
    fields,
    settings: {
      description: 'Two\nlines',
      submit_label: 'Order',
      thank_you: 'Thanks!',
      redirect_url: 'https://example.com/thanks',
      closes_at: '2050-01-31T18:00:00.000Z',
      max_submissions: 10_000,
      color: '#6d28d9',
      embed_origins: ['https://example.com'],
    },
  })
  await account.create('/forms', { name: 'Without settings', fields: [{ name: 'note', type: 'text' }] })
  await account.createWorkflow('Follows the form', {
    status: 'published',
    nodes: [{ id: 'form', type: 'form', data: { form_id: id } }, set('got', { data: '{{ input.data }}' })],
    edges: [edge('form', 'got')],
  })
  for (const data of [{ email: 'ada@example.com', amount: 12.5, size: 'M' }, { email: 'bob@example.com' }]) {
    await account.api.call('POST', `/forms/${id}/submissions`, { data })
  }
  return id
}
