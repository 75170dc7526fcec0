import type { Page } from 'playwright-core'
import type { ApiClient } from './support/api-client.ts'
import { APPEARANCES } from './support/browser.ts'
import {
  FAILING_ORDER,
  LARGE_ORDER,
  longNames,
  orderIntake,
  rightToLeft,
  SMALL_ORDER,
} from './support/sample-workflows.ts'
import { examineScenes, type Scene, type Stage } from './support/scenes.ts'

const SUBJECTS = [
  'Welcome mail',
  'Nightly import',
  'Invoice reminder',
  'Lead routing',
  'Stock level alert',
  'Weekly report',
  'Refund request',
  'Supplier catalogue',
  'Newsletter sign-up',
  'Contract renewal',
  'Support escalation',
  'Price update',
  'Backup check',
  'New employee',
]
const FOLDERS = ['Sales', 'Sales/Orders', 'Finance', 'Support', undefined]
const TAGS = [['mail'], ['shop', 'daily'], [], ['finance'], ['mail', 'customers', 'important']]

/** Thirty workflows: some live, some with changes, with runs that completed, failed or wait. */
async function fillList({ api, partner }: Stage): Promise<void> {
  const intake = await api.createWorkflow(orderIntake(partner.url))
  for (const input of [SMALL_ORDER, FAILING_ORDER, SMALL_ORDER, SMALL_ORDER]) await api.run(intake.id, input)
  await api.start(intake.id, LARGE_ORDER)
  await publish(api, intake.id)
  await api.createWorkflow(longNames())
  await api.createWorkflow(rightToLeft())
  const runs: Promise<string>[] = []
  for (let index = 26; index >= 0; index--) {
    const workflow = await api.createWorkflow({
      name: `${SUBJECTS[index % SUBJECTS.length]}${index < SUBJECTS.length ? '' : ', second office'}`,
      folder: FOLDERS[index % FOLDERS.length],
      tags: TAGS[index % TAGS.length],
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'log', type: 'log', data: { message: 'Started' } },
        ...(index % 4 === 1 ? [{ id: 'stop', type: 'fail', data: { message: 'No stock' } }] : []),
      ],
      edges: [
        { source: 'start', target: 'log' },
        ...(index % 4 === 1 ? [{ source: 'log', target: 'stop' }] : []),
      ],
    })
    if (index % 2 === 0) await publish(api, workflow.id)
    for (let run = 0; run < index % 5; run++) runs.push(api.run(workflow.id))
  }
  await Promise.all(runs)
}

async function publish(api: ApiClient, id: string): Promise<void> {
  await api.send('POST', `/workflows/${id}/publish`, {})
}

async function failRequests(page: Page, url: string): Promise<void> {
  await page.route(url, (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: 'INTERNAL_ERROR', message: 'Something failed on the server. Try again.' } },
    }),
  )
}

async function openList(page: Page): Promise<void> {
  await page.goto('/workflows')
  await page.getByRole('link', { name: 'Welcome mail', exact: true }).waitFor()
}

/** The list with few rows, for what lies over it or beside it: long lists take long to examine. */
async function openShortList(page: Page): Promise<void> {
  await page.goto('/workflows?q=welcome')
  await page.getByRole('link', { name: 'Welcome mail', exact: true }).waitFor()
}

const SCENES: readonly Scene<void>[] = [
  { name: 'workflows-full', appearances: APPEARANCES, show: openList },
  {
    name: 'workflows-selected',
    async show(page) {
      await openList(page)
      await page.getByRole('checkbox', { name: 'Select Welcome mail', exact: true }).check()
      await page.getByRole('checkbox', { name: 'Select Nightly import', exact: true }).check()
      await page.getByRole('toolbar', { name: 'Actions for the selected workflows' }).waitFor()
    },
  },
  {
    name: 'workflows-filtered',
    async show(page) {
      await page.goto('/workflows?tag=finance')
      await page.getByRole('link', { name: 'Lead routing', exact: true }).waitFor()
    },
  },
  {
    name: 'workflow-menu',
    async show(page) {
      await openShortList(page)
      await page.getByRole('button', { name: 'Actions for Welcome mail', exact: true }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'workflow-labels',
    async show(page) {
      await openShortList(page)
      await page.getByRole('button', { name: 'Actions for Welcome mail', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Edit tags and folder' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'New tag' }).waitFor()
    },
  },
  {
    name: 'workflow-delete',
    async show(page) {
      await openShortList(page)
      await page.getByRole('button', { name: 'Actions for Welcome mail', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'palette-search',
    async show(page) {
      await openShortList(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Commands' }).fill('mail')
      await page.getByRole('option', { name: 'Welcome mail, second office' }).waitFor()
    },
  },
  {
    name: 'executions-full',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/executions')
      await page.getByText('Stock level alert').first().waitFor()
    },
  },
  {
    name: 'executions-failed',
    async show(page) {
      await page.goto('/executions?status=failed')
      await page.getByText('Order intake').first().waitFor()
    },
  },
  {
    name: 'executions-no-match',
    async show(page) {
      await page.goto('/executions?status=failed&error_code=NOTHING')
      await page.getByRole('heading', { name: 'No executions match' }).waitFor()
    },
  },
  {
    name: 'workflows-loading',
    // Without what the browser remembers of an earlier visit.
    profile: 'alone',
    async show(page) {
      await page.route('**/v1/workflows**', () => undefined)
      await page.goto('/workflows')
      await page.getByText('Loading workflows').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'workflows-error',
    profile: 'alone',
    expected: /500/,
    async show(page) {
      await failRequests(page, '**/v1/workflows**')
      await page.goto('/workflows')
      await page.getByRole('heading', { name: 'Could not load workflows' }).waitFor()
    },
  },
  {
    name: 'executions-loading',
    profile: 'alone',
    async show(page) {
      await page.route('**/v1/executions**', () => undefined)
      await page.goto('/executions')
      await page.getByText('Loading executions').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'executions-error',
    profile: 'alone',
    expected: /500/,
    async show(page) {
      await failRequests(page, '**/v1/executions**')
      await page.goto('/executions')
      await page.getByRole('heading', { name: 'Could not load executions' }).waitFor()
    },
  },
  {
    name: 'sign-in-again',
    profile: 'alone',
    expected: /401/,
    async show(page) {
      await openShortList(page)
      await page.context().clearCookies()
      await page.getByRole('link', { name: 'Executions' }).first().click()
      await page
        .getByRole('dialog', { name: 'Your session has ended' })
        .getByLabel('Password', { exact: true })
        .waitFor()
    },
  },
  {
    name: 'offline',
    profile: 'alone',
    expected: /Failed to load resource|ERR_INTERNET_DISCONNECTED/,
    async show(page) {
      await openShortList(page)
      await page.context().setOffline(true)
      await page.getByText('You are offline.').waitFor()
    },
  },
  {
    name: 'server-stopped',
    profile: 'alone',
    expected: /Failed to load resource|ERR_CONNECTION_REFUSED/,
    async show(page, _, { product }) {
      await openShortList(page)
      // The page exists in the cache of the browser; its data does not.
      await page.goto('/executions')
      await page.getByText('Stock level alert').first().waitFor()
      await openShortList(page)
      await product.kill()
      await page.getByRole('link', { name: 'Welcome mail', exact: true }).click()
      await page.getByText('Cannot reach Millrace').first().waitFor()
    },
    async leave(_, __, { product }) {
      await product.restart()
    },
  },
]

examineScenes('the lists', SCENES, fillList)
