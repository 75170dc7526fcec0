import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { ApiClient } from './support/api-client.ts'
import { findAccessibilityProblems, launchBrowser, openPage } from './support/browser.ts'
import { nodeCard } from './support/editor-page.ts'
import { endSession, OWNER, setUpOwner, signIn, useSession } from './support/owner.ts'
import { type PartnerService, startPartnerService } from './support/partner-service.ts'
import { type Product, startProduct } from './support/product.ts'
import { slowRequest } from './support/sample-workflows.ts'

interface Timeline {
  readonly execution: { readonly status: string; readonly version_number: number | null }
  readonly steps: readonly { readonly node_id: string; readonly status: string }[]
}

describe('watching a run', () => {
  let product: Product
  let browser: Browser
  let cookie: string
  let api: ApiClient
  let partner: PartnerService
  let context: BrowserContext
  let page: Page

  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    cookie = await setUpOwner(product)
    api = new ApiClient(product)
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
    await partner?.stop()
  })

  beforeEach(async () => {
    await context?.close()
    await partner?.stop()
    partner = await startPartnerService()
    const opened = await openPage(browser, product.url, { width: 1440, scheme: 'light' })
    context = opened.context
    page = opened.page
    await useSession(context, product, cookie)
  })

  function timelineOf(id: string): Promise<Timeline> {
    return api.send('GET', `/executions/${id}/timeline`)
  }

  /** The rows that the timeline shows, in their order. */
  async function shownSteps(): Promise<string[]> {
    const names = ['Start', 'Before', 'Slow', 'Last']
    const rows = page.getByRole('tree', { name: 'Timeline' }).getByRole('treeitem')
    // The names come with the version of the workflow, which is another request: until then, rows show the ids. A text
    // would match these too, because it ignores case.
    await rows.filter({ hasText: /Start/ }).first().waitFor()
    const texts = await rows.allTextContents()
    return texts.map((text) => names.find((name) => text.includes(name)) ?? text)
  }

  async function hasEveryStepOnce(id: string): Promise<void> {
    const { execution, steps } = await timelineOf(id)
    assert.equal(execution.status, 'completed')
    assert.deepEqual(
      steps.map(({ node_id, status }) => `${node_id} ${status}`),
      ['start completed', 'before completed', 'slow completed', 'last completed'],
    )
    assert.deepEqual(await shownSteps(), ['Start', 'Before', 'Slow', 'Last'])
  }

  it('the page of a run recovers by itself when the server is killed and started again', async () => {
    const { id } = await api.createWorkflow(slowRequest(partner.url))
    const run = await api.start(id)
    await page.goto(`/executions/${run}`)
    await page.getByRole('treeitem', { name: /Slow/ }).waitFor()
    await product.kill()
    await page.getByText('Cannot reach Millrace. Trying again…').waitFor()
    await product.restart()
    await page.getByText('Cannot reach Millrace. Trying again…').waitFor({ state: 'detached' })
    partner.release()
    await page
      .getByText(/Completed in/)
      .first()
      .waitFor()
    await hasEveryStepOnce(run)
  })

  it('the editor recovers by itself when the server is killed while it shows a run', async () => {
    const { id } = await api.createWorkflow(slowRequest(partner.url))
    await page.goto(`/workflows/${id}`)
    await nodeCard(page, 'Slow').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: /^Slow, .*running/i }).waitFor()
    const run = new URL(page.url()).searchParams.get('run') ?? ''
    await product.kill()
    await product.restart()
    partner.release()
    await page
      .getByText(/Completed in/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: /^Last, .*completed/i }).waitFor()
    await hasEveryStepOnce(run)
  })

  it('a part of the page whose code could not be loaded appears when the server responds again', async () => {
    const { id } = await api.createWorkflow(slowRequest(partner.url))
    await page.goto(`/workflows/${id}`)
    await nodeCard(page, 'Slow').waitFor()
    // The code of the list of shortcuts is loaded when somebody opens it.
    await product.kill()
    await page.keyboard.press('?')
    await page.getByText('Cannot reach Millrace. Trying again…').waitFor()
    await product.restart()
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  })

  it('a workflow that is edited while it runs keeps its version, and says which one is live', async () => {
    const { id } = await api.createWorkflow(slowRequest(partner.url))
    await api.send('POST', `/workflows/${id}/publish`, {})
    const { execution_id: run } = await api.send<{ execution_id: string }>(
      'POST',
      `/workflows/${id}/execute`,
      {},
    )
    await page.goto(`/workflows/${id}?node=last`)
    await page.getByText('Live · v1').waitFor()
    assert.equal(await page.getByText('with unpublished changes').count(), 0)
    await nodeCard(page, 'Last').focus()
    await page.keyboard.press('Delete')
    await page.getByText('with unpublished changes').waitFor()
    await page.getByRole('button', { name: 'Saved' }).waitFor()
    partner.release()
    await page.goto(`/executions/${run}`)
    await page
      .getByText(/Completed in/)
      .first()
      .waitFor()
    await hasEveryStepOnce(run)
    assert.equal((await timelineOf(run)).execution.version_number, 1)
    const draft: { nodes: readonly { id: string }[] } = await api.send('GET', `/workflows/${id}/draft`)
    assert.deepEqual(
      draft.nodes.map((node) => node.id),
      ['start', 'before', 'slow'],
    )
  })

  it('a session that ended asks for the password in place, and the edit is saved', async () => {
    const { id } = await api.createWorkflow(slowRequest(partner.url))
    const own = await signIn(product, OWNER)
    await useSession(context, product, own)
    await page.goto(`/workflows/${id}?node=last`)
    await nodeCard(page, 'Last').focus()
    await endSession(product, own)
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    assert.deepEqual(await findAccessibilityProblems(page), [])
    await dialog.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Saved' }).waitFor()
    assert.equal(await nodeCard(page, 'Last').count(), 0)
    const draft: { nodes: readonly { id: string }[] } = await api.send('GET', `/workflows/${id}/draft`)
    assert.deepEqual(
      draft.nodes.map((node) => node.id),
      ['start', 'before', 'slow'],
    )
  })

  it('a viewer reads everything, is told so, and finds no control that would be refused', async () => {
    const viewer = { email: 'viewer@example.com', password: 'another password of some length' }
    await product.runCommand(['users', 'create', viewer.email, '--role', 'viewer'], `${viewer.password}\n`)
    const { id } = await api.createWorkflow(slowRequest(partner.url))
    partner.release()
    const run = await api.run(id)
    await useSession(context, product, await signIn(product, viewer))

    await page.goto('/workflows')
    await page.getByRole('link', { name: 'Slow request' }).first().waitFor()
    assert.equal(await page.getByRole('button', { name: /New workflow|Import from JSON/ }).count(), 0)

    await page.goto(`/workflows/${id}?node=slow`)
    await nodeCard(page, 'Slow').waitFor()
    await page.getByText('You can view this workflow, but not change it.').first().waitFor()
    await page.getByRole('tab', { name: 'Parameters' }).waitFor()
    for (const name of [/^Publish/, /^Run$/, /^Add node/, /^Tidy up/, /^Undo/, /^Add option/]) {
      assert.equal(await page.getByRole('button', { name }).count(), 0, String(name))
    }
    await page.keyboard.press('Delete')
    await nodeCard(page, 'Slow').waitFor()
    assert.deepEqual(await findAccessibilityProblems(page), [])

    await page.goto(`/workflows/${id}/settings`)
    await page.getByText('only editors and owners can change them').waitFor()
    assert.equal(await page.getByRole('button', { name: /^(Save|Delete|Add variable)$/ }).count(), 0)

    await page.goto(`/executions/${run}`)
    await page
      .getByText(/Completed in/)
      .first()
      .waitFor()
    assert.equal(await page.getByRole('button', { name: /Run again|Cancel run|Fix and resume/ }).count(), 0)
  })
})
