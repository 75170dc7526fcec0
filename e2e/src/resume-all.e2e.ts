import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startOwnedProduct } from './support/owned-product.ts'

const COUNT = 200
const START = { id: 'start', type: 'start' }
const EDGES = [{ source: 'start', target: 'charge' }]
const BROKEN = {
  name: 'Order intake',
  status: 'published',
  nodes: [START, { id: 'charge', type: 'fail', data: { message: 'Card {{ input.n }} was declined' } }],
  edges: EDGES,
}
const FIXED = {
  nodes: [START, { id: 'charge', type: 'set', data: { values: { charged: '{{ input.n }}' } } }],
  edges: EDGES,
}

interface Run {
  readonly id: string
  readonly status: string
  readonly retry_of: string | null
}

describe('resuming all runs of a failure', () => {
  const owned = startOwnedProduct()

  async function runsOf(workflowId: string): Promise<Run[]> {
    const found: Run[] = []
    for (let to = ''; ;) {
      const query = `workflow_id=${workflowId}&limit=100${to === '' ? '' : `&cursor=${to}`}`
      const response = await fetch(`${owned.product.url}/v1/executions?${query}`, {
        headers: { authorization: `Bearer ${owned.product.firstKey}` },
      })
      const { data, meta } = (await response.json()) as { data: Run[]; meta: { next_cursor: string | null } }
      found.push(...data)
      if (meta.next_cursor === null) return found
      to = meta.next_cursor
    }
  }

  it('200 failed runs are resumed after one was tried and the workflow was fixed, though the server is killed', async () => {
    const { id } = await owned.api.createWorkflow(BROKEN)
    for (let n = 0; n < COUNT; n += 1)
      await owned.api.send('POST', `/workflows/${id}/execute`, { input: { n } })

    const { page } = await owned.open()
    await page.goto('/')
    await page.getByText('200 runs').waitFor()

    // The cause is still there: the trial fails, and nothing else starts.
    await page.getByRole('button', { name: /^Try one, then resume all: Card/ }).click()
    await page.getByRole('button', { name: 'Try one, then the rest' }).click()
    await page.getByText('The run that was tried failed again').waitFor()
    assert.equal((await runsOf(id)).length, COUNT + 1)
    await page.getByText('200 runs').waitFor()

    await owned.api.send('PATCH', `/workflows/${id}`, FIXED)
    await page.getByRole('button', { name: /^Try one, then resume all: Card/ }).click()
    await page.getByRole('button', { name: 'Try one, then the rest' }).click()
    await page.getByText(/^Resuming: \d+ of 200/).waitFor()
    await owned.product.kill()
    await owned.product.restart()
    await page.getByText('200 runs resumed').waitFor({ timeout: 60_000 })

    const runs = await runsOf(id)
    const resumed = runs.filter((run) => run.retry_of !== null && run.status === 'completed')
    assert.equal(resumed.length, COUNT)
    assert.equal(new Set(resumed.map((run) => run.retry_of)).size, COUNT, 'each was resumed once')
    assert.equal(runs.length, 2 * COUNT + 1)
    await page.getByText('No failures in this period').waitFor()
    await page.context().close()
  })

  it('resuming can be stopped, and a failure can be ignored', async () => {
    const { id } = await owned.api.createWorkflow({ ...BROKEN, name: 'Refunds' })
    for (let n = 0; n < 100; n += 1)
      await owned.api.send('POST', `/workflows/${id}/execute`, { input: { n } })
    await owned.api.send('PATCH', `/workflows/${id}`, FIXED)
    const { page, takeProblems } = await owned.open({ width: 390, scheme: 'dark' })
    await page.goto('/')
    await page.getByText('100 runs').first().waitFor()
    await page.getByRole('button', { name: /^Try one, then resume all: Card/ }).click()
    await page.getByRole('button', { name: 'Try one, then the rest' }).click()
    await page.getByText(/^Resuming: \d+ of 100/).waitFor()
    await page.getByRole('button', { name: /^Stop resuming: Card/ }).click()
    await page.getByText(/^Stopped after \d+ of 100/).waitFor()
    const started = (await runsOf(id)).length - 100
    assert.ok(started > 0 && started < 100)

    await page.getByRole('button', { name: /^More actions: Card/ }).click()
    await page.getByRole('menuitem', { name: 'Ignore until a newer version fails' }).click()
    await page.getByText('No failures in this period').waitFor()
    await page.getByRole('radio', { name: 'Ignored' }).click()
    await page.waitForURL('**/?failures=ignored')
    await page.getByText('ignored until it fails on a version after v2').waitFor()
    assert.equal((await runsOf(id)).length - 100, started, 'nothing started after the stop')
    assert.deepEqual(takeProblems(), [])
    await page.context().close()
  })
})
