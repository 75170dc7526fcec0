import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { APPEARANCES } from './support/browser.ts'
import { examineScenes, type Scene, type Stage } from './support/scenes.ts'

/** Ids of another installation. */
const PARTNER = '0195f1a0-0000-7000-8000-000000000001'
const ARCHIVE = '0195f1a0-0000-7000-8000-000000000002'
const CALLED = '0195f1a0-0000-7000-8000-000000000003'

interface Samples {
  /** A credential of the account with the name and type of one of the bundle. */
  readonly partner: string
}

/** An account that has some of what the bundle contains. */
async function prepare({ api }: Stage): Promise<Samples> {
  const body = { name: 'Partner', type: 'bearer_token', value: 'a-secret-token' }
  const partner = await api.send<{ id: string }>('POST', '/credentials', body)
  await api.send('POST', '/credentials', { ...body, name: 'Partner, for tests' })
  await api.createWorkflow({
    name: 'Welcome mail',
    description: 'Changed here.',
    nodes: [{ id: 'start', type: 'start' }],
  })
  await api.send('POST', '/variables', { name: 'REGION', value: 'eu' })
  return { partner: partner.id }
}

function makeBundle(name: string) {
  return {
    format: 'millrace-bundle-1',
    workflows: [
      {
        name,
        nodes: [
          { id: 'start', type: 'start' },
          { id: 'fetch', type: 'http', credential_id: PARTNER, data: { url: '{{ vars.BASE_URL }}/orders' } },
          { id: 'store', type: 'http', credential_id: ARCHIVE, data: { url: 'https://example.com' } },
          { id: 'call', type: 'workflow', data: { workflow_id: CALLED } },
        ],
        edges: [
          { source: 'start', target: 'fetch' },
          { source: 'fetch', target: 'store' },
          { source: 'store', target: 'call' },
        ],
      },
      { name: 'Welcome mail', nodes: [{ id: 'start', type: 'start' }], edges: [] },
    ],
    forms: [],
    variables: [
      { name: 'REGION', value: 'eu', description: '' },
      { name: 'LIMIT', value: 100, description: 'The most that is paid at once.' },
    ],
    references: [
      { kind: 'credential', id: PARTNER, name: 'Partner', type: 'bearer_token' },
      { kind: 'credential', id: ARCHIVE, name: 'Archive', type: 'api_key' },
      { kind: 'workflow', id: CALLED, name: 'Invoice' },
    ],
  }
}

async function paste(page: Page, bundle: object): Promise<void> {
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'Import from JSON' }).first().click()
  await page
    .getByRole('dialog')
    .getByLabel('Or paste JSON')
    .fill(JSON.stringify(bundle, undefined, 2))
}

async function review(page: Page, bundle: object): Promise<void> {
  await paste(page, bundle)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog', { name: 'Review the import' }).waitFor()
}

const SCENES: readonly Scene<Samples>[] = [
  {
    name: 'import-bundle',
    appearances: APPEARANCES,
    async show(page) {
      await paste(page, makeBundle('Order intake'))
      await page.getByText('This is a bundle.').waitFor()
    },
  },
  {
    name: 'import-review',
    appearances: APPEARANCES,
    async show(page) {
      await review(page, makeBundle('Order intake'))
      await page.getByText('2 things are missing').waitFor()
    },
  },
  {
    name: 'import-review-end',
    appearances: APPEARANCES,
    async show(page) {
      await review(page, makeBundle('Order intake'))
      await page.getByRole('radio', { name: 'Replace what differs' }).click()
      await page.getByText('REGION').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'import-credential',
    appearances: APPEARANCES,
    async show(page) {
      await review(page, makeBundle('Order intake'))
      await page.getByRole('combobox', { name: 'Partner' }).click()
      await page.getByRole('option', { name: 'Partner, for tests' }).waitFor()
    },
  },
  {
    name: 'import-create-credential',
    async show(page) {
      await review(page, makeBundle('Order intake'))
      await page.getByRole('combobox', { name: 'Archive' }).click()
      await page.getByRole('option', { name: 'Create a credential' }).click()
      await page.getByRole('dialog', { name: 'Create a credential' }).waitFor()
    },
  },
  {
    name: 'import-refused',
    appearances: APPEARANCES,
    expected: /400/,
    async show(page) {
      await review(page, { format: 'millrace-bundle-1', workflows: [{ name: ' ', nodes: [] }] })
      await page.getByText('This cannot be imported').waitFor()
    },
  },
  {
    name: 'import-done',
    async show(page, { partner }, { api }) {
      const name = `Imported at ${page.viewportSize()?.width} px`
      await review(page, makeBundle(name))
      const archive = page.getByRole('combobox', { name: 'Archive' })
      await archive.click()
      await page.getByRole('option', { name: 'No credential' }).click()
      await page.getByText('The nodes are imported without a credential.').waitFor()
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByText(/^Imported 1 workflow/).waitFor()
      await page.getByRole('link', { name }).waitFor()
      // The focus returns to the button of the import, which shows its tooltip.
      await page.getByRole('heading', { name: 'Workflows' }).focus()
      const found = await api.send<{ id: string }[]>('GET', `/workflows?search=${encodeURIComponent(name)}`)
      const workflow = await api.send<{ status: string; nodes: { credential_id?: string }[] }>(
        'GET',
        `/workflows/${found[0]?.id}`,
      )
      assert.equal(workflow.status, 'draft')
      assert.deepEqual(
        workflow.nodes.map((node) => node.credential_id),
        [undefined, partner, undefined, undefined],
      )
    },
  },
]

examineScenes('Importing a bundle', SCENES, prepare)
