import { once } from 'node:events'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { APPEARANCES } from './support/browser.ts'
import { examineScenes, type Scene, type Stage } from './support/scenes.ts'

interface Samples {
  readonly key: string
  readonly failing: string
  readonly imported: string
  readonly webhook: string
  readonly delivery: string
}

type Resource = { readonly id: string }

/** Credentials in every state, an imported service, and a webhook whose receiver failed once. */
async function prepare({ api, partner }: Stage): Promise<Samples> {
  const credential = async (name: string, type: string, value: string) =>
    (await api.send<Resource>('POST', '/credentials', { name, type, value })).id
  const key = await credential('Billing key', 'api_key', 'k-123456')
  const failing = await credential('Warehouse database', 'postgres', 'postgres://u:p@127.0.0.1:1/db')
  await credential('Team Slack', 'slack', 'xoxb-not-real')
  const long = 'A name that is as long as a name can be, because somebody wrote down everything, '
  await credential(long.repeat(2).slice(0, 200), 'basic_auth', 'user:password')
  const nodes = [
    { id: 'start', type: 'start' },
    { id: 'call', type: 'http', name: 'Fetch orders', credential_id: key, data: { url: partner.url } },
  ]
  const edges = [{ source: 'start', target: 'call' }]
  const workflow = await api.createWorkflow({ name: 'Nightly invoices', status: 'published', nodes, edges })
  const database = (await api.send<(Resource & { type: string })[]>('GET', '/integrations')).find(
    ({ type }) => type === 'postgres',
  )
  await api.send('POST', `/integrations/${database?.id}/test`)
  const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer' }, description: 'How many.' }]
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Orders', version: '2' },
    servers: [{ url: partner.url }],
    paths: { '/orders': { get: { operationId: 'listOrders', summary: 'List orders', parameters } } },
  })
  const imported = await api.send<Resource>('POST', '/integrations/import', { name: 'Orders API', document })
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"The database is down."}')
  })
  receiver.listen(0, '127.0.0.1')
  receiver.unref()
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
  const events = ['workflow.executed', 'form.submitted']
  const webhook = await api.send<Resource>('POST', '/webhooks', { url, events })
  // A test run sends no events, so this is a real one.
  await api.send('POST', `/workflows/${workflow.id}/execute`, {})
  const deliveries = () =>
    api.send<(Resource & { attempt_count: number })[]>('GET', `/webhooks/${webhook.id}/deliveries`)
  let [delivery] = await deliveries()
  // The requests of a loop without a pause would use up the rate limit.
  while (delivery === undefined || delivery.attempt_count === 0) {
    await setTimeout(100)
    ;[delivery] = await deliveries()
  }
  return { key, failing, imported: imported.id, webhook: webhook.id, delivery: delivery.id }
}

