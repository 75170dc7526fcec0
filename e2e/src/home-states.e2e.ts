import { examineScenes, type Scene, type Stage } from './support/scenes.ts'

/** A published workflow that failed, one that completed, one that waits for a person, and a schedule. */
async function fill({ api }: Stage): Promise<void> {
  const start = { id: 'start', type: 'start' }
  const chain = (name: string, node: { id: string; type: string; data: object }) =>
    api.createWorkflow({
      name,
      status: 'published',
      nodes: [start, node],
      edges: [{ source: 'start', target: node.id }],
    })
  const message = 'The partner answered 503 for order {{ input.n }}'
  const failing = await chain('Order intake', { id: 'charge', type: 'fail', data: { message } })
  const working = await chain('Welcome mail', { id: 'set', type: 'set', data: { values: { sent: true } } })
  const asking = await chain('Invoices', {
    id: 'ask',
    type: 'wait',
    data: { for: 'approval', message: 'Pay invoice 2031?', timeout_seconds: 86_400 },
  })
  await api.createWorkflow({
    name: 'Morning report',
    status: 'published',
    nodes: [{ id: 'time', type: 'schedule', data: { cron: '0 8 * * *' } }],
  })
  for (let n = 0; n < 12; n += 1) {
    await api.send('POST', `/workflows/${failing.id}/execute`, { input: { n } })
    await api.send('POST', `/workflows/${working.id}/execute`, {})
  }
  await api.send('POST', `/workflows/${asking.id}/execute`, {})
}

const SCENES: readonly Scene<void>[] = [
  {
    name: 'home',
    async show(page) {
      await page.goto('/')
      await page.getByText('12 runs').waitFor()
      await page.getByRole('button', { name: 'Approve: Pay invoice 2031?' }).waitFor()
      await page.getByText('Morning report').waitFor()
      await page.getByRole('img', { name: /^Runs over time/ }).waitFor()
    },
  },
  {
    name: 'home-table-of-a-day',
    async show(page) {
      await page.goto('/?period=24h')
      await page.getByText('12 runs').waitFor()
      await page.getByRole('radio', { name: 'Table' }).click()
      await page.getByRole('columnheader', { name: 'Completed' }).waitFor()
    },
  },
  {
    name: 'home-resume-dialog',
    async show(page) {
      await page.goto('/')
      await page.getByRole('button', { name: /^Try one, then resume all/ }).click()
      await page.getByRole('alertdialog', { name: 'Resume 12 runs?' }).waitFor()
    },
  },
  {
    name: 'home-ignored',
    async show(page) {
      await page.goto('/?failures=ignored')
      await page.getByText('No ignored failures in this period.').waitFor()
    },
  },
  {
    name: 'templates',
    async show(page) {
      await page.goto('/templates')
      await page.getByRole('heading', { name: 'Price an order' }).waitFor()
    },
  },
]

examineScenes('Home', SCENES, fill)
