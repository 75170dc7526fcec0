import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { findAccessibilityProblems } from './support/browser.ts'
import { nodeCard } from './support/editor-page.ts'
import { startOwnedProduct } from './support/owned-product.ts'
import { endSession, OWNER, signIn, useSession } from './support/owner.ts'
import { type PartnerService, startPartnerService } from './support/partner-service.ts'
import { slowRequest } from './support/sample-workflows.ts'

interface Timeline {
  readonly execution: { readonly status: string; readonly version_number: number | null }
  readonly steps: readonly { readonly node_id: string; readonly status: string }[]
}

describe('watching a run', () => {
  const owned = startOwnedProduct()
  let partner: PartnerService
  let context: BrowserContext
  let page: Page

  beforeEach(async () => {
    await context?.close()
    await partner?.stop()
    partner = await startPartnerService()
    ;({ context, page } = await owned.open())
  })
  after(() => partner?.stop())

  function timelineOf(id: string): Promise<Timeline> {
    return owned.api.send('GET', `/executions/${id}/timeline`)
  }

  /** The rows that the timeline shows, in their order. */
  async function shownSteps(): Promise<string[]> {
    const names = ['Start', 'Before', 'Slow', 'Last']
    const rows = page.getByRole('tree', { name: 'Timeline' }).getByRole('treeitem')
    // The names come with the version of the workflow, which is another request: until then, rows show the ids. A text
    // would match these too, because it ignores case.
    // The rows follow the state of the run with a render of low priority, so the last one is what to wait for.
    await rows.filter({ hasText: /Last/ }).first().waitFor()
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
    const { id } = await owned.api.createWorkflow(slowRequest(partner.url))
    const run = await owned.api.start(id)
    await page.goto(`/executions/${run}`)
    await page.getByRole('treeitem', { name: /Slow/ }).waitFor()
    await owned.product.kill()
    await page.getByText('Cannot reach Millrace. Trying again…').waitFor()
    await owned.product.restart()
    await page.getByText('Cannot reach Millrace. Trying again…').waitFor({ state: 'detached' })
    partner.release()
    await page
      .getByText(/Completed in/)
      .first()
      .waitFor()
    await hasEveryStepOnce(run)
  })

  it('the editor recovers by itself when the server is killed while it shows a run', async () => {
    const { id } = await owned.api.createWorkflow(slowRequest(partner.url))
    await page.goto(`/workflows/${id}`)
    await nodeCard(page, 'Slow').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: /^Slow, .*running/i }).waitFor()
    const run = new URL(page.url()).searchParams.get('run') ?? ''
    await owned.product.kill()
    await owned.product.restart()
    partner.release()
    await page
      .getByText(/Completed in/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: /^Last, .*completed/i }).waitFor()
    await hasEveryStepOnce(run)
  })

  it('a part of the page whose code could not be loaded appears when the server responds again', async () => {
    const { id } = await owned.api.createWorkflow(slowRequest(partner.url))
    await page.goto(`/workflows/${id}?node=slow`)
    const open = page.getByRole('button', { name: 'Open the focus view' })
    await open.waitFor()
    // The code of the focus view is loaded when somebody opens it.
    await owned.product.kill()
    await open.click()
    await page.getByText('Cannot reach Millrace. Trying again…').waitFor()
    await owned.product.restart()
    await page.getByRole('region', { name: 'Focus view of Slow' }).waitFor()
  })

  it('a workflow that is edited while it runs keeps its version, and says which one is live', async () => {
    const { id } = await owned.api.createWorkflow(slowRequest(partner.url))
    await owned.api.send('POST', `/workflows/${id}/publish`, {})
    const { execution_id: run } = await owned.api.send<{ execution_id: string }>(
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
    const draft: { nodes: readonly { id: string }[] } = await owned.api.send('GET', `/workflows/${id}/draft`)
    assert.deepEqual(
      draft.nodes.map((node) => node.id),
      ['start', 'before', 'slow'],
    )
  })

  it('a session that ended asks for the password in place, and the edit is saved', async () => {
    const { id } = await owned.api.createWorkflow(slowRequest(partner.url))
    const own = await signIn(owned.product, OWNER)
    await useSession(context, owned.product, own)
    await page.goto(`/workflows/${id}?node=last`)
    await nodeCard(page, 'Last').focus()
    await endSession(owned.product, own)
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    assert.deepEqual(await findAccessibilityProblems(page), [])
    await dialog.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Saved' }).waitFor()
    assert.equal(await nodeCard(page, 'Last').count(), 0)
    const draft: { nodes: readonly { id: string }[] } = await owned.api.send('GET', `/workflows/${id}/draft`)
    assert.deepEqual(
      draft.nodes.map((node) => node.id),
      ['start', 'before', 'slow'],
    )
  })

  it('a viewer reads everything, is told so, and finds no control that would be refused', async () => {
    const viewer = { email: 'viewer@example.com', password: 'another password of some length' }
    await owned.product.runCommand(
      ['users', 'create', viewer.email, '--role', 'viewer'],
      `${viewer.password}\n`,
    )
    const { id } = await owned.api.createWorkflow(slowRequest(partner.url))
    partner.release()
    const run = await owned.api.run(id)
    await useSession(context, owned.product, await signIn(owned.product, viewer))

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
