import type { Page } from 'playwright-core'
import { APPEARANCES } from './support/browser.ts'
import { OWNER, signIn } from './support/owner.ts'
import { examineScenes, type Scene, type Stage } from './support/scenes.ts'

const PASSWORD = 'another password of some length'

interface Samples {
  /** An invitation that nobody accepts. */
  readonly link: string
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
  for (let count = 0; count < 60; count += 1) {
    await api.createWorkflow({ name: `Workflow ${count}`, nodes: [], edges: [] })
  }
  return { link }
}

async function openUsers(page: Page): Promise<void> {
  await page.goto('/settings/users')
  await page.getByText('grace@example.com').waitFor()
  await page.getByText('ada@example.com').waitFor()
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
