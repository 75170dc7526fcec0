import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { SavedFilter } from '@millrace/contract/saved-filter.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Browser } from '../support/browser.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const FAILED = { name: ' Failed payments ', filter: { status: 'failed', error_code: 'DECLINED' } }

const read = async (browser: Browser) =>
  (await browser.get('/saved-filters')).expect(200).data<SavedFilter[]>()

describeOnEveryStore('Saved filters', (shared) => {
  it('A person of any role saves, renames, changes and deletes a filter', async () => {
    for (const role of ['viewer', 'editor', 'owner'] as const) {
      const { browser } = await shared.person(role)
      assert.deepEqual(await read(browser), [])
      const saved = (await browser.post('/saved-filters', FAILED)).expect(201).data<SavedFilter>()
      assert.deepEqual([saved.name, saved.filter], ['Failed payments', FAILED.filter])
      assert.deepEqual(await read(browser), [saved])
      const path = `/saved-filters/${saved.id}`
      const renamed = (await browser.send('PATCH', path, { body: { name: 'Declined' } })).expect(200)
      assert.deepEqual(renamed.data(), { ...saved, name: 'Declined' })
      const filter = { trigger: 'webhook', from: '2026-01-31' }
      const changed = (await browser.send('PATCH', path, { body: { filter } })).expect(200)
      assert.deepEqual(changed.data(), { ...saved, name: 'Declined', filter })
      ;(await browser.send('DELETE', path)).expect(200)
      ;(await browser.send('DELETE', path)).error(404, 'NOT_FOUND')
      assert.deepEqual(await read(browser), [])
    }
  })

  it('Nobody sees or changes the filters of somebody else', async () => {
    const { browser: ada } = await shared.person('owner')
    const { browser: grace } = await shared.person('owner')
    const saved = (await ada.post('/saved-filters', FAILED)).expect(201).data<SavedFilter>()
    assert.deepEqual(await read(grace), [])
    const path = `/saved-filters/${saved.id}`
    ;(await grace.send('PATCH', path, { body: { name: 'Mine' } })).error(404, 'NOT_FOUND')
    ;(await grace.send('DELETE', path)).error(404, 'NOT_FOUND')
    assert.deepEqual(await read(ada), [saved])
  })

  it('A name that is taken, and a filter that is not one, are refused', async () => {
    const { browser } = await shared.person('viewer')
    ;(await browser.post('/saved-filters', FAILED)).expect(201)
    const other = { ...FAILED, name: 'Other' }
    const { id } = (await browser.post('/saved-filters', other)).expect(201).data<SavedFilter>()
    const twin = { ...FAILED, name: 'FAILED PAYMENTS' }
    assert.deepEqual(
      issuePaths((await browser.post('/saved-filters', twin)).error(409, 'VALIDATION_ERROR')),
      ['name'],
    )
    const rename = await browser.send('PATCH', `/saved-filters/${id}`, { body: { name: twin.name } })
    assert.deepEqual(issuePaths(rename.error(409, 'VALIDATION_ERROR')), ['name'])
    const wrong = { name: '', filter: { status: 'asleep' } }
    const refused = (await browser.post('/saved-filters', wrong)).error(400, 'VALIDATION_ERROR')
    assert.deepEqual(issuePaths(refused), ['filter.status', 'name'])
    const times = { name: 'Times', filter: { from: '2026-02-01', to: '2026-01-01' } }
    ;(await browser.post('/saved-filters', times)).error(400, 'VALIDATION_ERROR')
  })
})
