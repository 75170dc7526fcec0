import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { ApiClient } from './support/api-client.ts'
import { launchBrowser, openPage } from './support/browser.ts'
import { OWNER, setUpOwner, signIn, useSession } from './support/owner.ts'
import { type Product, startProduct } from './support/product.ts'

const PASSWORD = 'another password of some length'
const DESKTOP = { width: 1440, scheme: 'light' } as const

describe('people', () => {
  let product: Product
  let browser: Browser
  let api: ApiClient
  let owner: Page

  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    owner = await openAs(await setUpOwner(product))
    api = new ApiClient(product)
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
  })

  async function openAs(cookie: string | undefined): Promise<Page> {
    const { page, context } = await openPage(browser, product.url, DESKTOP)
    if (cookie !== undefined) await useSession(context, product, cookie)
    return page
  }

  /** The owner creates a link as people do, and another person accepts it in their own browser. */
  async function join(role: 'Editor' | 'Viewer', name: string): Promise<Page> {
    await owner.goto('/settings/users')
    await owner.getByRole('button', { name: 'Invite user' }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByRole('radio', { name: role }).click()
    await dialog.getByLabel('Note').fill(`${name.toLowerCase()}@example.com`)
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await owner.getByTestId('invitation-link').innerText()
    await owner.getByRole('button', { name: 'Done' }).click()
    await owner
      .getByRole('list', { name: 'Invitations' })
      .getByText(`${name.toLowerCase()}@example.com`)
      .waitFor()

    const page = await openAs(undefined)
    await page.goto(link)
    await page.getByRole('heading', { name: 'Join Default' }).waitFor()
    assert.equal(new URL(page.url()).search, '', 'the token is not in the address bar')
    await page.getByLabel('Name').fill(name)
    assert.equal(await page.getByLabel('Email').inputValue(), `${name.toLowerCase()}@example.com`)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workflows' }).click()
    await page.getByRole('heading', { name: 'Workflows' }).waitFor()
    return page
  }

  function userRow(page: Page, name: string) {
    return page.getByRole('list', { name: 'Users' }).getByRole('listitem').filter({ hasText: name })
  }

  it('an invitation is accepted once, and the owner changes the role and removes the person', async () => {
    const page = await join('Editor', 'Grace')
    await owner.reload()
    await userRow(owner, 'Grace').getByRole('combobox', { name: 'Role of Grace' }).selectOption('Viewer')
    await owner.getByText('Grace is now: Viewer').first().waitFor()
    await page.goto('/settings/profile')
    await page.getByText('Viewer', { exact: true }).waitFor()

    await userRow(owner, 'Grace').getByRole('button', { name: 'Remove Grace' }).click()
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Remove user' }).click()
    await userRow(owner, 'Grace').waitFor({ state: 'detached' })
    await page.goto('/workflows')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('a link that was used or revoked says so', async () => {
    await owner.goto('/settings/users')
    await owner.getByRole('button', { name: 'Invite user' }).click()
    await owner.getByRole('button', { name: 'Create link' }).click()
    const link = await owner.getByTestId('invitation-link').innerText()
    await owner.getByRole('button', { name: 'Done' }).click()
    await owner.getByRole('button', { name: 'Revoke the invitation “Without a note”' }).click()
    await owner.getByRole('button', { name: 'Revoke invitation' }).click()
    await owner.getByText('No open invitations.').waitFor()
    const page = await openAs(undefined)
    await page.goto(link)
    await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor()
    await page.getByText('Ask for a new one.').waitFor()
  })

  it('the only owner cannot be removed or demoted', async () => {
    await owner.goto('/settings/users')
    const row = userRow(owner, OWNER.email)
    await row.getByText('You', { exact: true }).waitFor()
    assert.equal(await row.getByRole('button').count(), 0)
    assert.equal(await row.getByRole('combobox').count(), 0)
  })

  it('an editor builds workflows, and cannot manage users, keys and the audit log', async () => {
    const page = await join('Editor', 'Edith')
    await page.getByRole('button', { name: 'New workflow' }).first().waitFor()
    await page.goto('/settings/users')
    await userRow(page, 'Edith').waitFor()
    await page.getByText('Owners invite people, change roles and remove users.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Invite user' }).count(), 0)
    assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0)
    assert.equal(await page.getByRole('combobox', { name: /^Role of/ }).count(), 0)
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Users' }).waitFor()
    for (const name of ['API Keys', 'Audit log']) {
      assert.equal(await main.getByRole('link', { name }).count(), 0, name)
    }
    await page.goto('/settings/audit')
    await page.getByRole('heading', { name: 'Owners read the audit log' }).waitFor()
  })

  it('a viewer sees everything and changes nothing', async () => {
    const workflow = await api.createWorkflow({ name: 'Read only', nodes: [], edges: [] })
    const page = await join('Viewer', 'Vera')
    await page.getByRole('link', { name: 'Read only', exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'New workflow' }).count(), 0)
    await api.send('POST', '/forms', { name: 'Feedback', fields: [{ name: 'words', type: 'text' }] })
    await api.send('POST', '/credentials', { name: 'Key', type: 'api_key', value: 'secret' })
    await api.send('POST', '/webhooks', { url: 'https://receiver.example/hooks', events: ['form.submitted'] })
    for (const [path, shown] of [
      ['/', 'Home'],
      ['/workflows', 'Read only'],
      [`/workflows/${workflow.id}`, 'Read only'],
      ['/executions', 'Executions'],
      ['/inbox', 'Inbox'],
      ['/triggers', 'Triggers'],
      ['/forms', 'Feedback'],
      ['/connections', 'Key'],
      ['/connections?tab=integrations', 'Catalogue'],
      ['/webhooks', 'https://receiver.example/hooks'],
    ] as const) {
      await page.goto(path)
      await page.getByText(shown, { exact: true }).first().waitFor()
      const changes = page.getByRole('button', {
        name: /^(New|Create|Add|Delete|Publish|Import|Connect|Run)\b/,
      })
      assert.deepEqual(await changes.allTextContents(), [], path)
    }
    for (const path of ['plan', 'users', 'appearance', 'profile', 'about']) {
      await page.goto(`/settings/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    await page.goto('/settings/about')
    await page.getByText('This one').waitFor()
    // What the pages hide, the server refuses.
    const statuses = await page.evaluate(async (id) => {
      const send = async (method: string, path: string, body: object = {}) => {
        const headers = { 'content-type': 'application/json' }
        return (await fetch(path, { method, headers, body: JSON.stringify(body) })).status
      }
      return Promise.all([
        send('PATCH', `/app/v1/workflows/${id}`, { name: 'Changed' }),
        send('DELETE', `/app/v1/workflows/${id}`),
        send('POST', '/app/v1/forms', { name: 'Form', fields: [] }),
        send('POST', '/app/invitations', { role: 'owner' }),
        send('POST', '/app/keys', { name: 'Key', scopes: ['forms:read'] }),
      ])
    }, workflow.id)
    assert.deepEqual(statuses, [403, 403, 403, 403, 403])
  })

  it('a person ends one session, and signs out everywhere', async () => {
    const here = await openAs(await signIn(product, OWNER))
    const there = await openAs(await signIn(product, OWNER))
    await here.goto('/settings/profile')
    const sessions = here.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await sessions.filter({ hasText: 'This session' }).waitFor()
    const count = await sessions.count()
    await sessions.getByRole('button').first().click()
    await here.getByText('Session ended').first().waitFor()
    await sessions.nth(count - 1).waitFor({ state: 'detached' })
    await here.getByRole('button', { name: 'Sign out everywhere' }).click()
    await here.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await here.getByRole('heading', { name: 'Sign in' }).waitFor()
    await there.goto('/workflows')
    await there.getByRole('heading', { name: 'Sign in' }).waitFor()
    owner = await openAs(await signIn(product, OWNER))
  })

  it('the audit log shows what was done, filtered by a link, and exports it', async () => {
    await api.createWorkflow({ name: 'Recorded', nodes: [], edges: [] })
    await owner.goto('/settings/audit')
    const entries = owner.getByRole('list', { name: 'Entries' }).getByRole('listitem')
    const created = entries.filter({ hasText: 'First key created the workflow Recorded' })
    await created.waitFor()
    await entries.filter({ hasText: 'Owner removed the user Grace' }).waitFor()
    await entries.filter({ hasText: 'Vera accepted an invitation' }).waitFor()
    await created.getByText('created the workflow').click()
    await created.getByText('127.0.0.1').waitFor()
    await created.getByRole('button', { name: 'Show all entries about this resource' }).click()
    await owner.waitForURL('**/settings/audit?resource=*')
    await owner.getByRole('button', { name: 'Clear filters' }).click()
    await owner.getByLabel('What').selectOption('Users')
    await owner.waitForURL('**/settings/audit?action=user')
    await entries.filter({ hasText: 'Recorded' }).waitFor({ state: 'detached' })
    await owner.getByLabel('Who').selectOption('Vera')
    await owner.waitForURL(/actor=/)
    await entries.filter({ hasText: 'Vera accepted an invitation' }).waitFor()
    await entries.filter({ hasText: 'Grace' }).first().waitFor({ state: 'detached' })
    assert.equal(await entries.count(), 1)
    await owner.getByRole('button', { name: 'Export' }).click()
    const download = owner.waitForEvent('download')
    await owner.getByRole('menuitem', { name: 'Export as CSV' }).click()
    assert.match((await download).suggestedFilename(), /^audit-log-.+\.csv$/)
  })
})
