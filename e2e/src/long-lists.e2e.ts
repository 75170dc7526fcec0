import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { FormClient } from './support/form-client.ts'
import { multiplyRows } from './support/multiply-rows.ts'
import { startOwnedProduct } from './support/owned-product.ts'
import { scrollThrough } from './support/scroll-through.ts'

const SUBMISSIONS = 10_000
const EXECUTIONS = 100_000
/** Scrolling through all of them would take minutes of animation frames. */
const SCROLLED_EXECUTIONS = 1_500

describe('lists of an installation in use', () => {
  const owned = startOwnedProduct()
  let formId: string

  before(async () => {
    const forms = new FormClient(owned.product)
    const form = await forms.create({
      name: 'Guest book',
      fields: [{ name: 'n', type: 'text', label: 'Answer' }],
    })
    formId = form.id
    await forms.submit(form, { n: 'answer 0' })
    const { id } = await owned.api.createWorkflow({
      name: 'Busy',
      nodes: [{ id: 'start', type: 'start' }],
      edges: [],
    })
    await owned.api.send('POST', `/workflows/${id}/execute`, {}, { prefer: 'wait=60' })
    await multiplyRows(owned.product, [
      { table: 'submissions', count: SUBMISSIONS, changes: { data: `json_object('n', 'answer ' || n)` } },
      {
        table: 'executions',
        count: EXECUTIONS,
        changes: { completed_at: '(completed_at - n * 1000)', status: `iif(n % 10 = 0, 'failed', status)` },
      },
    ])
  })

  it('10,000 submissions scroll to the last one without a gap, however fast', async () => {
    const { page, takeProblems } = await owned.open()
    await page.goto(`/forms/${formId}/submissions`)
    await page.getByRole('cell', { name: 'answer 1', exact: true }).waitFor()
    const scrolled = await scrollThrough(page, 'Submissions', SUBMISSIONS)
    assert.deepEqual([scrolled.rows, scrolled.gaps], [SUBMISSIONS, 0])
    assert.match(scrolled.last, /answer 9999/)
    assert.deepEqual(takeProblems(), [])
  })

  it('of 100,000 executions, the first 1,500 scroll without a gap, and a filter finds those further down', async () => {
    const { page, takeProblems } = await owned.open()
    await page.goto('/executions')
    await page.getByRole('link', { name: 'Busy' }).first().waitFor()
    const scrolled = await scrollThrough(page, 'Executions', SCROLLED_EXECUTIONS)
    assert.equal(scrolled.gaps, 0)
    assert.ok(scrolled.rows >= SCROLLED_EXECUTIONS, `${scrolled.rows} rows`)
    await page.goto('/executions?status=failed')
    await page.getByRole('link', { name: 'Busy' }).first().waitFor()
    const failed = await scrollThrough(page, 'Executions', 500)
    assert.equal(failed.gaps, 0)
    assert.ok(failed.rows >= 500, `${failed.rows} rows`)
    assert.deepEqual(takeProblems(), [])
  })
})
