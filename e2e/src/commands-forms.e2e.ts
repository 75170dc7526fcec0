import { describe, it } from 'node:test'
import { everywhere, prepareCommandWalks, walkRows } from './support/command-walk.ts'

describe('commands of forms by keyboard', () => {
  const walks = prepareCommandWalks()

  it('every command of the list of forms runs', async () => {
    const walk = await walks.begin()
    const { api, assertComplete, closeDialog, collect, page, press } = walk
    for (const name of ['Beta form', 'Alpha form']) await api.send('POST', '/forms', { name, fields: [] })
    await page.goto('/forms')
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    await link('Alpha form').waitFor()
    await walkRows(walk, ['Alpha form', 'Beta form'], {
      next: 'Next form',
      previous: 'Previous form',
      select: 'Select or deselect form',
    })
    await collect()
    await press('Escape', 'list.clear-selection', 'Clear selection')
    await page.getByText('1 selected').waitFor({ state: 'detached' })
    await press('Control+a', 'list.select-all', 'Select all forms')
    await page.getByText('2 selected').waitFor()
    await press('Escape')
    await press('d', 'forms.duplicate', 'Duplicate')
    await link('Alpha form (copy)').waitFor()
    await press('Delete', 'forms.delete', 'Delete')
    await closeDialog('Delete “Alpha form”?')
    await press('s', 'forms.submissions', 'View submissions')
    await page.getByRole('heading', { name: 'No submissions yet' }).waitFor()
    await page.goto('/forms')
    await link('Alpha form').waitFor()
    await press('/', 'list.search', 'Search the list')
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
    await page.keyboard.press('Escape')
    await press('c', 'forms.create', 'New form')
    await page.getByRole('heading', { name: 'Start with a question' }).waitFor()
    assertComplete(everywhere)
  })

  it('every command of a form runs', async () => {
    const { api, assertComplete, closeDialog, collect, page, press } = await walks.begin()
    const { id } = (await api.send('POST', '/forms', {
      name: 'Walked form',
      fields: [
        { name: 'a', type: 'text', label: 'First' },
        { name: 'b', type: 'text', label: 'Second' },
      ],
    })) as { id: string }
    for (const a of ['one', 'two', 'three'])
      await api.send('POST', `/forms/${id}/submissions`, { data: { a } })
    await page.goto(`/forms/${id}`)
    const label = (position: number) => page.getByRole('textbox', { name: `Label of field ${position}` })
    const has = (position: number, text: string) =>
      page.waitForFunction(
        ([name, value]) =>
          document.querySelector<HTMLInputElement>(`[aria-label="${name}"]`)?.value === value,
        [`Label of field ${position}`, text] as const,
      )
    await label(2).focus()
    await press('Alt+ArrowUp', 'form.move-up', 'Move up')
    await has(1, 'Second')
    await press('Alt+ArrowDown', 'form.move-down', 'Move down')
    await has(1, 'First')
    await press('Control+d', 'form.duplicate-field', 'Duplicate field')
    await label(3).waitFor()
    await page.getByRole('button', { name: 'Duplicate “Second”' }).focus()
    await collect()
    await press('Delete', 'form.delete-field', 'Delete field')
    await label(3).waitFor({ state: 'detached' })
    await press('Control+z', 'form.undo', 'Undo')
    await label(3).waitFor()
    await press('Control+Shift+z', 'form.redo', 'Redo')
    await label(3).waitFor({ state: 'detached' })
    await label(2).focus()
    await page.getByRole('button', { name: 'Duplicate “Second”' }).focus()
    await press('p', 'form.preview', 'Show preview')
    await page.getByTitle('Preview of the page').waitFor()
    await press('/', 'form.add-field', 'Add field')
    await page.getByRole('combobox', { name: 'Add a field after “Second”' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Build' }).focus()
    await press('l', 'form.copy-link', 'Copy link')
    await page.getByText('Link copied', { exact: true }).waitFor()
    await press('2', 'form.tab-share', 'Go to Share')
    await page.waitForURL('**/share')
    await page.getByRole('heading', { name: 'QR code' }).waitFor()
    await collect()
    await press('4', 'form.tab-settings', 'Go to Settings')
    await page.getByRole('heading', { name: 'Closing' }).waitFor()
    await collect()
    await press('3', 'form.tab-submissions', 'Go to Submissions')
    await page.getByRole('cell', { name: 'three' }).waitFor()
    const detail = page.getByRole('region', { name: 'Submission' })
    await press('j', 'submissions.next', 'Next submission')
    await detail.getByText('three').first().waitFor()
    await press('j')
    await detail.getByText('two').first().waitFor()
    await collect()
    await press('k', 'submissions.previous', 'Previous submission')
    await detail.getByText('three').first().waitFor()
    await press('Delete', 'submissions.delete', 'Delete')
    await closeDialog('Delete this submission?')
    await press('Escape', 'submissions.close', 'Close')
    await detail.getByText('three').first().waitFor({ state: 'detached' })
    await press('Control+a', 'list.select-all', 'Select all loaded submissions')
    await page.getByText('3 selected').waitFor()
    await collect()
    await press('Escape', 'Clear selection')
    await press('/', 'list.search', 'Search answers')
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
    await page.getByRole('link', { name: 'Build' }).focus()
    await press('1', 'form.tab-build', 'Go to Build')
    await label(1).waitFor()
    await press('2')
    await page.getByRole('heading', { name: 'QR code' }).waitFor()
    await press('w', 'form.start-workflow', 'Start a workflow with this form')
    await page.waitForURL('**/workflows/*')
    assertComplete(everywhere)
  })
})
