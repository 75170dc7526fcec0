import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { type OutsideWorld, openWorld } from './support/outside-world.ts'
import { startOwnedProduct } from './support/owned-product.ts'
import { startPartnerService } from './support/partner-service.ts'

describe('connections and webhooks', () => {
  const owned = startOwnedProduct()
  let world: OutsideWorld
  let context: BrowserContext
  let page: Page

  before(async () => {
    world = await openWorld()
  })
  after(() => {
    world?.server.close()
    world?.server.closeAllConnections()
  })
  beforeEach(async () => {
    await context?.close()
    ;({ context, page } = await owned.open())
  })

  it('A credential is created from a form, fails, and is replaced while runs use it', async () => {
    await page.goto('/connections')
    await page.getByText('Store your first credential').waitFor()
    await page
      .getByRole('button', { name: /New credential/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Create a credential' })
    await dialog.getByLabel('Name', { exact: true }).fill('Shop key')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await dialog.getByText('Key is required.').waitFor()
    await dialog.getByLabel('Key', { exact: true }).fill('first-key')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'Details of Shop key' })
    await panel.getByText('Not tested').waitFor()
    await panel.getByText('No workflow, integration or trigger uses it yet.').waitFor()

    const [credential] = await owned.api.send<{ id: string }[]>('GET', '/credentials')
    const nodes = [
      { id: 'start', type: 'start' },
      { id: 'call', type: 'http', name: 'Call', credential_id: credential?.id, data: { url: world.url } },
    ]
    const edges = [{ source: 'start', target: 'call' }]
    const workflow = await owned.api.createWorkflow({ name: 'Uses the key', nodes, edges })
    await owned.api.run(workflow.id)
    world.acceptedKey = 'second-key'
    await owned.api.run(workflow.id)
    await page.reload()
    await panel.getByText('Failing').waitFor()
    await panel.getByText(/401/).first().waitFor()
    await panel.getByRole('link', { name: 'Uses the key' }).waitFor()

    await panel.getByRole('button', { name: 'Replace value' }).click()
    const replace = page.getByRole('dialog', { name: 'Replace the value of “Shop key”' })
    await replace.getByLabel('Key', { exact: true }).fill('second-key')
    await replace.getByRole('button', { name: 'Replace', exact: true }).click()
    await replace.waitFor({ state: 'detached' })
    await panel.getByText('Not tested').waitFor()
    await owned.api.run(workflow.id)
    await page.reload()
    await panel.getByText('Working').waitFor()
    assert.deepEqual(world.keys, ['first-key', 'first-key', 'second-key'])

    await panel.getByRole('button', { name: 'Delete' }).click()
    const confirmation = page.getByRole('alertdialog', { name: 'Delete “Shop key”?' })
    await confirmation.getByRole('link', { name: 'Uses the key' }).waitFor()
    await confirmation.getByRole('button', { name: 'Cancel' }).click()
    await confirmation.waitFor({ state: 'detached' })
  })

  it('A credential that is replaced in the middle of a run is used by its next step', async () => {
    const partner = await startPartnerService()
    try {
      const created = await owned.api.send<{ id: string }>('POST', '/credentials', {
        name: 'Warehouse key',
        type: 'api_key',
        value: 'old-key',
      })
      const call = { type: 'http', credential_id: created.id, data: { url: world.url } }
      const workflow = await owned.api.createWorkflow({
        name: 'Two calls',
        nodes: [
          { id: 'start', type: 'start' },
          { id: 'first', name: 'First call', ...call },
          { id: 'slow', type: 'http', name: 'Slow', data: { url: `${partner.url}/slow` } },
          { id: 'second', name: 'Second call', ...call },
        ],
        edges: [
          { source: 'start', target: 'first' },
          { source: 'first', target: 'slow' },
          { source: 'slow', target: 'second' },
        ],
      })
      const before = world.keys.length
      world.acceptedKey = 'old-key'
      const run = await owned.api.start(workflow.id)
      await page.goto(`/executions/${run}`)
      await page.getByRole('treeitem', { name: /Slow/ }).waitFor()

      const other = await context.newPage()
      await other.goto('/connections')
      await other.getByRole('link', { name: 'Warehouse key' }).click()
      const panel = other.getByRole('complementary', { name: 'Details of Warehouse key' })
      await panel.getByRole('button', { name: 'Replace value' }).click()
      const replace = other.getByRole('dialog', { name: 'Replace the value of “Warehouse key”' })
      await replace.getByLabel('Key', { exact: true }).fill('new-key')
      await replace.getByRole('button', { name: 'Replace', exact: true }).click()
      await replace.waitFor({ state: 'detached' })

      world.acceptedKey = 'new-key'
      partner.release()
      await page
        .getByText(/Completed in/)
        .first()
        .waitFor()
      assert.deepEqual(world.keys.slice(before), ['old-key', 'new-key'])
    } finally {
      await partner.stop()
    }
  })

  it('A webhook is created, its delivery fails, and is redelivered one by one and by time range', async () => {
    await page.goto('/webhooks')
    await page
      .getByRole('button', { name: /New webhook/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'New webhook' })
    await dialog.getByLabel('Address').fill(`${world.url}/hooks`)
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    const secret = page.getByRole('dialog', { name: 'The secret of the webhook' })
    assert.match((await secret.getByTestId('webhook-secret').textContent()) ?? '', /^whsec_/)
    await secret.getByRole('button', { name: 'Done' }).click()
    await page.getByText('No deliveries yet').waitFor()

    await page.getByRole('button', { name: /Send a test/ }).click()
    await page
      .getByText(/The receiver accepted the test/)
      .first()
      .waitFor()

    // Gone: the delivery fails for good, and the webhook is disabled.
    world.receiverStatus = 410
    const workflow = await owned.api.createWorkflow({
      name: 'Reports',
      nodes: [{ id: 'start', type: 'start' }],
      edges: [],
    })
    // A test run sends no events, so this is a real one.
    await owned.api.send('POST', `/workflows/${workflow.id}/execute`, {})
    const row = page.getByRole('row', { name: /workflow\.executed/ })
    await row.getByText('Failed').waitFor()
    await page.getByText('This webhook is disabled').waitFor()

    world.receiverStatus = 200
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /Enable/ }).click()
    await page.getByText('This webhook is disabled').waitFor({ state: 'detached' })
    await row.getByRole('link').click()
    const panel = page.getByRole('complementary', { name: /^Delivery / })
    await panel.getByText('Status 410', { exact: true }).waitFor()
    await panel.getByRole('button', { name: 'Redeliver' }).click()
    await panel.getByText('Status 200', { exact: true }).waitFor()
    await row.getByText('Delivered').waitFor()
    await panel.getByRole('button', { name: 'Close the delivery' }).click()

    const arrival = once(world.server, 'request')
    await page.getByRole('button', { name: 'Redeliver a time range' }).click()
    const range = page.getByRole('dialog', { name: 'Redeliver a time range' })
    await range.getByLabel('Deliveries').selectOption('delivered')
    await range.getByRole('button', { name: 'Redeliver', exact: true }).click()
    await range.getByText('1 delivery is sent again.').waitFor()
    await range.getByRole('button', { name: 'Done' }).click()
    await row.getByText('Delivered').waitFor()
    await arrival
    assert.equal(new Set(world.deliveries.slice(1)).size, 1, 'every redelivery has the same id')

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /Rotate secret/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByTestId('webhook-secret').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText(/signed with two secrets until/).waitFor()
  })
})