const SCENES: readonly Scene<Samples>[] = [
  {
    name: 'credentials',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/connections')
      await page.getByRole('link', { name: 'Billing key' }).waitFor()
    },
  },
  {
    name: 'credential',
    appearances: APPEARANCES,
    async show(page, { key }) {
      await page.goto(`/connections?credential=${key}`)
      await page.getByText('Fetch orders').waitFor()
    },
  },
  {
    name: 'credential-failing',
    async show(page, { failing }) {
      await page.goto(`/connections?credential=${failing}`)
      await page.getByText('Last error').waitFor()
    },
  },
  {
    name: 'credential-replace',
    async show(page, { key }) {
      await page.goto(`/connections?credential=${key}`)
      await page.getByRole('button', { name: 'Replace value' }).click()
      await page.getByRole('dialog', { name: /Replace the value/ }).waitFor()
    },
  },
  {
    name: 'credential-delete',
    async show(page, { key }) {
      await page.goto(`/connections?credential=${key}`)
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('This stops working immediately:').waitFor()
    },
  },
  {
    name: 'credential-new',
    async show(page) {
      await page.goto('/connections')
      await page.getByRole('button', { name: /New credential/ }).click()
      await page.getByRole('dialog', { name: 'Create a credential' }).waitFor()
    },
  },
  {
    name: 'credentials-no-match',
    async show(page) {
      await page.goto('/connections?q=nothing')
      await page.getByText('Nothing matches').waitFor()
    },
  },
  {
    name: 'integrations',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/connections?tab=integrations')
      await page.getByRole('button', { name: 'Connect Slack' }).waitFor()
    },
  },
  {
    name: 'integration',
    appearances: APPEARANCES,
    async show(page, { imported }) {
      await page.goto(`/connections?tab=integrations&integration=${imported}`)
      await page.getByRole('button', { name: 'List orders', exact: true }).click()
      await page.getByText('How many.').waitFor()
    },
  },
  {
    name: 'integration-try',
    async show(page, { imported }) {
      await page.goto(`/connections?tab=integrations&integration=${imported}`)
      await page.getByRole('button', { name: 'Try List orders' }).click()
      await page.getByRole('button', { name: 'Run once' }).click()
      await page.getByText(/^Succeeded in/).waitFor()
    },
  },
  {
    name: 'service',
    async show(page) {
      await page.goto('/connections?tab=integrations&service=github')
      await page.getByText('Actions', { exact: true }).waitFor()
    },
  },
  {
    name: 'integration-import',
    async show(page) {
      await openImport(page)
    },
  },
  {
    name: 'integration-import-too-large',
    async show(page) {
      await openImport(page)
      // By its path: the content would take long to get into the browser.
      const folder = await mkdtemp(join(tmpdir(), 'millrace-e2e-'))
      try {
        const path = join(folder, 'orders.yaml')
        await writeFile(path, '')
        await truncate(path, 33 * 1_048_576)
        await page.getByLabel('Choose a file').setInputFiles(path)
        await page.getByText('The file has 33 MiB; at most 32 MiB are allowed.').waitFor()
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  },
  {
    name: 'integration-import-invalid',
    expected: /400/,
    async show(page) {
      await openImport(page)
      await chooseDocument(page, 'openapi: 3.1.0\n  paths: [')
      await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByRole('alert').getByText('The document was not imported').waitFor()
    },
  },
  {
    name: 'webhooks',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/webhooks')
      await page.getByRole('link', { name: /127\.0\.0\.1/ }).waitFor()
    },
  },
  {
    name: 'webhook',
    appearances: APPEARANCES,
    async show(page, { webhook }) {
      await page.goto(`/webhooks/${webhook}`)
      await page.getByRole('link', { name: /^workflow\.executed/ }).waitFor()
    },
  },
  {
    name: 'delivery',
    appearances: APPEARANCES,
    async show(page, { webhook, delivery }) {
      await page.goto(`/webhooks/${webhook}?delivery=${delivery}`)
      await page.getByText('The database is down.').first().waitFor()
    },
  },
  {
    name: 'webhook-range',
    async show(page, { webhook }) {
      await page.goto(`/webhooks/${webhook}`)
      await page.getByRole('button', { name: 'Redeliver a time range' }).click()
      await page.getByRole('dialog', { name: 'Redeliver a time range' }).waitFor()
    },
  },
  {
    name: 'webhook-verify',
    appearances: APPEARANCES,
    async show(page, { webhook }) {
      await page.goto(`/webhooks/${webhook}?tab=verify`)
      await page.getByText('verifyWebhook').waitFor()
    },
  },
  {
    name: 'webhook-new',
    async show(page) {
      await page.goto('/webhooks')
      await page.getByRole('button', { name: /New webhook/ }).click()
      await page.getByRole('dialog', { name: 'New webhook' }).waitFor()
    },
  },
]

examineScenes('the states of connections and webhooks', SCENES, prepare)

async function openImport(page: Page): Promise<void> {
  await page.goto('/connections?tab=integrations')
  await page.getByRole('button', { name: 'Import OpenAPI' }).click()
  await page.getByRole('dialog', { name: 'Import a service from OpenAPI' }).waitFor()
}

async function chooseDocument(page: Page, text: string): Promise<void> {
  const file = { name: 'orders.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) }
  await page.getByLabel('Choose a file').setInputFiles(file)
}
