import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { ApiClient } from './support/api-client.ts'
import { APPEARANCES } from './support/browser.ts'
import { startOwnedProduct } from './support/owned-product.ts'
import { examineScenes, type Scene, type Stage } from './support/scenes.ts'

const NOTE = { id: 'note', type: 'set', data: { values: { done: true } } }

function startedBy(name: string, type: string, data: object, more: object = {}): object {
  return {
    name,
    status: 'published',
    nodes: [{ id: 'go', type, data }, NOTE],
    edges: [{ source: 'go', target: 'note' }],
    ...more,
  }
}

interface ListedTrigger {
  readonly url?: string
  readonly last_calls: readonly { readonly execution_id: string }[]
}

async function addressOf(api: ApiClient, workflowId: string): Promise<string> {
  const [trigger] = await api.send<ListedTrigger[]>('GET', `/triggers?workflow_id=${workflowId}`)
  return trigger?.url ?? assert.fail('no address')
}

async function callWebhook(url: string, method = 'POST'): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, ...(method === 'POST' && { body: '{"order":7}' }) })
  return response.status
}

/** Schedules of every density, inbound triggers of every kind and state. */
async function fill({ api, partner }: Stage): Promise<{ paused: string }> {
  const create = (...definition: Parameters<typeof startedBy>) => api.createWorkflow(startedBy(...definition))
  await create('Morning report', 'schedule', { cron: '0 8 * * MON-FRI', timezone: 'Europe/Berlin' })
  await create('Nightly backup', 'schedule', { cron: '30 2 * * *', timezone: 'America/New_York' })
  await create('Sync stock', 'schedule', { cron: '*/5 9-17 * * *' })
  await create('Poll the partner with a name that is longer than its column', 'schedule', {
    cron: '0 * * * *',
  })
  await create('Heartbeat', 'schedule', { every_seconds: 60, start: '2026-01-01T00:00:00Z' })
  await create('Month end', 'schedule', { cron: '0 0 1 * *' })
  const paused = await create('Newsletter', 'schedule', { cron: '0 10 * * *' })
  await api.send('PATCH', `/workflows/${paused.id}/triggers/go`, { paused: true })
  await create('Not ready', 'schedule', { cron: '0 12 * * *' }, { status: 'draft' })
  await create('Broken clock', 'schedule', { cron: 'at noon' })

  const orders = await create('Order intake', 'webhook', { respond: 'last_node' })
  const url = await addressOf(api, orders.id)
  for (let call = 0; call < 3; call += 1) assert.equal(await callWebhook(url), 200)
  const failing = await api.createWorkflow({
    name: 'Payments',
    status: 'published',
    nodes: [
      { id: 'go', type: 'webhook', data: { respond: 'last_node' } },
      { id: 'stop', type: 'fail', data: { message: 'The card was declined' } },
    ],
    edges: [{ source: 'go', target: 'stop' }],
  })
  assert.equal(await callWebhook(await addressOf(api, failing.id)), 500)
  const wrong = await create('Parcel updates', 'webhook', { method: 'PUT' })
  assert.equal(await callWebhook(await addressOf(api, wrong.id)), 405)
  await create('Never called', 'webhook', {})
  const fields = [{ name: 'email', type: 'email', label: 'Email', required: true }]
  const form = await api.send<{ id: string }>('POST', '/forms', { name: 'Sign-up', fields })
  await create('Welcome mail', 'form', { form_id: form.id })
  const poll = { every_seconds: 300, url: `${partner.url}/tickets`, first_poll: 'take' }
  await create('Tickets of the help desk', 'poll', {
    ...poll,
    items: '{{ [{ id: 17 }, { id: 18 }] }}',
    cursor: '{{ { since: "2026-11-17T08:00:00Z", page: 3 } }}',
  })
  await create('Invoices', 'poll', { ...poll, items: '{{ previous.body.invoices }}' })
  await create('Alarm', 'event', { event: 'workflow.failed' })
  return { paused: paused.id }
}

const SCENES: readonly Scene<{ paused: string }>[] = [
  {
    name: 'triggers-day',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/triggers')
      await page.getByRole('button', { name: /^Planned runs of Heartbeat/ }).waitFor()
      await page.getByRole('link', { name: 'Order intake' }).waitFor()
    },
  },
  {
    name: 'triggers-polls',
    appearances: APPEARANCES,
    async show(page) {
      await page.goto('/triggers?kind=poll')
      await page.getByText('2 remembered').waitFor()
      await page.getByRole('list', { name: 'Problems of Invoices' }).waitFor()
    },
  },
  {
    name: 'triggers-poll-reset',
    async show(page) {
      await page.goto('/triggers?kind=poll')
      await page.getByRole('button', { name: /Reset.*Tickets of the help desk/ }).click()
      await page.getByRole('alertdialog').waitFor()
    },
    leave: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'triggers-week',
    async show(page) {
      await page.goto('/triggers?period=7d&kind=schedule')
      await page.getByRole('button', { name: /^Planned runs of Morning report/ }).waitFor()
    },
  },
  {
    name: 'triggers-clock-change',
    async show(page) {
      await page.goto('/triggers?period=30d&kind=schedule&from=2027-03-15')
      await page.getByRole('button', { name: /^Planned runs of Morning report/ }).waitFor()
    },
  },
  {
    name: 'triggers-times',
    async show(page) {
      await page.goto('/triggers?kind=schedule&q=nightly')
      await page.getByRole('button', { name: 'Planned runs of Nightly backup: 1 run' }).click()
      await page.getByText('Your time').first().waitFor()
    },
    leave: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'triggers-problems',
    async show(page) {
      await page.goto('/triggers?state=problem')
      await page.getByText('The last run failed.').first().waitFor()
      await page.getByText('The last call was refused').waitFor()
    },
  },
  {
    name: 'triggers-pause-dialog',
    async show(page) {
      await page.goto('/triggers?kind=webhook')
      await page.getByRole('button', { name: 'Pause Order intake' }).filter({ visible: true }).click()
      await page.getByRole('alertdialog', { name: 'Pause the trigger of Order intake?' }).waitFor()
    },
    leave: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'triggers-no-match',
    async show(page) {
      await page.goto('/triggers?q=nothing+like+this')
      await page.getByRole('heading', { name: 'No triggers match' }).waitFor()
    },
  },
  {
    name: 'triggers-paused-home',
    async show(page) {
      await page.goto('/')
      await page.getByRole('list', { name: 'Paused triggers' }).getByText('Newsletter').waitFor()
    },
  },
  {
    name: 'triggers-paused-workflow',
    async show(page, { paused }) {
      await page.goto(`/workflows/${paused}/triggers`)
      await page.getByRole('link', { name: 'Trigger paused' }).waitFor()
      await page.getByRole('button', { name: /^Resume / }).waitFor()
    },
  },
]

