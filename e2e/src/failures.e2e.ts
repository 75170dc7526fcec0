import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startOwnedProduct } from './support/owned-product.ts'

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
/** Numbers in a message make no difference, so each cause has a word of its own. */
const WORDS = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`))
const WORKFLOW = {
  name: 'Order intake',
  status: 'published',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'charge', type: 'fail', data: { message: 'Card {{ input.word }} was declined' } },
  ],
  edges: [{ source: 'start', target: 'charge' }],
}

describe('failures by cause', () => {
  const owned = startOwnedProduct()

  it('More failures than one page holds are loaded on request, each of them once', async () => {
    const { id } = await owned.api.createWorkflow(WORKFLOW)
    for (const word of WORDS) await owned.api.send('POST', `/workflows/${id}/execute`, { input: { word } })
    const { page, takeProblems } = await owned.open()
    await page.goto('/')
    const rows = page.getByRole('list', { name: 'Failures', exact: true }).getByRole('listitem')
    await page.getByText('50+').waitFor()
    assert.equal(await rows.count(), 50)
    await page.getByRole('button', { name: 'Load more' }).click()
    await rows.nth(WORDS.length - 1).waitFor()
    const messages = await rows.getByText(/^Card \w+ was declined$/).allTextContents()
    assert.deepEqual(
      messages.toSorted(),
      WORDS.map((word) => `Card ${word} was declined`),
    )
    assert.equal(await page.getByRole('button', { name: 'Load more' }).count(), 0)
    assert.deepEqual(takeProblems(), [])
  })
})
