// Takes the pictures in docs/images: `npm run pictures`.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { ApiClient } from '../support/api-client.ts'
import { type Appearance, launchBrowser, openPage } from '../support/browser.ts'
import { setUpOwner, useSession } from '../support/owner.ts'
import { startPartnerService } from '../support/partner-service.ts'
import { startProduct } from '../support/product.ts'
import { startMailServer } from '../support/smtp-server.ts'
import { COMPLETED, FAILING, orderWorkflow } from './order-workflow.ts'
import { shrinkPng } from './shrink-png.ts'

const FOLDER = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
const LIGHT: Appearance = { width: 1440, scheme: 'light' }
const DARK: Appearance = { width: 1440, scheme: 'dark' }
const PHONE: Appearance = { width: 390, scheme: 'light' }

interface Samples {
  readonly workflowId: string
  readonly completed: string
  readonly failed: string
}

interface PictureSpec {
  readonly name: string
  readonly appearance: Appearance
  readonly show: (page: Page, samples: Samples) => Promise<void>
}

const pictures: readonly PictureSpec[] = [
  {
    name: 'editor',
    appearance: LIGHT,
    async show(page, { workflowId, failed }) {
      await page.goto(`/workflows/${workflowId}?run=${failed}`)
      await page.getByRole('button', { name: 'Fit' }).click()
      await page.getByRole('button', { name: /^Reserve stock/ }).click()
      await page.getByText('Failed in this run').waitFor()
      await page.getByRole('button', { name: 'Fit' }).click()
      await page.getByText('"AX-7"', { exact: true }).waitFor()
    },
  },
  {
    name: 'editor-dark',
    appearance: DARK,
    async show(page, { workflowId, completed }) {
      await page.goto(`/workflows/${workflowId}?run=${completed}`)
      await page.getByRole('button', { name: /^Large order/ }).click()
      await page.getByRole('textbox', { name: 'Condition' }).waitFor()
      await page.getByRole('button', { name: 'Fit' }).click()
      await page.getByText('false', { exact: true }).first().waitFor()
    },
  },
  {
    name: 'focus-view',
    appearance: LIGHT,
    async show(page, { workflowId, completed }) {
      await page.goto(`/workflows/${workflowId}?run=${completed}`)
      await page.getByRole('button', { name: /^Confirm to customer/ }).dblclick()
      const view = page.getByRole('region', { name: /Confirm to customer/ })
      await view.getByText('"Your order 4f2a-1187"').waitFor()
      await view.getByRole('combobox', { name: 'Which data to show' }).selectOption({ label: 'New order' })
      await view.getByText('message_id').first().waitFor()
    },
  },
  {
    name: 'run',
    appearance: LIGHT,
    async show(page, { failed }) {
      await page.goto(`/executions/${failed}`)
      await page
        .getByText(/Reserve stock, item 7/)
        .first()
        .waitFor()
      await page.getByRole('tree', { name: 'Timeline' }).waitFor()
    },
  },
  {
    name: 'versions',
    appearance: LIGHT,
    async show(page, { workflowId }) {
      await page.goto(`/workflows/${workflowId}/versions`)
      await page.getByText('variables.approve_from', { exact: false }).first().waitFor()
    },
  },
  {
    name: 'phone',
    appearance: PHONE,
    async show(page, { workflowId, completed }) {
      await page.goto(`/workflows/${workflowId}?run=${completed}`)
      await page.getByText('Large order?').first().waitFor()
    },
  },
]

interface Services {
  readonly partnerUrl: string
  readonly mailUrl: string
}

async function prepare(api: ApiClient, { partnerUrl, mailUrl }: Services): Promise<Samples> {
  const credential = await api.send<{ id: string }>('POST', '/credentials', {
    name: 'Shop mail',
    type: 'smtp',
    value: mailUrl,
  })
  const workflow = orderWorkflow({ partnerUrl, credentialId: credential.id })
  const { id } = await api.createWorkflow(workflow)
  await api.send('POST', `/workflows/${id}/publish`, { note: 'Finance approves large orders.' })
  const changed = workflow.nodes.map((node) =>
    node.id === 'large'
      ? { ...node, data: { condition: 'input.body.total >= variables.approve_from' } }
      : node,
  )
  await api.send('PUT', `/workflows/${id}/draft`, {
    nodes: changed,
    edges: workflow.edges,
    variables: workflow.variables,
  })
  return {
    workflowId: id,
    completed: await api.run(id, requestOf(COMPLETED)),
    failed: await api.run(id, requestOf(FAILING)),
  }
}

function requestOf(body: object) {
  return { method: 'POST', path: '', query: {}, headers: { 'content-type': 'application/json' }, body }
}

async function take(browser: Browser, url: string, cookie: string, samples: Samples): Promise<void> {
  for (const { name, appearance, show } of pictures) {
    const { page, context } = await openPage(browser, url, appearance)
    await useSession(context, { url }, cookie)
    await show(page, samples)
    await page.mouse.move(appearance.width - 1, 1)
    // Fonts, panels and the last animation frame.
    await page.evaluate(() => document.fonts.ready)
    await page.waitForLoadState('networkidle')
    const picture = shrinkPng(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
    await writeFile(join(FOLDER, `${name}.png`), picture)
    process.stdout.write(`docs/images/${name}.png ${Math.round(picture.length / 1024)} KB\n`)
    await context.close()
  }
}

const partner = await startPartnerService()
const mail = await startMailServer()
const product = await startProduct()
const browser = await launchBrowser()
try {
  await mkdir(FOLDER, { recursive: true })
  const samples = await prepare(new ApiClient(product), { partnerUrl: partner.url, mailUrl: mail.url })
  await take(browser, product.url, await setUpOwner(product), samples)
} finally {
  await browser.close()
  await product.stop()
  await partner.stop()
  await mail.stop()
}
