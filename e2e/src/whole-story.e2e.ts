import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { ApiClient } from './support/api-client.ts'
import { launchBrowser, openPage, type WatchedPage } from './support/browser.ts'
import { EditorPage, nodeCard, wiring } from './support/editor-page.ts'
import { type OutsideWorld, openWorld } from './support/outside-world.ts'
import { setUpOwner, useSession } from './support/owner.ts'
import { type Product, startProduct } from './support/product.ts'

/** One person sets up everything in the web app, without a line of code. The steps depend on each other. */
describe('from an empty form to an approved request that reports by webhook', () => {
  let product: Product
  let browser: Browser
  let world: OutsideWorld
  let watched: WatchedPage
  let page: Page
  let editor: EditorPage
  let formLink: string

  before(async () => {
    world = await openWorld()
    product = await startProduct()
    browser = await launchBrowser()
    const cookie = await setUpOwner(product)
    watched = await openPage(browser, product.url, { width: 1440, scheme: 'light' })
    page = watched.page
    await useSession(watched.context, product, cookie)
    editor = new EditorPage(page, new ApiClient(product))
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
    world?.server.close()
    world?.server.closeAllConnections()
  })

  const goTo = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

  it('registers the receiver that wants to know about every run', async () => {
    await page.goto('/')
    await goTo('Webhooks')
    await page
      .getByRole('button', { name: /New webhook/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'New webhook' })
    await dialog.getByLabel('Address').fill(`${world.url}/hooks`)
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByTestId('webhook-secret').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('No deliveries yet').waitFor()
  })

  it('builds the form', async () => {
    await goTo('Forms')
    await page.getByRole('button', { name: 'New form' }).first().click()
    await page.getByRole('textbox', { name: 'Name of the form' }).fill('Holiday request')
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.keyboard.type('mail\n')
    await page.keyboard.type('Your e-mail\n')
    await page.keyboard.type('number\n')
    await page.keyboard.type('Days')
    await page.getByRole('button', { name: 'Saved', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Share' }).click()
    formLink = new URL(await page.getByRole('textbox', { name: 'Link to the form' }).inputValue()).pathname
  })

  it('starts a workflow with it that asks for approval, and publishes it', async () => {
    await page.getByRole('button', { name: 'Start a workflow with this form' }).click()
    await editor.graph.waitFor()
    const trigger = editor.node('Form submitted')
    await trigger.click()
    await page.keyboard.press('/')
    await page.getByLabel('Search nodes, services and actions').fill('approval')
    await page.keyboard.press('Enter')
    await editor.node('Approval').waitFor()
    await editor.field('Message').click()
    await page.keyboard.type('{{input.data.days')
    await page.keyboard.press('End')
    await page.keyboard.type(' days off?')
    const draft = await editor.readDraft()
    assert.equal(wiring(draft).length, 1)
    assert.equal(draft.nodes[1]?.data?.['message'], '{{ input.data.days }} days off?')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await editor.dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Live · v1', { exact: true }).waitFor()
  })

  it('a stranger fills in the form, and the request waits in the inbox', async () => {
    const { page: stranger } = await openPage(browser, product.url, { width: 390, scheme: 'dark' })
    await stranger.goto(formLink)
    await stranger.getByLabel('Your e-mail').fill('ada@example.com')
    await stranger.getByLabel('Days').fill('5')
    await stranger.getByRole('button', { name: 'Send' }).click()
    await stranger.getByRole('heading', { name: 'Thank you' }).waitFor()
    await stranger.context().close()
    await goTo('Inbox')
    await page.waitForURL('**/inbox')
    await page.getByRole('heading', { name: 'Approval', level: 2 }).waitFor()
    await page.getByText('5 days off?').first().waitFor()
  })

  it('approves while the receiver is gone: the run completes, and its report fails', async () => {
    world.receiverStatus = 410
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('Approved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Open run' }).click()
    await nodeCard(page.getByRole('application', { name: 'Graph of the run' }), 'Approval').waitFor()
    await page
      .getByText(/^Completed in/)
      .first()
      .waitFor()

    await goTo('Webhooks')
    await page.getByRole('link', { name: `${world.url}/hooks` }).click()
    await page.getByText('This webhook is disabled').waitFor()
    await page
      .getByRole('row', { name: /workflow\.executed/ })
      .getByText('Failed')
      .waitFor()
  })

  it('the receiver is back: the report is sent again and arrives', async () => {
    world.receiverStatus = 200
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /Enable/ }).click()
    await page.getByText('This webhook is disabled').waitFor({ state: 'detached' })
    const row = page.getByRole('row', { name: /workflow\.executed/ })
    await row.getByRole('link').click()
    const panel = page.getByRole('complementary', { name: /^Delivery / })
    await panel.getByText('Status 410', { exact: true }).waitFor()
    await panel.getByRole('button', { name: 'Redeliver' }).click()
    await panel.getByText('Status 200', { exact: true }).waitFor()
    await row.getByText('Delivered').waitFor()
    assert.equal(new Set(world.deliveries).size, world.deliveries.length - 1, 'one event was sent twice')
    assert.deepEqual(watched.takeProblems(), [])
  })
})
