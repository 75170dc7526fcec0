import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { launchBrowser, openPage, type WatchedPage } from './support/browser.ts'
import { OWNER } from './support/owner.ts'
import { type Product, startProduct } from './support/product.ts'

const run = promisify(execFile)

describe('the first run', () => {
  let product: Product
  let browser: Browser
  let watched: WatchedPage

  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    watched = await openPage(browser, product.url, { width: 1440, scheme: 'light' })
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
  })

  it('the setup link creates the owner, and the token disappears from the address bar', async () => {
    const { page } = watched
    await page.goto(product.setupLink)
    await page.getByLabel('Name').fill(OWNER.name)
    await page.getByLabel('Email').fill(OWNER.email)
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
    assert.doesNotMatch(page.url(), /token/)
    await page.getByRole('button', { name: 'Create owner' }).click()
    await page.waitForURL('**/')
    await page.getByText('Welcome to Millrace').waitFor()
    assert.deepEqual(watched.takeProblems(), [])
  })

  it('a new key is shown once, with a curl command that works', async () => {
    const { page } = watched
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.waitForURL('**/settings/api-keys')
    await page.getByRole('button', { name: 'Create Key' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('From the browser')
    await dialog.getByRole('button', { name: 'Create Key' }).click()
    const key = (await page.getByTestId('new-api-key').textContent())?.trim() ?? ''
    const command = (await page.getByTestId('new-api-key-curl').textContent())?.trim() ?? ''
    assert.match(key, /^mr_/)

    assert.equal(await statusOf(product.url, key), 200)
    const [, header, url] = /^curl -H "([^"]+)" (\S+)$/.exec(command) ?? []
    const { stdout } = await run('curl', ['-sS', '-H', header ?? '', url ?? ''])
    assert.equal((JSON.parse(stdout) as { success: boolean }).success, true)

    await dialog.getByRole('button', { name: 'Done' }).click()
    assert.equal(await page.getByText(key).count(), 0)
    await revoke(key)
  })

  async function revoke(key: string): Promise<void> {
    const { page } = watched
    await page.getByRole('button', { name: 'Revoke From the browser' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    assert.equal(await statusOf(product.url, key), 401)
  }

  it('signing out and signing in work with the keyboard alone', async () => {
    const { page } = watched
    await page.goto('/settings/profile')
    await page.getByRole('button', { name: /^Account menu/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
    await page.waitForURL('**/sign-in**')
    await page.getByLabel('Email').pressSequentially(OWNER.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(OWNER.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/')
    await page.getByText('Welcome to Millrace').waitFor()
    assert.deepEqual(watched.takeProblems(), [])
  })

  it('the setup link works only once', async () => {
    const response = await fetch(`${product.url}/app/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...OWNER, token: new URL(product.setupLink).searchParams.get('token') }),
    })
    assert.equal(response.status, 403)
  })
})

async function statusOf(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/v1/workflows`, { headers: { authorization: `Bearer ${key}` } })
  await response.arrayBuffer()
  return response.status
}
