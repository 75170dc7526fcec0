import type { Page } from 'playwright-core'
import { examineScenes, type Scene, type Stage, WIDE } from './support/scenes.ts'

interface Samples {
  /** A workflow with errors and warnings. */
  readonly wrong: string
  /** A workflow with a warning only. */
  readonly doubtful: string
}

async function fill({ api }: Stage): Promise<Samples> {
  const at = (x: number, y = 0) => ({ position: { x, y } })
  const log = { id: 'loose', type: 'log', name: 'Log it', data: { message: 'x' } }
  const nodes = [
    { id: 'hook', type: 'webhook', name: 'Order received', data: { dedupe: 'input.body.id' }, ...at(0) },
    { id: 'fetch', type: 'http', name: 'Fetch customer', data: { ulr: 'https://example.com' }, ...at(260) },
    {
      id: 'mail',
      type: 'email',
      name: 'Send receipt',
      data: { to: '{{ nodes["Fetch custmer"].output }}', from: 'shop@example.com', text: 'Hi' },
      ...at(520),
    },
    { ...log, ...at(260, 200) },
  ]
  const edges = [
    { source: 'hook', target: 'fetch' },
    { source: 'fetch', target: 'mail' },
  ]
  const wrong = await api.createWorkflow({ name: 'Receipts', nodes, edges })
  const doubtful = await api.createWorkflow({
    name: 'Doubtful',
    nodes: [
      { id: 'start', type: 'start', ...at(0) },
      { ...log, ...at(260) },
    ],
  })
  return { wrong: wrong.id, doubtful: doubtful.id }
}

/** The count beside the name of the workflow. On a phone there is no space for it: the list below is open. */
async function seeCount(page: Page, count: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 640
  const button = page.getByRole('button', { name: count, exact: true })
  await button.waitFor({ state: isPhone ? 'hidden' : 'visible' })
}

const SCENES: readonly Scene<Samples>[] = [
  {
    name: 'problems-of-both-kinds',
    async show(page, { wrong }) {
      await page.goto(`/workflows/${wrong}?panel=problems`)
      await seeCount(page, '3 errors, 3 warnings')
      await page.getByRole('tab', { name: 'Problems 3 errors 3 warnings' }).waitFor()
      const list = page.getByRole('list', { name: 'Problems' })
      await list.getByRole('button', { name: /^Send receipt Error to .*Did you mean/ }).waitFor()
      await list
        .getByRole('button', {
          name: /^Fetch customer Warning ulr .*in node "Fetch customer".*Did you mean "url"/,
        })
        .waitFor()
    },
  },
  {
    name: 'warning-only',
    async show(page, { doubtful }) {
      await page.goto(`/workflows/${doubtful}?panel=problems`)
      await seeCount(page, '1 warning')
      await page.getByRole('button', { name: /^Log it Warning .*starts with every run/ }).waitFor()
    },
  },
  {
    name: 'warning-of-a-node',
    appearances: WIDE,
    async show(page, { wrong }) {
      await page.goto(`/workflows/${wrong}?node=fetch`)
      await page
        .getByRole('tabpanel')
        .getByText(/Unknown parameter "ulr" in node "Fetch customer"/)
        .waitFor()
    },
  },
  {
    name: 'publish-with-problems',
    async show(page, { wrong }) {
      await page.goto(`/workflows/${wrong}`)
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Publish workflow' })
      await dialog.getByText('3 errors keep this workflow from running').waitFor()
      await dialog.getByText('3 warnings').waitFor()
      await dialog.getByRole('button', { name: 'Publish anyway' }).waitFor()
    },
  },
  {
    name: 'publish-with-warnings',
    async show(page, { doubtful }) {
      await page.goto(`/workflows/${doubtful}`)
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Publish workflow' })
      await dialog.getByText('Runs do not fail because of them').waitFor()
      await dialog.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    },
  },
]

examineScenes('problems of a workflow', SCENES, fill)
