import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { ApiClient } from './support/api-client.ts'
import { launchBrowser, openPage } from './support/browser.ts'
import { nodeCard } from './support/editor-page.ts'
import { setUpOwner, useSession } from './support/owner.ts'
import { type PartnerService, startPartnerService } from './support/partner-service.ts'
import { type Product, startProduct } from './support/product.ts'
import { FAILING_ORDER, orderIntake, slowRequest } from './support/sample-workflows.ts'

const GRAPH = {
  name: 'Walked',
  nodes: [
    { id: 'start', type: 'start', name: 'Start', position: { x: 0, y: 0 } },
    { id: 'one', type: 'set', name: 'One', position: { x: 304, y: 16 }, data: { values: { a: 1 } } },
    { id: 'two', type: 'set', name: 'Two', position: { x: 304, y: 176 }, data: { values: { a: 2 } } },
    { id: 'three', type: 'set', name: 'Three', position: { x: 720, y: 48 }, data: { values: { a: 3 } } },
  ],
  edges: [
    { source: 'start', target: 'one' },
    { source: 'start', target: 'two' },
    { source: 'one', target: 'three' },
  ],
}
const ALL = ['Start', 'One', 'Two', 'Three']

/** Some titles say what the command would act on. */
function withoutSubject(title: string): string {
  return title.replace(/^(Undo|Redo) .+$/, '$1').replace(/^Run to “.+”$/, 'Run to this node')
}

