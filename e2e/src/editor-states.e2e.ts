import type { Page } from 'playwright-core'
import { APPEARANCES } from './support/browser.ts'
import { nodeCard } from './support/editor-page.ts'
import {
  cardStates,
  FAILING_ORDER,
  INVOICE,
  invoiceTotals,
  LARGE_ORDER,
  longNames,
  manyNodes,
  orderIntake,
  rightToLeft,
  slowRequest,
  SMALL_ORDER,
  unknownTypes,
} from './support/sample-workflows.ts'
import { examineScenes, type Scene, type Stage, WIDE } from './support/scenes.ts'

interface Samples {
  readonly empty: string
  readonly intake: string
  readonly code: string
  readonly codeRun: string
  readonly completed: string
  readonly failed: string
  readonly waiting: string
  readonly slow: string
  readonly running: string
  readonly cards: string
  readonly large: string
  readonly long: string
  readonly rightToLeft: string
  readonly unknown: string
}

async function prepare({ api, partner }: Stage): Promise<Samples> {
  const create = async (workflow: object) => (await api.createWorkflow(workflow)).id
  const definition = orderIntake(partner.url)
  const intake = await create(definition)
  const completed = await api.run(intake, SMALL_ORDER)
  const failed = await api.run(intake, FAILING_ORDER)
  const waiting = await api.start(intake, LARGE_ORDER)
  const code = await create(invoiceTotals())
  const slow = await create(slowRequest(partner.url))
  await api.send('POST', `/workflows/${intake}/publish`, { note: 'Reserve every line of an order' })
  const edges = definition.edges
  await api.send('PUT', `/workflows/${intake}/draft`, {
    nodes: definition.nodes.map((node) =>
      node.id === 'archive' ? { ...node, name: 'Keep a record', data: { message: '' } } : node,
    ),
    edges,
    variables: { approve_from: 500 },
  })
  return {
    empty: await create({ name: 'Untitled workflow', nodes: [], edges: [] }),
    intake,
    code,
    codeRun: await api.run(code, INVOICE),
    completed,
    failed,
    waiting,
    slow,
    running: await api.start(slow),
    cards: await create(cardStates()),
    large: await create(manyNodes(200)),
    long: await create(longNames()),
    rightToLeft: await create(rightToLeft()),
    unknown: await create(unknownTypes()),
  }
}

async function openIntake(page: Page, { intake }: Samples, search = ''): Promise<void> {
  await page.goto(`/workflows/${intake}${search}`)
  await nodeCard(page, 'Reserve stock').waitFor()
}

function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 500
}

function tabScene(name: string, tab: string, ready: (page: Page) => Promise<void>): Scene<Samples> {
  return {
    name: `workflow-${name}`,
    async show(page, { intake }) {
      await page.goto(`/workflows/${intake}/${tab}`)
      await ready(page)
    },
  }
}

function inspectorScene(name: string, tab: string): Scene<Samples> {
  return {
    name,
    appearances: WIDE.slice(0, 1),
    async show(page, samples) {
      await openIntake(page, samples, `?node=reserve&run=${samples.failed}`)
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('tabpanel', { name: tab }).waitFor()
    },
  }
}

