import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { findAccessibilityProblems } from './support/browser.ts'
import { startOwnedProduct } from './support/owned-product.ts'

interface Draft {
  readonly nodes: readonly { readonly id: string }[]
  readonly edges: readonly unknown[]
  readonly variables: Readonly<Record<string, unknown>>
}

const NODES = [
  { id: 'start', type: 'start', data: {} },
  { type: 'log', config: { message: 'An unfinished node, spelled differently' } },
]

describe('editing a workflow', () => {
  const owned = startOwnedProduct()
  let context: BrowserContext
  let page: Page
  let id: string

  beforeEach(async () => {
    await context?.close()
    const created = await owned.api.createWorkflow({ name: 'Orders', nodes: NODES, variables: { limit: 1 } })
    id = created.id
    ;({ context, page } = await owned.open())
    await openSettings(page)
  })

  async function openSettings(tab: Page): Promise<void> {
    await tab.goto(`/workflows/${id}/settings`)
    await limitField(tab).waitFor()
  }

  function limitField(tab: Page) {
    return tab.getByRole('textbox', { name: 'Value of variable limit' })
  }

  async function addVariable(tab: Page, name: string, value: string): Promise<void> {
    await tab.getByRole('textbox', { name: 'Name', exact: true }).last().fill(name)
    await tab.getByRole('textbox', { name: 'Value', exact: true }).fill(value)
    await tab.getByRole('button', { name: 'Add variable' }).click()
    await tab.getByRole('textbox', { name: `Value of variable ${name}` }).waitFor()
  }

  /**
   * What shows messages is loaded behind the page: its file is fetched, and then imported from the cache. A page whose
   * requests are routed has no cache; if it went offline between the two, it could not show a message.
   */
  async function hasToaster(tab: Page): Promise<void> {
    const file = await tab.waitForFunction(() =>
      performance.getEntriesByType('resource').find(({ name }) => name.includes('/toaster-')),
    )
    await file.evaluate((entry) => import(entry?.name ?? ''))
  }

  async function isSaved(tab: Page): Promise<void> {
    await tab.getByRole('button', { name: 'Saved' }).waitFor()
  }

  function readDraft(): Promise<Draft> {
    return owned.api.send('GET', `/workflows/${id}/draft`)
  }

  it('an edit is saved, and what was not edited stays as it was', async () => {
    const held = Promise.withResolvers<void>()
    await page.route('**/draft', async (route) => {
      if (route.request().method() === 'PUT') await held.promise
      await route.continue()
    })
    await limitField(page).fill('2')
    await page.getByRole('button', { name: 'Saving…' }).waitFor()
    held.resolve()
    await isSaved(page)
    await page.unroute('**/draft')
    const { nodes, edges, variables } = await readDraft()
    assert.deepEqual({ nodes, edges, variables }, { nodes: NODES, edges: [], variables: { limit: 2 } })
  })

  it('edits made while the server is down are saved when it is back', async () => {
    await owned.product.kill()
    await limitField(page).fill('3')
    await page.getByRole('button', { name: 'Offline' }).waitFor()
    await limitField(page).fill('4')
    await owned.product.restart()
    await isSaved(page)
    assert.deepEqual((await readDraft()).variables, { limit: 4 })
  })

  it('edits survive a tab that is closed before they were saved', async () => {
    // Down, not only unreachable for this page: a closing page saves once more, past its own routes.
    await owned.product.kill()
    await limitField(page).fill('5')
    await page.getByRole('button', { name: 'Offline' }).waitFor()
    await page.close()
    await owned.product.restart()
    assert.deepEqual((await readDraft()).variables, { limit: 1 })
    const next = await context.newPage()
    await openSettings(next)
    assert.equal(await limitField(next).inputValue(), '5')
    await isSaved(next)
    assert.deepEqual((await readDraft()).variables, { limit: 5 })
  })

  it('two tabs do not overwrite each other, and each shows what the other one saved', async () => {
    const other = await context.newPage()
    await openSettings(other)
    await addVariable(page, 'one', '1')
    await addVariable(other, 'two', '2')
    await isSaved(page)
    await isSaved(other)
    for (const tab of [page, other]) {
      await tab.getByRole('textbox', { name: 'Value of variable one' }).waitFor()
      await tab.getByRole('textbox', { name: 'Value of variable two' }).waitFor()
    }
    assert.deepEqual((await readDraft()).variables, { limit: 1, one: 1, two: 2 })
  })

  it('an open tab saves what another one left', async () => {
    const other = await context.newPage()
    await other.route('**/draft', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await openSettings(other)
    await addVariable(other, 'left', '1')
    await other.getByRole('button', { name: 'Offline' }).waitFor()
    await other.close()
    await page.getByRole('textbox', { name: 'Value of variable left' }).waitFor()
    await isSaved(page)
    assert.deepEqual((await readDraft()).variables, { limit: 1, left: 1 })
  })

  it('what somebody else changed meanwhile is merged, and the same value asks', async () => {
    await page.route('**/draft', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await limitField(page).fill('6')
    await page.getByRole('button', { name: 'Offline' }).waitFor()
    const { nodes, edges } = await readDraft()
    await owned.api.send('PUT', `/workflows/${id}/draft`, {
      nodes,
      edges,
      variables: { limit: 7, theirs: true },
    })
    await page.unroute('**/draft')
    const dialog = page.getByRole('dialog', { name: 'Choose what to keep' })
    await dialog.waitFor()
    await page
      .getByRole('textbox', { name: 'Value of variable theirs', includeHidden: true })
      .waitFor({ state: 'attached' })
    assert.deepEqual(await findAccessibilityProblems(page), [])
    assert.deepEqual((await readDraft()).variables, { limit: 7, theirs: true })
    await dialog.getByRole('radio', { name: 'Keep mine' }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await isSaved(page)
    assert.deepEqual((await readDraft()).variables, { limit: 6, theirs: true })
  })

  it('settings that were typed are not lost on leaving: they are saved, or left on purpose', async () => {
    const description = page.getByLabel('Description')
    const editorTab = page.getByRole('link', { name: 'Editor', exact: true })
    const dialog = page.getByRole('alertdialog', { name: 'Save the settings before you leave?' })
    await description.fill('Takes orders.')
    await editorTab.click()
    await dialog.waitFor()
    assert.deepEqual(await findAccessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await description.inputValue(), 'Takes orders.')
    await editorTab.click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(`**/workflows/${id}`)
    await page.goBack()
    assert.equal(await description.inputValue(), 'Takes orders.')
    await description.fill('Forget this.')
    await editorTab.click()
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await page.waitForURL(`**/workflows/${id}`)
    await page.goBack()
    assert.equal(await description.inputValue(), 'Takes orders.')
  })

  it('a run can be started again after its page was not opened because of typed settings', async () => {
    const description = page.getByLabel('Description')
    await description.fill('Stay here.')
    const run = page.getByRole('button', { name: 'Run', exact: true })
    await run.click()
    const dialog = page.getByRole('alertdialog', { name: 'Save the settings before you leave?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await run.and(page.locator(':not([aria-busy])')).waitFor()
    assert.equal(await description.inputValue(), 'Stay here.')
    await run.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const runs = await owned.api.send<unknown[]>('GET', `/executions?workflow_id=${id}`)
    assert.equal(runs.length, 2)
    await run.and(page.locator(':not([aria-busy])')).waitFor()
  })

  it('a tag that was typed and not ended with Enter is saved by one click', async () => {
    await page.getByLabel('Tags').fill('orders')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const before = await save.boundingBox()
    await save.hover()
    await page.mouse.down()
    assert.deepEqual(await save.boundingBox(), before)
    await page.mouse.up()
    await page.getByRole('button', { name: 'Remove tag orders' }).waitFor()
    const path = `/workflows/${id}?include=tags`
    const { tags } = await owned.api.send<{ tags: string[] }>('GET', path)
    assert.deepEqual(tags, ['orders'])
  })

  it('running without a connection says so, and keeps what was typed', async () => {
    await hasToaster(page)
    await context.setOffline(true)
    await limitField(page).fill('9')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('Could not start the run', { exact: true }).waitFor()
    await page.getByText(/^Cannot reach Millrace. Your changes are kept in this browser./).waitFor()
    assert.equal(await limitField(page).inputValue(), '9')
    await context.setOffline(false)
    await isSaved(page)
    assert.deepEqual((await readDraft()).variables, { limit: 9 })
  })

  it('the publish dialog does not open later by itself', async () => {
    const other = await context.newPage()
    const code = '**/publish-dialog-*.js'
    await other.route(code, (route) => route.abort())
    await openSettings(other)
    await hasToaster(other)
    await context.setOffline(true)
    await other.getByRole('button', { name: 'Publish', exact: true }).click()
    await other.getByText('Could not open the publish dialog', { exact: true }).waitFor()
    await other.unroute(code)
    await context.setOffline(false)
    await other.getByText('You are offline.').waitFor({ state: 'detached' })
    await limitField(other).fill('3')
    await isSaved(other)
    assert.equal(await other.getByRole('dialog').count(), 0)
    await other.getByRole('button', { name: 'Publish', exact: true }).click()
    await other.getByRole('dialog', { name: 'Publish workflow' }).waitFor()
  })

  it('publishing shows what differs, and a version is restored without going live', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish workflow' })
    await dialog.getByLabel('Note').fill('First')
    await dialog.getByRole('button', { name: /^Publish/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await limitField(page).fill('8')
    await page.getByRole('button', { name: 'Publish changes' }).click()
    const changes = page.getByRole('dialog', { name: 'Publish changes' })
    await changes.getByText('limit').waitFor()
    await changes.getByRole('button', { name: /^Publish/ }).click()
    await changes.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Versions' }).click()
    await page.getByRole('button', { name: /First/ }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await isSaved(page)
    assert.deepEqual((await readDraft()).variables, { limit: 1 })
    const live: Draft = await owned.api.send('GET', `/workflows/${id}`)
    assert.deepEqual(live.variables, { limit: 8 })
  })
})
