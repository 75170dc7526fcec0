import type { Page } from 'playwright-core'
import { APPEARANCES } from './support/browser.ts'
import { nodeCard } from './support/editor-page.ts'
import {
  FAILING_ORDER,
  LARGE_ORDER,
  manySteps,
  orderIntake,
  slowRequest,
  SMALL_ORDER,
} from './support/sample-workflows.ts'
import { examineScenes, type Scene, type Stage, WIDE } from './support/scenes.ts'

interface Samples {
  readonly completed: string
  readonly failed: string
  readonly waiting: string
  readonly running: string
  readonly large: string
}

async function prepare({ api, partner }: Stage): Promise<Samples> {
  const create = async (workflow: object) => (await api.createWorkflow(workflow)).id
  const intake = await create(orderIntake(partner.url))
  return {
    completed: await api.run(intake, SMALL_ORDER),
    failed: await api.run(intake, FAILING_ORDER),
    waiting: await api.start(intake, LARGE_ORDER),
    running: await api.start(await create(slowRequest(partner.url))),
    large: await api.run(await create(manySteps(1_000))),
  }
}

async function openRun(page: Page, id: string, search = ''): Promise<void> {
  await page.goto(`/executions/${id}${search}`)
  await page.getByRole('tree', { name: 'Timeline' }).waitFor()
}

/** Phones show the steps only. */
function hasGraph(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) > 1_000
}

const SCENES: readonly Scene<Samples>[] = [
  { name: 'run-completed', show: (page, { completed }) => openRun(page, completed) },
  {
    name: 'run-failed',
    appearances: APPEARANCES,
    async show(page, { failed }) {
      await openRun(page, failed)
      await page
        .getByText(/Reserve stock, item 7/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'run-step',
    appearances: APPEARANCES,
    async show(page, { completed }) {
      await openRun(page, completed)
      await page.getByRole('treeitem', { name: /Confirmation/ }).click()
      await page.getByText('ada@example.com').first().waitFor()
    },
  },
  {
    name: 'run-log',
    async show(page, { completed }) {
      await openRun(page, completed)
      await page.getByRole('tab', { name: /Log/ }).first().click()
      await page
        .getByRole('log')
        .getByText(/is confirmed to/)
        .waitFor()
    },
  },
  {
    name: 'run-resume',
    async show(page, { failed }) {
      await openRun(page, failed)
      await page.keyboard.press('r')
      await page.getByRole('dialog').getByText('Reserve stock').first().waitFor()
    },
  },
  {
    name: 'run-scrubbed',
    appearances: WIDE,
    async show(page, { failed }) {
      await openRun(page, failed)
      for (let index = 0; index < 6; index++) await page.keyboard.press(',')
      await page
        .getByText(/of 1[0-9] steps|step \d+ of \d+/i)
        .first()
        .waitFor()
    },
  },
  {
    name: 'run-waiting',
    appearances: APPEARANCES,
    async show(page, { waiting }) {
      await openRun(page, waiting)
      await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
    },
  },
  {
    name: 'run-running',
    async show(page, { running }) {
      await openRun(page, running)
      await page.getByRole('button', { name: 'Cancel run' }).waitFor()
      if (hasGraph(page)) await nodeCard(page, 'Slow').waitFor()
    },
  },
  {
    name: 'run-1000-steps',
    async show(page, { large }) {
      await openRun(page, large)
      await page.getByRole('grid').waitFor()
      if (hasGraph(page)) await nodeCard(page, 'Each number').waitFor()
    },
  },
  {
    name: 'run-loading',
    async show(page, { completed }) {
      await page.route('**/v1/executions/**', () => undefined)
      await page.goto(`/executions/${completed}`)
      await page.getByText('Loading run').first().waitFor({ state: 'attached' })
    },
  },
  {
    name: 'run-not-found',
    expected: /404/,
    async show(page) {
      await page.goto('/executions/00000000-0000-4000-8000-000000000000')
      await page.getByRole('heading', { name: 'This run does not exist' }).waitFor()
    },
  },
]

examineScenes('a run', SCENES, prepare)