const SCENES: readonly Scene<Samples>[] = [
  {
    name: 'editor-empty',
    async show(page, { empty }) {
      await page.goto(`/workflows/${empty}`)
      await page.getByText(/Start with a trigger|This workflow has no nodes yet/).waitFor()
    },
  },
  {
    name: 'editor',
    appearances: APPEARANCES,
    show: (page, samples) => openIntake(page, samples),
  },
  {
    name: 'editor-node',
    appearances: APPEARANCES,
    async show(page, samples) {
      await openIntake(page, samples, '?node=reserve')
      if (isPhone(page)) await nodeCard(page, 'Reserve stock').click()
      await page.getByRole('combobox', { name: 'Method' }).waitFor()
    },
  },
  inspectorScene('editor-node-data', 'Data'),
  inspectorScene('editor-node-retries', 'Retries and errors'),
  inspectorScene('editor-node-help', 'Help'),
  {
    name: 'editor-completion',
    appearances: APPEARANCES,
    async show(page, samples) {
      await openIntake(page, samples, `?node=archive&run=${samples.completed}`)
      if (isPhone(page)) await nodeCard(page, 'Keep a record').click()
      await page.getByRole('textbox', { name: 'Message' }).click()
      await page.keyboard.type('{{ input.')
      await page.getByRole('option', { name: /email/ }).waitFor()
    },
    async leave(page) {
      // The edit is taken back, so that no other scene sees it.
      await page.keyboard.press('Escape')
      for (let index = 0; index < 7; index++) await page.keyboard.press('Backspace')
      await page.getByRole('button', { name: 'Saved' }).waitFor()
    },
  },
  {
    name: 'editor-code',
    appearances: APPEARANCES,
    async show(page, { code, codeRun }) {
      await page.goto(`/workflows/${code}?node=sum&run=${codeRun}`)
      if (isPhone(page)) await nodeCard(page, 'Add up the lines').click()
      await page.getByRole('textbox', { name: 'Code', exact: true }).click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.type('input.lines[0].')
      await page.getByRole('option', { name: /sku/ }).waitFor()
    },
    async leave(page) {
      await page.keyboard.press('Escape')
      for (let index = 0; index < 15; index++) await page.keyboard.press('Backspace')
      await page.keyboard.press('Delete')
      await page.getByRole('button', { name: 'Saved' }).waitFor()
    },
  },
  {
    name: 'editor-cards',
    appearances: WIDE,
    async show(page, { cards }) {
      await page.goto(`/workflows/${cards}`)
      await page.getByRole('button', { name: /^Exchange rates.*pinned/i }).waitFor()
      await page.getByRole('button', { name: /^Send the report.*\d error/i }).waitFor()
    },
  },
  {
    name: 'editor-minimap',
    appearances: WIDE.slice(1),
    async show(page, { cards }) {
      await page.goto(`/workflows/${cards}?node=rates`)
      await nodeCard(page, 'Exchange rates').waitFor()
      await page.keyboard.press('m')
      await page.getByRole('img', { name: 'Overview map' }).waitFor()
    },
    leave: (page) => page.keyboard.press('m'),
  },
  {
    name: 'editor-add',
    async show(page, samples) {
      await openIntake(page, samples)
      await page.keyboard.press('/')
      await page
        .getByRole('dialog')
        .getByRole('option', { name: /HTTP request/ })
        .waitFor()
    },
  },
  {
    name: 'editor-add-search',
    appearances: WIDE.slice(1),
    async show(page, samples) {
      await openIntake(page, samples)
      await page.keyboard.press('/')
      await page.getByRole('combobox', { name: 'Search nodes, services and actions' }).fill('slack')
      await page.getByRole('option', { name: /Slack/ }).first().waitFor()
    },
  },
  {
    name: 'editor-focus-view',
    appearances: APPEARANCES,
    async show(page, samples) {
      await openIntake(page, samples, `?run=${samples.completed}`)
      await nodeCard(page, 'Confirmation').focus()
      await nodeCard(page, 'Confirmation').dblclick()
      await page.getByRole('region', { name: 'Focus view of Confirmation' }).waitFor()
      await page.getByText('ada@example.com').first().waitFor()
    },
  },
  {
    name: 'editor-list',
    appearances: WIDE,
    show: (page, samples) => openIntake(page, samples, '?view=list'),
  },
  {
    name: 'editor-run-dialog',
    async show(page, samples) {
      await openIntake(page, samples)
      await page.keyboard.press('Control+Shift+Enter')
      await page
        .getByRole('dialog', { name: 'Run with input' })
        .getByRole('button', { name: 'Run' })
        .waitFor()
    },
  },
  {
    name: 'editor-listen',
    appearances: WIDE.slice(0, 1),
    async show(page, samples) {
      await openIntake(page, samples)
      await page.keyboard.press('Control+Shift+Enter')
      const dialog = page.getByRole('dialog', { name: 'Run with input' })
      await dialog.getByRole('tab', { name: 'Listen' }).click()
      await dialog.getByText('Waiting for a request…').waitFor()
    },
  },
  {
    name: 'editor-run-waiting',
    appearances: WIDE,
    async show(page, samples) {
      await openIntake(page, samples, `?run=${samples.waiting}`)
      await page.getByRole('button', { name: /^Ask finance, .*waiting/i }).waitFor()
    },
  },
  {
    name: 'editor-run-running',
    appearances: WIDE,
    async show(page, samples) {
      await page.goto(`/workflows/${samples.slow}?run=${samples.running}`)
      await page.getByRole('button', { name: /^Slow, .*running/i }).waitFor()
    },
  },
  {
    name: 'editor-run-completed',
    appearances: APPEARANCES,
    async show(page, samples) {
      await openIntake(page, samples, `?run=${samples.completed}`)
      await page.getByRole('link', { name: 'Open run' }).waitFor()
    },
  },
  {
    name: 'editor-run-failed',
    appearances: APPEARANCES,
    async show(page, samples) {
      await openIntake(page, samples, `?run=${samples.failed}&node=reserve`)
      await page.getByRole('link', { name: 'Open run' }).waitFor()
    },
  },
  {
    name: 'editor-publish',
    async show(page, samples) {
      await openIntake(page, samples)
      await page.getByRole('button', { name: 'Publish changes' }).click()
      await page.getByRole('dialog', { name: 'Publish changes' }).getByText('approve_from').waitFor()
    },
  },
  {
    name: 'editor-conflict',
    profile: 'alone',
    expected: /Failed to load resource|ERR_FAILED/,
    async show(page, _, { api }) {
      const { id } = await api.createWorkflow({
        name: 'Edited twice',
        nodes: [{ id: 'start', type: 'start' }],
        variables: { limit: 1 },
      })
      await page.goto(`/workflows/${id}/settings`)
      const field = page.getByRole('textbox', { name: 'Value of variable limit' })
      await field.waitFor()
      await page.route('**/draft', (route) =>
        route.request().method() === 'PUT' ? route.abort() : route.continue(),
      )
      await field.fill('2')
      await page.getByRole('button', { name: 'Offline' }).waitFor()
      const nodes = [{ id: 'start', type: 'start' }]
      await api.send('PUT', `/workflows/${id}/draft`, { nodes, edges: [], variables: { limit: 3 } })
      await page.unroute('**/draft')
      await page.getByRole('dialog', { name: 'Choose what to keep' }).waitFor()
    },
  },
  {
    name: 'editor-200-nodes',
    async show(page, { large }) {
      await page.goto(`/workflows/${large}`)
      await nodeCard(page, 'Start').waitFor()
    },
  },
  {
    name: 'editor-long-names',
    async show(page, { long }) {
      await page.goto(`/workflows/${long}?node=act`)
      await page.getByRole('button', { name: /^Start: Reserve/ }).waitFor()
    },
  },
  {
    name: 'editor-right-to-left',
    async show(page, samples) {
      await page.goto(`/workflows/${samples.rightToLeft}?node=log`)
      await page.getByRole('button', { name: /^הודעה/ }).waitFor()
    },
  },
  {
    name: 'editor-unknown-type',
    async show(page, { unknown }) {
      await page.goto(`/workflows/${unknown}?node=pigeon`)
      await nodeCard(page, 'Send a pigeon').waitFor()
    },
  },
  {
    name: 'editor-shortcuts',
    appearances: WIDE.slice(0, 1),
    async show(page, samples) {
      await openIntake(page, samples)
      await page.keyboard.press('?')
      await page.getByRole('dialog').getByText('Tidy up').waitFor()
    },
  },
  {
    name: 'editor-menu',
    appearances: WIDE.slice(1),
    async show(page, samples) {
      await openIntake(page, samples)
      await nodeCard(page, 'Large order?').click({ button: 'right' })
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'editor-loading',
    // Without what the browser remembers of an earlier visit.
    profile: 'alone',
    async show(page, { intake }) {
      await page.route('**/v1/workflows/**', () => undefined)
      await page.goto(`/workflows/${intake}`)
      await page.getByRole('status', { name: 'Loading the workflow' }).waitFor()
    },
  },
  {
    name: 'editor-not-found',
    expected: /404/,
    async show(page) {
      await page.goto('/workflows/00000000-0000-4000-8000-000000000000')
      await page.getByRole('heading', { name: 'This workflow does not exist' }).waitFor()
    },
  },
  tabScene('executions', 'executions', (page) => page.getByRole('link', { name: /^Run / }).nth(1).waitFor()),
  tabScene('versions', 'versions', (page) =>
    page.getByText('Reserve every line of an order').first().waitFor(),
  ),
  tabScene('triggers', 'triggers', (page) => page.getByText('New order').first().waitFor()),
  tabScene('settings', 'settings', (page) =>
    page.getByRole('textbox', { name: 'Value of variable approve_from' }).waitFor(),
  ),
  // The drawer stays open from here on.
  {
    name: 'editor-log',
    async show(page, samples) {
      await openIntake(page, samples, `?run=${samples.completed}&panel=log`)
      await page
        .getByRole('log')
        .getByText(/is confirmed to/)
        .waitFor()
    },
  },
  {
    name: 'editor-problems',
    async show(page, samples) {
      await page.goto(`/workflows/${samples.unknown}?panel=problems`)
      await page
        .getByText(/carrier_pigeon/)
        .first()
        .waitFor()
    },
  },
]

examineScenes('the editor', SCENES, prepare)