examineScenes('the triggers', SCENES, fill)

examineScenes<void>(
  'no triggers',
  [
    {
      name: 'triggers-empty',
      async show(page) {
        await page.goto('/triggers')
        await page.getByRole('heading', { name: 'No triggers yet' }).waitFor()
      },
    },
  ],
  async () => undefined,
)

describe('pausing triggers', () => {
  const owned = startOwnedProduct()
  let page: Page
  before(async () => {
    page = (await owned.open()).page
  })

  const newestOf = async (id: string) => {
    const runs = await owned.api.send<{ id: string }[]>('GET', `/workflows/${id}/executions?limit=1`)
    return runs[0]?.id
  }
  const newerThan = async (id: string, known: string | undefined) => {
    for (;;) {
      const newest = await newestOf(id)
      if (newest !== undefined && newest !== known) return newest
      // The requests of a loop without a pause would use up the rate limit.
      await setTimeout(200)
    }
  }

  it('a schedule is paused, nothing runs, and it is resumed without the times it missed', async () => {
    const ticks = await owned.api.createWorkflow(startedBy('Ticks', 'schedule', { every_seconds: 1 }))
    const other = await owned.api.createWorkflow(startedBy('Other clock', 'schedule', { every_seconds: 1 }))
    await newerThan(ticks.id, undefined)
    await page.goto('/')
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.waitForURL('**/triggers')
    const row = page
      .getByRole('list', { name: 'Schedules' })
      .getByRole('listitem')
      .filter({ hasText: 'Ticks' })
    await row
      .getByRole('link', { name: /^Completed/ })
      .first()
      .waitFor()

    await row.getByRole('button', { name: 'Pause Ticks' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Pause the trigger of Ticks?' })
    await dialog.getByText('you choose what happens to the times it missed').waitFor()
    await dialog.getByRole('button', { name: 'Pause' }).click()
    await row.getByText('Paused', { exact: true }).waitFor()
    await page.getByText('1 trigger is paused and starts nothing.').waitFor()

    const last = await newestOf(ticks.id)
    // The other schedule fires twice meanwhile, so this one would have fired as well.
    await newerThan(other.id, await newerThan(other.id, await newestOf(other.id)))
    assert.equal(await newestOf(ticks.id), last)

    await page.goto('/')
    await page.getByRole('list', { name: 'Paused triggers' }).getByRole('link', { name: 'Ticks' }).click()
    await page.getByRole('link', { name: 'Trigger paused' }).waitFor()

    await page.goto('/triggers?state=paused')
    await row.getByRole('button', { name: 'Resume Ticks' }).click()
    const resume = page.getByRole('alertdialog', { name: 'Resume the trigger of Ticks?' })
    await resume.getByText(/times were missed|1 time was missed/).waitFor()
    await resume.getByRole('radio', { name: 'Skip them' }).click()
    await resume.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Ticks is active again', { exact: true }).waitFor()
    assert.notEqual(await newerThan(ticks.id, last), last)
  })

  it('a webhook is called and the call shows up by itself, with a link to the run', async () => {
    const { id } = await owned.api.createWorkflow(startedBy('Live orders', 'webhook', {}))
    await page.goto('/triggers?kind=webhook')
    const row = page
      .getByRole('list', { name: 'Addresses, polls and events' })
      .getByRole('listitem')
      .filter({ hasText: 'Live orders' })
      .first()
    await row.getByText('No calls yet.').waitFor()
    assert.equal(await callWebhook(await addressOf(owned.api, id)), 202)
    const call = row.getByRole('link', { name: /^Completed/ })
    await call.waitFor()
    await call.click()
    await page.waitForURL(`**/executions/${await newestOf(id)}`)
  })

  it('a paused webhook refuses calls, and the page says that they arrive', async () => {
    const { id } = await owned.api.createWorkflow(startedBy('Paused orders', 'webhook', {}))
    const url = await addressOf(owned.api, id)
    await page.goto('/triggers?q=paused+orders')
    await page.getByRole('button', { name: 'Pause Paused orders' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume Paused orders' }).waitFor()
    assert.equal(await callWebhook(url), 503)
    await page.getByText('The last call was refused: the trigger is paused (503).').waitFor()
    await page.getByRole('button', { name: 'Resume Paused orders' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause Paused orders' }).waitFor()
    assert.equal(await callWebhook(url), 202)
  })
})
