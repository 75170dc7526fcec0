import type { Page } from 'playwright-core'
import { APPEARANCES } from './support/browser.ts'
import { examineScenes, type Scene, type Stage } from './support/scenes.ts'

interface Samples {
  readonly payments: string
  readonly good: string
  readonly bad: string
}

const nodes = (limit: number) => [
  { id: 'start', type: 'start' },
  {
    id: 'load',
    name: 'Load customer',
    type: 'set',
    data: { values: { id: '{{ input.customer }}', tier: 'gold' } },
  },
  { id: 'check', name: 'Amount above limit?', type: 'if', data: { condition: `input.amount > ${limit}` } },
  {
    id: 'stop',
    name: 'Charge card',
    type: 'fail',
    data: { message: 'The card was declined', code: 'DECLINED' },
  },
  { id: 'mail', name: 'Send receipt', type: 'set', data: { values: { sent: '{{ input.amount }}' } } },
]
const EDGES = [
  { source: 'start', target: 'load' },
  { source: 'load', target: 'check' },
  { source: 'check', target: 'stop', sourceHandle: 'true' },
  { source: 'check', target: 'mail', sourceHandle: 'false' },
]
const WAITING = {
  name: 'Contract renewal, second office',
  status: 'published',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'ask', type: 'wait', data: { for: 'event', event: 'signed' } },
  ],
  edges: [{ source: 'start', target: 'ask' }],
}

async function fill({ api }: Stage): Promise<Samples> {
  const { id } = await api.createWorkflow({
    name: 'Payments',
    status: 'published',
    nodes: nodes(100),
    edges: EDGES,
  })
  const run = async (input: object) => {
    const headers = { prefer: 'wait=30' }
    const path = `/workflows/${id}/execute`
    const started = await api.send<{ id?: string; execution_id?: string }>('POST', path, { input }, headers)
    return started.execution_id ?? started.id ?? ''
  }
  const good = await run({ customer: 'Ada', amount: 20 })
  for (let n = 0; n < 8; n += 1) await run({ customer: 'Ada', amount: 150 + n })
  const bad = await run({ customer: 'Grace', amount: 400 })
  const renewal = await api.createWorkflow(WAITING)
  for (let n = 0; n < 4; n += 1) await api.send('POST', `/workflows/${renewal.id}/execute`, {})
  return { payments: id, good, bad }
}

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/executions${query}`)
  await page
    .getByRole('link', { name: /^Payments/ })
    .first()
    .waitFor()
}

async function select(page: Page, count: number): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /of Payments$/ })
  for (let n = 0; n < count; n += 1) await boxes.nth(n).click()
  await page.getByRole('toolbar', { name: 'Actions for the selected executions' }).waitFor()
}

async function showCompare(page: Page, { good, bad }: Samples, rest = ''): Promise<void> {
  await page.goto(`/executions/compare?a=${good}&b=${bad}${rest}`)
}

const SCENES: readonly Scene<Samples>[] = [
  {
    name: 'executions-selected',
    appearances: APPEARANCES,
    async show(page) {
      await openList(page)
      await select(page, 2)
    },
  },
  {
    name: 'executions-resume-dialog',
    async show(page) {
      await openList(page)
      await page.keyboard.press('Control+Shift+a')
      await page.getByRole('button', { name: 'Resume executions' }).click()
      await page.getByRole('alertdialog', { name: /^Resume \d+ executions\?/ }).waitFor()
    },
  },
  {
    name: 'executions-nothing-to-cancel',
    async show(page, { payments }) {
      await openList(page, `?workflow_id=${payments}`)
      await select(page, 1)
      await page.getByRole('button', { name: 'Cancel executions' }).click()
      await page.getByRole('alertdialog', { name: 'Nothing to cancel' }).waitFor()
    },
  },
  {
    name: 'executions-bulk-result',
    async show(page) {
      await openList(page)
      await select(page, 1)
      const waiting = page
        .getByRole('row')
        .filter({ hasText: 'Contract renewal' })
        .filter({ hasText: 'Waiting' })
      await waiting.first().getByRole('checkbox').click()
      await page.getByRole('button', { name: 'Cancel executions' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel executions' }).click()
      await page.getByText(/^1 execution cancelled/).waitFor()
    },
  },
  {
    name: 'executions-saved-filters',
    async show(page) {
      await openList(page, '?status=failed&error_code=DECLINED')
      await page.getByRole('button', { name: 'Saved filters' }).click()
      await page.getByRole('menuitem', { name: 'Save this filter' }).waitFor()
    },
  },
  {
    name: 'executions-save-filter',
    async show(page) {
      await openList(page, '?status=failed')
      await page.keyboard.press('Shift+S')
      await page
        .getByRole('dialog', { name: 'Save this filter' })
        .getByRole('button', { name: 'Save' })
        .click()
      await page.getByText('Enter a name.').waitFor()
    },
  },
  {
    name: 'compare',
    appearances: APPEARANCES,
    async show(page, samples) {
      await showCompare(page, samples)
      await page.getByText('First difference', { exact: true }).waitFor()
    },
  },
  {
    name: 'compare-step',
    appearances: APPEARANCES,
    async show(page, samples) {
      await showCompare(page, samples, '&step=load')
      await page.getByText('Grace').first().waitFor()
    },
  },
  {
    name: 'compare-choose',
    async show(page, samples) {
      await showCompare(page, samples)
      await page.getByRole('button', { name: 'Choose another run B' }).click()
      await page.getByRole('dialog', { name: 'Compare with' }).getByRole('button').nth(1).waitFor()
    },
  },
  {
    name: 'compare-nothing',
    async show(page) {
      await page.goto('/executions/compare')
      await page.getByText('Choose two runs to compare').waitFor()
    },
  },
  {
    name: 'compare-not-found',
    expected: /404/,
    async show(page, { good }) {
      await page.goto(`/executions/compare?a=${good}&b=018f0000-0000-7000-8000-000000000000`)
      await page.getByText('This run does not exist.', { exact: false }).waitFor()
    },
  },
]

examineScenes('the list of executions and comparing', SCENES, fill)