describe('commands by keyboard', () => {
  let product: Product
  let browser: Browser
  let cookie: string
  let api: ApiClient
  let partner: PartnerService
  let context: BrowserContext
  let page: Page
  /** Ids of the palette and titles of the list of shortcuts that were shown, and those that were run. */
  let shown: Set<string>
  let ran: Set<string>

  before(async () => {
    product = await startProduct()
    browser = await launchBrowser()
    cookie = await setUpOwner(product)
    api = new ApiClient(product)
    partner = await startPartnerService()
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
    await partner?.stop()
  })
  beforeEach(async () => {
    await context?.close()
    const opened = await openPage(browser, product.url, { width: 1440, scheme: 'light' })
    context = opened.context
    page = opened.page
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url })
    await useSession(context, product, cookie)
    shown = new Set()
    ran = new Set()
  })

  /** Notes every command that the page offers in its present state. */
  async function collect(): Promise<void> {
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await palette.getByRole('option').first().waitFor()
    for (const option of await palette.getByRole('option').all()) {
      const id = (await option.getAttribute('data-value')) ?? ''
      if (!id.startsWith('workflow ')) shown.add(id)
    }
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.waitFor()
    for (const title of await list.getByRole('term').allTextContents()) shown.add(withoutSubject(title))
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
  }

  /** Runs a command by its shortcut. `names`: its id, and its title in the list of shortcuts. */
  async function press(keys: string, ...names: string[]): Promise<void> {
    for (const name of names) ran.add(name)
    for (const one of keys.split(' ')) await page.keyboard.press(one === 'Space' ? ' ' : one)
  }

  /** Runs a command that has no shortcut through the palette. */
  async function choose(title: string, id: string): Promise<void> {
    ran.add(id)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await palette.getByRole('combobox').waitFor()
    await page.keyboard.type(title)
    await palette.getByRole('option', { name: title, exact: true, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await palette.waitFor({ state: 'detached' })
  }

  /** Every command that was offered was run. */
  function assertComplete(known: readonly string[]): void {
    const unknown = [...shown].filter((name) => !ran.has(name) && !known.includes(name))
    assert.deepEqual(unknown, [], 'commands that this test does not run')
  }

  async function closeDialog(name: string | RegExp): Promise<void> {
    const dialog = page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
    // The dialog listens to the keyboard from the moment that it takes the focus.
    await dialog.and(page.locator(':focus-within')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }

  /** The commands of every page, which the list of workflows runs. */
  const everywhere = [
    'go.home',
    'Go to Home',
    'go.workflows',
    'go.executions',
    'go.forms',
    'go.connections',
    'go.webhooks',
    'go.inbox',
    'go.settings.api-keys',
    'go.settings.plan',
    'go.settings.users',
    'go.settings.audit',
    'go.settings.appearance',
    'go.settings.profile',
    'go.settings.about',
    'go.settings',
    'app.shortcuts',
    'app.toggle-navigation',
    'app.theme.system',
    'app.theme.light',
    'app.theme.dark',
    'Go to Workflows',
    'Go to Executions',
    'Go to Forms',
    'Go to Connections',
    'Go to Webhooks',
    'Go to Inbox',
    'Go to API Keys',
    'Go to Plan',
    'Go to Users',
    'Go to Audit log',
    'Go to Appearance',
    'Go to Profile',
    'Go to About',
    'Go to Settings',
    'Search and commands',
    'Keyboard shortcuts',
    'Collapse or expand the navigation',
  ]

  it('every command of the settings runs', async () => {
    await page.goto('/settings/users')
    await page.getByRole('list', { name: 'Users' }).waitFor()
    await collect()
    await press('c', 'users.invite', 'Invite user')
    await closeDialog('Invite user')
    await page.goto('/settings/profile')
    await page.getByText('This session').waitFor()
    await collect()
    await choose('Sign out everywhere', 'profile.sign-out-everywhere')
    await closeDialog('Sign out everywhere?')
    await page.goto('/settings/audit')
    await page.getByRole('list', { name: 'Entries' }).waitFor()
    await collect()
    for (const [title, id] of [
      ['Export as CSV', 'audit.export-csv'],
      ['Export as JSON lines', 'audit.export-jsonl'],
    ] as const) {
      const download = page.waitForEvent('download')
      await choose(title, id)
      await (await download).path()
    }
    for (const path of ['plan', 'appearance', 'about', 'api-keys']) {
      await page.goto(`/settings/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await collect()
    }
    assertComplete(everywhere)
  })

  it('every command of every page runs', async () => {
    await page.goto('/workflows')
    await page.getByRole('heading', { name: 'Workflows' }).waitFor()
    for (const [keys, id, title, url] of [
      ['g e', 'go.executions', 'Go to Executions', '**/executions'],
      ['g f', 'go.forms', 'Go to Forms', '**/forms'],
      ['g c', 'go.connections', 'Go to Connections', '**/connections'],
      ['g o', 'go.webhooks', 'Go to Webhooks', '**/webhooks'],
      ['g i', 'go.inbox', 'Go to Inbox', '**/inbox'],
      ['g k', 'go.settings.api-keys', 'Go to API Keys', '**/settings/api-keys'],
      ['g l', 'go.settings.plan', 'Go to Plan', '**/settings/plan'],
      ['g u', 'go.settings.users', 'Go to Users', '**/settings/users'],
      ['g a', 'go.settings.audit', 'Go to Audit log', '**/settings/audit'],
      ['g d', 'go.settings.appearance', 'Go to Appearance', '**/settings/appearance'],
      ['g b', 'go.settings.about', 'Go to About', '**/settings/about'],
      ['g p', 'go.settings.profile', 'Go to Profile', '**/settings/profile'],
      ['g s', 'go.settings', 'Go to Settings', '**/settings/api-keys'],
      ['g h', 'go.home', 'Go to Home', '**/'],
      ['g w', 'go.workflows', 'Go to Workflows', '**/workflows'],
    ] as const) {
      await press(keys, id, title)
      await page.waitForURL(url)
    }
    await press('?', 'app.shortcuts', 'Keyboard shortcuts')
    await closeDialog('Keyboard shortcuts')
    await press('Control+k', 'Search and commands')
    await closeDialog('Search and commands')
    await press('[', 'app.toggle-navigation', 'Collapse or expand the navigation')
    await page.getByRole('button', { name: 'Expand navigation' }).waitFor()
    for (const [title, id, scheme] of [
      ['Use the theme “Dark”', 'app.theme.dark', 'dark'],
      ['Use the theme “Light”', 'app.theme.light', 'light'],
      ['Use the theme “System”', 'app.theme.system', null],
    ] as const) {
      await choose(title, id)
      await page.waitForFunction(
        (wanted) => (document.documentElement.dataset['theme'] ?? null) === wanted,
        scheme,
      )
    }
    await collect()
    assert.deepEqual(
      everywhere.filter((name) => !ran.has(name)),
      [],
    )
  })

  it('every command of the home page runs', async () => {
    await api.createWorkflow(GRAPH)
    await page.goto('/')
    await page.getByRole('radio', { name: '7 days', checked: true }).waitFor()
    await collect()
    for (const [key, id, name, period] of [
      ['1', 'home.period.24h', '24 hours', '24h'],
      ['3', 'home.period.30d', '30 days', '30d'],
      ['2', 'home.period.7d', '7 days', '7d'],
    ] as const) {
      await press(key, id, `Show the last ${name}`)
      await page.getByRole('radio', { name, checked: true }).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('period'), period === '7d' ? null : period)
    }
    await press('Shift+C', 'home.templates', 'New from template')
    await page.waitForURL('**/templates')
    await page.goBack()
    await page.getByRole('radio', { name: '7 days', checked: true }).waitFor()
    await press('c', 'home.create', 'New workflow')
    await page.getByText('Start with a trigger').waitFor()
    assertComplete(everywhere)
  })

  it('every command of the list of forms runs', async () => {
    for (const name of ['Beta form', 'Alpha form']) await api.send('POST', '/forms', { name, fields: [] })
    await page.goto('/forms')
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    await link('Alpha form').waitFor()
    const focused = (name: string) =>
      page.waitForFunction((wanted) => document.activeElement?.textContent === wanted, name)
    await press('j', 'Next form')
    await focused('Alpha form')
    await press('j')
    await focused('Beta form')
    await press('k', 'Previous form')
    await focused('Alpha form')
    await press('x', 'Select or deselect form')
    await page.getByText('1 selected').waitFor()
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

  it('every command of the inbox runs', async () => {
    const { id } = await api.createWorkflow({
      name: 'Asks',
      nodes: [{ id: 'ask', type: 'wait', name: 'Ask', data: { for: 'approval' } }],
      edges: [],
    })
    for (let run = 0; run < 2; run++) await api.start(id)
    await page.goto('/workflows')
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await navigation.getByText('2 requests wait').waitFor({ state: 'attached' })
    // The page opens the newest request, so both wait before it is shown.
    await page.goto('/inbox')
    const rows = page.getByRole('list', { name: 'Requests that wait for a decision' }).getByRole('link')
    const isOpen = (index: number) => rows.nth(index).and(page.locator('[aria-current=page]')).waitFor()
    await isOpen(0)
    await press('j', 'inbox.next', 'Next request')
    await isOpen(1)
    await press('k', 'inbox.previous', 'Previous request')
    await isOpen(0)
    await collect()
    assertComplete(everywhere)
  })

  it('every command of the list of workflows runs', async () => {
    // First in the order of names, before what other tests leave.
    const [first, second] = await Promise.all(
      ['A 1', 'A 2'].map((name) => api.createWorkflow({ ...GRAPH, name })),
    )
    assert.ok(first && second)
    await page.goto('/workflows?sort=name')
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    await link('A 1').waitFor()
    const focused = (name: string) =>
      page.waitForFunction((wanted) => document.activeElement?.textContent === wanted, name)

    await press('j', 'Next workflow')
    await focused('A 1')
    await press('j')
    await focused('A 2')
    await press('k', 'Previous workflow')
    await focused('A 1')
    await press('x', 'Select or deselect')
    await page.getByText('1 selected').waitFor()
    await collect()
    await press('Shift+ArrowDown', 'Extend the selection down')
    await page.getByText('2 selected').waitFor()
    await press('Escape', 'list.clear-selection', 'Clear the selection')
    await page.getByText('2 selected').waitFor({ state: 'detached' })
    await press('Shift+ArrowUp', 'Extend the selection up')
    await page.getByText('2 selected').waitFor()
    await press('Control+a', 'list.select-all', 'Select all')
    await page.getByRole('toolbar', { name: 'Actions for the selected workflows' }).waitFor()
    await press('Escape')
    await page
      .getByRole('toolbar', { name: 'Actions for the selected workflows' })
      .waitFor({ state: 'detached' })

    await press('Shift+C', 'workflows.from-template', 'New from template')
    await page.waitForURL('**/templates')
    await page.goBack()
    await link('A 1').focus()
    await focused('A 1')
    await press('i', 'workflows.import', 'Import from JSON')
    await closeDialog('Import workflows')
    await press('p', 'workflows.publish', 'Publish')
    await page.getByText('Published 1 workflow', { exact: true }).waitFor()
    await press('r', 'workflows.run', 'Run')
    await page.getByText('Run started', { exact: true }).waitFor()
    await press('t', 'workflows.labels', 'Edit tags and folder')
    await closeDialog('Tags and folder of “A 1”')
    const download = page.waitForEvent('download')
    await press('e', 'workflows.export', 'Export as JSON')
    await download
    await collect()
    await press('u', 'workflows.unpublish', 'Unpublish')
    await closeDialog('Unpublish “A 1”?')
    await press('d', 'workflows.duplicate', 'Duplicate')
    await link('Copy of A 1').waitFor()
    await press('Delete', 'workflows.delete', 'Delete')
    await closeDialog(/^Delete “/)
    await press('c', 'workflows.create', 'New workflow')
    await page.getByText('Start with a trigger').waitFor()
    await page.goto('/workflows')
    await link('A 1').waitFor()
    await press('/', 'list.search', 'Search the list')
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
    assertComplete(everywhere)
  })

  async function openGraph(): Promise<string> {
    const { id } = await api.createWorkflow(GRAPH)
    await page.goto(`/workflows/${id}`)
    await nodeCard(page, 'Start').waitFor()
    return id
  }

  /** Exactly these nodes are selected. */
  async function selected(...names: string[]): Promise<void> {
    for (const name of ALL) {
      const isSelected = names.includes(name)
      await page
        .getByRole('button', { name: new RegExp(`^${name}(,|$)`), pressed: isSelected })
        .first()
        .waitFor()
    }
  }

  /** Waits for a picture, which the canvas shows within a few animation frames. */
  async function until(what: string, isShown: () => Promise<boolean>): Promise<void> {
    for (let count = 0; !(await isShown()); count++) {
      assert.ok(count < 100, what)
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
  }

  async function boxes(): Promise<{ x: number; y: number; width: number; height: number }[]> {
    return Promise.all(
      ALL.map(async (name) => {
        const box = await nodeCard(page, name).boundingBox()
        assert.ok(box)
        return box
      }),
    )
  }

  it('every command that moves through the graph, selects or changes the view runs', async () => {
    await openGraph()
    await collect()
    await press('ArrowRight', 'Go to the node after')
    await selected('Start')
    await press('ArrowRight')
    await selected('One')
    await press('ArrowDown', 'Go to the node below')
    await selected('Two')
    await press('Shift+ArrowUp', 'Also select the node above')
    await selected('One', 'Two')
    await press('Escape', 'editor.clear-selection', 'Clear selection')
    await selected()
    await press('ArrowLeft', 'Go to the node before')
    await selected('Start')
    await press('Shift+ArrowRight', 'editor.select-downstream', 'Select everything after')
    await selected(...ALL)
    await press('Escape')
    await press('ArrowRight ArrowRight')
    await selected('One')
    await press('Shift+ArrowDown', 'Also select the node below')
    await selected('One', 'Two')
    await press('Escape')
    await press('ArrowRight ArrowRight ArrowRight')
    await selected('Three')
    await press('Shift+ArrowLeft', 'editor.select-upstream', 'Select everything before')
    await selected('Start', 'One', 'Three')
    await press('Escape')
    await press('ArrowRight ArrowRight ArrowDown ArrowUp', 'Go to the node above')
    await selected('One')
    await collect()

    const zoom = page.getByRole('button', { name: /^Zoom: / })
    const level = async () => Number(/(\d+) %/.exec((await zoom.getAttribute('aria-label')) ?? '')?.[1])
    const zoomed = (wanted: RegExp) => page.getByRole('button', { name: wanted }).waitFor()
    await press('0', 'editor.zoom-reset', 'Zoom to 100 %')
    await zoomed(/^Zoom: 100 %/)
    await press('+', 'editor.zoom-in', 'Zoom in')
    await zoomed(/^Zoom: 125 %/)
    await press('-', 'editor.zoom-out', 'Zoom out')
    await zoomed(/^Zoom: 100 %/)
    await press('- - -')
    await zoomed(/^Zoom: 51 %/)
    await press('2', 'editor.fit-selection', 'Fit selection to view')
    await zoomed(/^Zoom: 100 %/)
    await press('- -')
    await zoomed(/^Zoom: 64 %/)
    await press('1', 'editor.fit', 'Fit to view')
    await zoomed(/^Zoom: (?!64)/)
    assert.ok((await level()) > 64)
    await press('m', 'editor.minimap', 'Overview map')
    await page.getByRole('button', { name: 'Overview map', pressed: true }).waitFor()
    await press('m')
    await press('v', 'editor.marquee', 'Select with the pointer')
    await page.getByRole('button', { name: 'Select with the pointer', pressed: true }).waitFor()
    await press('v')
    await press('l', 'editor.list', 'Show as a list')
    await page.getByRole('list', { name: 'Nodes of the workflow' }).waitFor()
    await press('l')
    await nodeCard(page, 'Start').waitFor()
    await press('t', 'editor.toggle-drawer', 'Show or hide the run panel')
    await page.getByRole('tab', { name: 'Timeline', selected: true }).waitFor()
    await press('Shift+M', 'editor.problems', 'Show problems')
    await page.getByRole('tab', { name: 'Problems', selected: true }).waitFor()
    await press('t')
    await page.getByRole('tab', { name: 'Problems', selected: false }).waitFor()
    await press('Control+a', 'editor.select-all', 'Select all')
    await selected(...ALL)
    await collect()

    const same = (values: readonly number[]) => Math.max(...values) - Math.min(...values) < 1.5
    const equalGaps = (starts: readonly number[], size: number) => {
      const sorted = starts.toSorted((a, b) => a - b)
      return same(sorted.slice(1).map((value, index) => value - (sorted[index] ?? 0) - size))
    }
    for (const [title, how, isAligned] of [
      ['Align left edges', 'left', (all) => same(all.map(({ x }) => x))],
      ['Align centers', 'center', (all) => same(all.map(({ x, width }) => x + width / 2))],
      ['Align right edges', 'right', (all) => same(all.map(({ x, width }) => x + width))],
      ['Align top edges', 'top', (all) => same(all.map(({ y }) => y))],
      ['Align middles', 'middle', (all) => same(all.map(({ y, height }) => y + height / 2))],
      ['Align bottom edges', 'bottom', (all) => same(all.map(({ y, height }) => y + height))],
      [
        'Distribute horizontally',
        'distribute-horizontally',
        (all) =>
          equalGaps(
            all.map(({ x }) => x),
            all[0]?.width ?? 0,
          ),
      ],
      [
        'Distribute vertically',
        'distribute-vertically',
        (all) =>
          equalGaps(
            all.map(({ y }) => y),
            all[0]?.height ?? 0,
          ),
      ],
    ] as const satisfies readonly [string, string, (all: Awaited<ReturnType<typeof boxes>>) => boolean][]) {
      const start = await boxes()
      assert.equal(isAligned(start), false, how)
      await choose(title, `editor.align-${how}`)
      await page.getByRole('button', { name: 'Undo align nodes' }).waitFor()
      await until(how, async () => isAligned(await boxes()))
      await press('Control+z', 'editor.undo')
      await page.getByRole('button', { name: 'Redo align nodes' }).waitFor()
      await until(how, async () => isDeepStrictEqual(await boxes(), start))
    }
    assertComplete([...everywhere, ...EDITING, ...RUNNING])
  })

  it('every command that edits the graph runs', async () => {
    const id = await openGraph()
    const count = (wanted: number) =>
      page.waitForFunction((number) => document.querySelectorAll('[data-node]').length === number, wanted)
    await press('ArrowRight ArrowRight')
    await selected('One')
    await press('/', 'editor.add', 'Add node…')
    await closeDialog('Add a node after One')
    await press('Shift+n', 'editor.note', 'Add note')
    await page.getByRole('textbox', { name: 'Text of the note, in Markdown' }).fill('Remember')
    await page.keyboard.press('Escape')
    await page.getByText('Remember').waitFor()
    await press('Escape ArrowRight ArrowRight')
    await selected('One')
    await press('Enter', 'editor.open', 'Open')
    await page.getByRole('region', { name: 'Focus view of One' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Focus view of One' }).waitFor({ state: 'detached' })
    await press('F2', 'editor.rename', 'Rename')
    await page.getByRole('textbox', { name: 'Name of the node', exact: true }).last().waitFor()
    await page.keyboard.press('Escape')
    await press('d', 'editor.disable', 'Disable')
    await page.getByRole('button', { name: /^One,.*Disabled/ }).waitFor()
    await press('d', 'Enable')
    await page.getByRole('button', { name: /^One,.*Disabled/ }).waitFor({ state: 'detached' })
    await press('Control+z', 'editor.undo', 'Undo')
    await page.getByRole('button', { name: /^One,.*Disabled/ }).waitFor()
    await press('Control+Shift+z', 'editor.redo', 'Redo')
    await page.getByRole('button', { name: /^One,.*Disabled/ }).waitFor({ state: 'detached' })
    await collect()
    await press('Control+d', 'editor.duplicate', 'Duplicate')
    await count(6)
    await press('Delete', 'editor.delete', 'Delete')
    await count(5)
    await press('ArrowRight ArrowRight')
    await selected('One')
    await press('Control+c', 'editor.copy', 'Copy')
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('"One"'))
    await choose('Paste', 'editor.paste')
    await count(6)
    await press('Control+x', 'editor.cut', 'Cut')
    await count(5)
    await press('ArrowRight ArrowRight')
    await selected('One')
    await press('Control+g', 'editor.group', 'Group')
    await page.getByRole('textbox').last().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /1 node/ }).waitFor()
    await collect()
    await press('e', 'editor.toggle-group', 'Collapse group')
    await nodeCard(page, 'One').waitFor({ state: 'detached' })
    await press('e', 'Expand group')
    await nodeCard(page, 'One').waitFor()
    await press('Control+Shift+g', 'editor.ungroup', 'Ungroup')
    await page.getByRole('button', { name: /1 node/ }).waitFor({ state: 'detached' })
    const before = await boxes()
    await press('Shift+T', 'editor.tidy-up', 'Tidy up')
    await page.getByRole('button', { name: 'Undo tidy up' }).waitFor()
    assert.notDeepEqual(await boxes(), before)
    await press('Control+Shift+p', 'editor.publish', 'Publish…')
    await closeDialog('Publish workflow')
    await page.getByRole('button', { name: 'Saved' }).waitFor()
    const draft: { nodes: readonly { id: string }[] } = await api.send('GET', `/workflows/${id}/draft`)
    assert.equal(draft.nodes.length, 5)
    assertComplete([...everywhere, ...VIEWING, ...RUNNING])
  })

  it('every command that runs the workflow runs', async () => {
    await openGraph()
    const runInView = () => new URL(page.url()).searchParams.get('run')
    /** Another run than before is in view, and it has ended. */
    const ended = async (last: string | null) => {
      await page.waitForFunction(
        (before) => (new URLSearchParams(location.search).get('run') ?? before) !== before,
        last,
      )
      await page
        .getByText(/Completed in/)
        .first()
        .waitFor()
      return runInView()
    }
    await press('Control+Enter', 'editor.run', 'Run')
    const first = await ended(null)
    await press('Control+Shift+Enter', 'editor.run-with-input', 'Run with input…')
    await closeDialog('Run with input')
    await choose('Run from “Start”', 'editor.run-from-start')
    await closeDialog('Run with input')
    await press('Escape ArrowRight ArrowRight')
    await selected('One')
    await collect()
    await press('p', 'editor.pin', 'Pin output of this run')
    await page.getByRole('button', { name: /^One,.*Pinned/ }).waitFor()
    await collect()
    await press('Shift+p', 'editor.unpin', 'Unpin output')
    await page.getByRole('button', { name: /^One,.*Pinned/ }).waitFor({ state: 'detached' })
    await press('r', 'editor.run-until', 'Run to this node')
    const second = await ended(first)
    await press('Shift+R', 'editor.run-alone', 'Run only this node')
    await ended(second)
    await choose('Leave the run', 'editor.close-run')
    await page.waitForFunction(() => !location.search.includes('run='))

    const { id } = await api.createWorkflow(slowRequest(partner.url))
    await page.goto(`/workflows/${id}`)
    await nodeCard(page, 'Slow').waitFor()
    await press('Control+Enter')
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await collect()
    await press('Control+.', 'editor.stop', 'Stop the run')
    await page
      .getByText(/Failed after|Cancelled after/)
      .first()
      .waitFor()
    assertComplete([...everywhere, ...VIEWING, ...EDITING])
  })

  it('every command of connections and webhooks runs', async () => {
    const { id } = await api.send<{ id: string }>('POST', '/webhooks', {
      url: `${partner.url}/hooks`,
      events: ['form.submitted'],
    })
    await page.goto('/connections')
    await page.getByRole('heading', { name: 'Connections' }).waitFor()
    await collect()
    await press('c', 'connections.create', 'New credential')
    await closeDialog('Create a credential')
    await press('i', 'connections.import', 'Import OpenAPI')
    await closeDialog('Import a service from OpenAPI')
    await page.goto('/connections?tab=integrations')
    await page.getByRole('searchbox').waitFor()
    await press('/', 'connections.search', 'Search the list')
    await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()

    await page.goto('/webhooks')
    await page.getByRole('link', { name: /hooks$/ }).waitFor()
    await collect()
    await press('c', 'webhooks.create', 'New webhook')
    await closeDialog('New webhook')

    await page.goto(`/webhooks/${id}`)
    await page.getByText('No deliveries yet').waitFor()
    await collect()
    await press('t', 'webhook.test', 'Send a test')
    await page
      .getByText(/The receiver accepted the test/)
      .first()
      .waitFor()
    await press('e', 'webhook.edit', 'Edit')
    await closeDialog('Edit webhook')
    await press('r', 'webhook.redeliver-range', 'Redeliver a time range')
    await closeDialog('Redeliver a time range')
    await choose('Disable', 'webhook.toggle')
    await page.getByText('This webhook is disabled').waitFor()
    await choose('Rotate secret', 'webhook.rotate')
    await closeDialog('Rotate the secret?')
    await choose('Delete', 'webhook.delete')
    await closeDialog('Delete this webhook?')
    assertComplete(everywhere)
  })

  it('every command of the page of a run, and of the list of executions, runs', async () => {
    const { id } = await api.createWorkflow(orderIntake(partner.url))
    const failed = await api.run(id, FAILING_ORDER)
    const running = await api.start((await api.createWorkflow(slowRequest(partner.url))).id)
    await page.goto('/executions')
    await page.getByRole('link', { name: 'Slow request' }).first().waitFor()
    await press('j', 'Next execution')
    await press('x', 'Select or deselect the execution')
    await press('Shift+ArrowDown', 'Extend the selection down')
    await press('Shift+ArrowUp', 'Extend the selection up')
    await page.getByText('2 selected').waitFor()
    await collect()
    await press('r', 'executions.resume', 'Resume executions')
    await closeDialog(/Resume|Nothing/)
    await press('Shift+C', 'executions.cancel', 'Cancel executions')
    await closeDialog(/Cancel/)
    await press('Escape', 'executions.clear-selection', 'Clear the selection')
    await press('Control+Shift+a', 'executions.select-matching', 'Select all that match')
    await page.getByText('All that match are selected').waitFor()
    await press('Control+a', 'executions.select-loaded', 'Select all loaded executions')
    await page.getByText('2 selected').waitFor()
    await press('c', 'executions.compare', 'Compare executions')
    await page.waitForURL('**/executions/compare?**')
    await page.getByText('First difference', { exact: true }).waitFor()
    await collect()
    await press('f', 'compare.first', 'Go to the first difference')
    await page.waitForURL(/step=/)
    await press('n', 'compare.next-difference', 'Next difference')
    await press('p', 'compare.previous-difference', 'Previous difference')
    await press('j k', 'Next step', 'Previous step')
    await collect()
    await press('Escape', 'compare.close', 'Close the step')
    await press('d d', 'compare.only-differences', 'Differences only')
    await press('s', 'compare.swap', 'Swap the runs')
    await page.waitForURL(new RegExp(`a=${running}`))
    await page.goto('/executions?trigger=api')
    await page.getByRole('link', { name: 'Slow request' }).first().waitFor()
    await collect()
    await press('Shift+S', 'executions.save-filter', 'Save this filter')
    await closeDialog('Save this filter')
    await page.goto('/executions')
    await page.getByRole('link', { name: 'Slow request' }).first().waitFor()
    await press('j j')
    await press('k', 'Previous execution')
    await press('Enter', 'Open execution')
    await page.waitForURL(`**/executions/${running}`)
    await page.getByRole('treeitem', { name: /Slow/ }).waitFor()
    await collect()
    await choose('Cancel run', 'run.cancel')
    await closeDialog('Cancel this run?')
    await page.getByRole('button', { name: 'Older run', disabled: false }).waitFor()
    await press('j', 'run.older', 'Older run')
    await page.waitForURL(`**/executions/${failed}`)
    await page
      .getByText(/Failed after/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Newer run', disabled: false }).waitFor()
    await press('k', 'run.newer', 'Newer run')
    await page.waitForURL(`**/executions/${running}`)
    await page.getByRole('button', { name: 'Older run', disabled: false }).waitFor()
    await press('j')
    await page.waitForURL(`**/executions/${failed}`)
    await page
      .getByText(/Failed after/)
      .first()
      .waitFor()
    await collect()
    await press('c', 'run.compare', 'Compare with another run')
    await closeDialog('Compare with')
    await choose('Run again', 'run.again')
    await closeDialog(/./)
    await press('r', 'run.resume', 'Fix and resume')
    await closeDialog(/./)
    await press(',', 'run.previous-moment', 'Previous moment of the run')
    await page.waitForFunction(() => location.search.includes('at='))
    const at = () => new URL(page.url()).searchParams.get('at')
    const earlier = at()
    await press('.', 'run.next-moment', 'Next moment of the run')
    await page.waitForFunction((before) => new URLSearchParams(location.search).get('at') !== before, earlier)
    await press('Space', 'run.play', 'Play the run', 'Pause')
    await page.waitForFunction(() => location.search.includes('at='))
    await press('e', 'run.edit', 'Open in the editor with this input')
    await page.waitForURL(`**/workflows/${id}**`)
    assertComplete(everywhere)
  })

  const VIEWING = [
    'clear-selection',
    'select-downstream',
    'select-upstream',
    'zoom-reset',
    'zoom-in',
    'zoom-out',
    'fit-selection',
    'fit',
    'minimap',
    'marquee',
    'list',
    'select-all',
    'align-left',
    'align-center',
    'align-right',
    'align-top',
    'align-middle',
    'align-bottom',
    'toggle-drawer',
    'problems',
    'align-distribute-horizontally',
    'align-distribute-vertically',
  ]
    .map((name) => `editor.${name}`)
    .concat([
      'Go to the node after',
      'Go to the node before',
      'Go to the node above',
      'Go to the node below',
      'Also select the node above',
      'Also select the node below',
      'Clear selection',
      'Select all',
      'Select everything after',
      'Select everything before',
      'Zoom to 100 %',
      'Zoom in',
      'Zoom out',
      'Show or hide the run panel',
      'Show problems',
      'Fit to view',
      'Fit selection to view',
      'Overview map',
      'Select with the pointer',
      'Show as a list',
    ])
  const EDITING = [
    'undo',
    'redo',
    'add',
    'note',
    'open',
    'rename',
    'disable',
    'duplicate',
    'delete',
    'copy',
    'paste',
    'cut',
    'group',
    'toggle-group',
    'ungroup',
    'tidy-up',
    'publish',
  ]
    .map((name) => `editor.${name}`)
    .concat([
      'Undo',
      'Redo',
      'Add node…',
      'Add note',
      'Open',
      'Rename',
      'Disable',
      'Enable',
      'Duplicate',
      'Delete',
      'Copy',
      'Cut',
      'Group',
      'Ungroup',
      'Collapse group',
      'Tidy up',
      'Publish…',
    ])
  const RUNNING = [
    'run',
    'run-with-input',
    'run-from-start',
    'pin',
    'unpin',
    'run-until',
    'run-alone',
    'close-run',
    'stop',
  ]
    .map((name) => `editor.${name}`)
    .concat([
      'Run',
      'Run with input…',
      'Pin output of this run',
      'Unpin output',
      'Run to this node',
      'Run only this node',
      'Stop the run',
    ])
})
