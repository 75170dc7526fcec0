import type { Page } from 'playwright-core'
import { APPEARANCES } from './support/browser.ts'
import { OWNER, signIn } from './support/owner.ts'
import { examineScenes, type Scene, type Stage } from './support/scenes.ts'

const PASSWORD = 'another password of some length'

const VARIABLES = [
  { name: 'BASE_URL', value: 'https://shop.example/api/v2', description: 'Where the shop answers.' },
  { name: 'LIMITS', value: { orders: 100, amount: 2500, currencies: ['EUR', 'USD', 'CHF'] } },
  { name: 'GREETING', value: 'مرحبا بكم في متجرنا', description: 'تحية الرسائل' },
  { name: 'IS_TEST', value: false },
  {
    name: `A_NAME_${'THAT_IS_LONG_'.repeat(6)}`,
    value: 'x'.repeat(400),
    description: 'long '.repeat(60).trim(),
  },
]

const INPUT_SCHEMA = {
  type: 'object',
  required: ['email', 'amount'],
  properties: {
    email: { type: 'string', format: 'email', title: 'Email of the customer' },
    amount: { type: 'number', minimum: 0, title: 'Amount in EUR', description: 'Without tax.' },
    currency: { enum: ['EUR', 'USD'], default: 'EUR', title: 'Currency' },
    urgent: { type: 'boolean', title: 'Send today' },
    items: { type: 'array', items: { type: 'string' }, title: 'Items' },
  },
}

interface Samples {
  /** An invitation that nobody accepts. */
  readonly link: string
  /** A workflow with an input schema. */
  readonly invoice: string
}

/** Three people, open invitations, some sessions and a little history. */
async function fillAccount({ product, api }: Stage): Promise<Samples> {
  const cookie = await signIn(product, OWNER)
  const send = async (path: string, body: object, session?: string) => {
    const headers = { 'content-type': 'application/json', origin: product.url }
    const response = await fetch(`${product.url}/app${path}`, {
      method: 'POST',
      headers: session === undefined ? headers : { ...headers, cookie: `millrace=${session}` },
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { data: { link: string } }).data
  }
  const people = [
    ['Grace Hopper', 'editor'],
    ['Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh', 'viewer'],
  ] as const
  for (const [index, [name, role]] of people.entries()) {
    const { link } = await send('/invitations', { role }, cookie)
    const token = new URL(link).searchParams.get('token')
    const email = `${index === 0 ? 'grace' : 'a-very-long-address-of-somebody-with-a-long-name'}@example.com`
    await send('/invitations/accept', { token, name, email, password: PASSWORD })
  }
  await send('/invitations', { role: 'viewer' }, cookie)
  const { link } = await send('/invitations', { role: 'editor', note: 'ada@example.com' }, cookie)
  const workflow = await api.createWorkflow({ name: 'Order intake', nodes: [], edges: [] })
  await api.send('PATCH', `/workflows/${workflow.id}`, { name: 'Orders', description: 'Takes orders.' })
  for (const variable of VARIABLES) await api.send('POST', '/variables', variable)
  const { id: invoice } = await api.createWorkflow({
    name: 'Invoice',
    nodes: [
      { id: 'start', type: 'start', data: { input_schema: INPUT_SCHEMA } },
      { id: 'link', type: 'set', data: { values: { url: '{{ vars.BASE_URL }}/invoices' } } },
    ],
    edges: [{ source: 'start', target: 'link' }],
  })
  for (let count = 0; count < 60; count += 1) {
    await api.createWorkflow({ name: `Workflow ${count}`, nodes: [], edges: [] })
  }
  return { link, invoice }
}

async function openUsers(page: Page): Promise<void> {
  await page.goto('/settings/users')
  await page.getByText('grace@example.com').waitFor()
  await page.getByText('ada@example.com').waitFor()
}

async function openVariables(page: Page): Promise<void> {
  await page.goto('/settings/variables')
  await page.getByRole('button', { name: 'Open BASE_URL' }).waitFor()
}

const SCENES: readonly Scene<Samples>[] = [
  { name: 'users', appearances: APPEARANCES, show: openUsers },
  {
    name: 'users-invite',
    async show(page) {
      await openUsers(page)
      await page.getByRole('button', { name: 'Invite user' }).click()
      await page.getByRole('dialog', { name: 'Invite user' }).waitFor()
    },
  },
  {
    name: 'users-remove',
    async show(page) {
      await openUsers(page)
      await page.getByRole('button', { name: 'Remove Grace Hopper' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'variables', appearances: APPEARANCES, show: openVariables },
  {
    name: 'variables-new',
    appearances: APPEARANCES,
    async show(page) {
      await openVariables(page)
      await page.getByRole('button', { name: 'New variable' }).click()
      const dialog = page.getByRole('dialog', { name: 'New variable' })
      await dialog.getByLabel('Name').fill('base url')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByText('Use letters, digits and _').waitFor()
    },
  },
  {
    name: 'variables-rename',
    async show(page) {
      await openVariables(page)
      await page.getByRole('button', { name: 'Open BASE_URL' }).click()
      const dialog = page.getByRole('dialog', { name: 'BASE_URL' })
      await dialog.getByText('1 workflow uses it:').waitFor()
      await dialog.getByLabel('Name').fill('SHOP_URL')
      await dialog.getByText(/uses the old name/).waitFor()
    },
  },
  {
    name: 'variables-delete',
    async show(page) {
      await openVariables(page)
      await page.getByRole('button', { name: 'Open BASE_URL' }).click()
      const dialog = page.getByRole('dialog', { name: 'BASE_URL' })
      await dialog.getByText('1 workflow uses it:').waitFor()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'run-with-input-schema',
    appearances: APPEARANCES,
    async show(page, { invoice }) {
      await page.goto(`/workflows/${invoice}`)
      await page.getByRole('button', { name: /^Run/ }).first().waitFor()
      await page.keyboard.press('Control+Shift+Enter')
      await page.getByRole('dialog', { name: 'Run with input' }).getByLabel('Amount in EUR').fill('-1')
    },
  },
  {
    name: 'audit',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/settings/audit')
      await page.getByRole('button', { name: 'Load more' }).waitFor()
      await page.getByText('created the workflow').first().click()
      await page.getByText('workflow.create').first().waitFor()
    },
  },
  {
    name: 'audit-nothing-matches',
    async show(page) {
      await page.goto('/settings/audit?to=2020-01-01')
      await page.getByRole('heading', { name: 'No entry matches these filters' }).waitFor()
    },
  },
  {
    name: 'about',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/settings/about')
      await page.getByRole('list', { name: 'Storage' }).waitFor()
    },
  },
  {
    name: 'profile-sessions',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/settings/profile')
      await page.getByText('This session').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'appearance',
    async show(page) {
      await page.goto('/settings/appearance')
      await page.getByRole('radio', { name: 'System' }).waitFor()
    },
  },
  {
    name: 'join',
    appearances: APPEARANCES,
    profile: 'signed-out',
    async show(page, { link }) {
      await page.goto(link)
      await page.getByRole('button', { name: 'Join', exact: true }).waitFor()
    },
  },
  {
    name: 'join-invalid',
    profile: 'signed-out',
    expected: /403/,
    async show(page) {
      await page.goto('/join?token=never-issued')
      await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor()
    },
  },
]

examineScenes('the states of the settings', SCENES, fillAccount)
