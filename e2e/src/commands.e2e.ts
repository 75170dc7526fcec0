import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { everywhere, prepareCommandWalks, waitForFocus, walkRows } from './support/command-walk.ts'
import { FAILING_ORDER, orderIntake, slowRequest, WALKED_GRAPH } from './support/sample-workflows.ts'

describe('commands by keyboard', () => {
  const walks = prepareCommandWalks()

  it('every command of the settings runs', async () => {
    const { assertComplete, choose, closeDialog, collect, page, press } = await walks.begin()
    await page.goto('/settings/users')
    await page.getByRole('list', { name: 'Users' }).waitFor()
    await collect()
    await press('c', 'users.invite', 'Invite user')
    await closeDialog('Invite user')
    await page.goto('/settings/variables')
    await page.getByRole('heading', { name: 'Variables', level: 1 }).waitFor()
    await collect()
    await press('c', 'variables.create', 'New variable')
    await closeDialog('New variable')
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
    const { choose, closeDialog, collect, page, press, ran } = await walks.begin()
    await page.goto('/workflows')
    await page.getByRole('heading', { name: 'Workflows' }).waitFor()
    for (const [keys, id, title, url] of [
      ['g e', 'go.executions', 'Go to Executions', '**/executions'],
      ['g f', 'go.forms', 'Go to Forms', '**/forms'],
      ['g c', 'go.connections', 'Go to Connections', '**/connections'],
      ['g o', 'go.webhooks', 'Go to Webhooks', '**/webhooks'],
      ['g m', 'go.state', 'Go to State', '**/state'],
      ['g i', 'go.inbox', 'Go to Inbox', '**/inbox'],
      ['g t', 'go.triggers', 'Go to Triggers', '**/triggers'],
      ['g k', 'go.settings.api-keys', 'Go to API Keys', '**/settings/api-keys'],
      ['g l', 'go.settings.plan', 'Go to Plan', '**/settings/plan'],
      ['g v', 'go.settings.variables', 'Go to Variables', '**/settings/variables'],
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
    const help = page.getByRole('complementary', { name: 'Help' })
    for (const [keys, ...names] of [
      ['h', 'app.help', 'Search help'],
      ['F1', 'Help for this page or expression'],
    ] as const) {
      await press(keys, ...names)
      await help.and(page.locator(':focus-within')).waitFor()
      await page.keyboard.press('Escape')
      await help.waitFor({ state: 'detached' })
    }
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
    const { api, assertComplete, collect, page, press } = await walks.begin()
    await api.createWorkflow(WALKED_GRAPH)
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

  it('every command of the triggers runs', async () => {
    const { api, assertComplete, collect, page, press } = await walks.begin()
    const nodes = [{ id: 'go', type: 'schedule', data: { cron: '0 8 * * *' } }]
    await api.createWorkflow({ name: 'Clock', nodes })
    await page.goto('/triggers')
    await page.getByRole('link', { name: 'Clock' }).waitFor()
    await collect()
    for (const [keys, period, title] of [
      ['2', '7d', 'Show 7 d'],
      ['3', '30d', 'Show 30 d'],
      ['1', '24h', 'Show 24 h'],
    ] as const) {
      await press(keys, `triggers.period.${period}`, title)
      await page.getByRole('radio', { name: title.replace('Show ', ''), checked: true }).waitFor()
    }
    await press('/', 'triggers.search', 'Search triggers')
    await page.getByRole('searchbox', { name: 'Search by workflow' }).and(page.locator(':focus')).waitFor()
    assertComplete(everywhere)
  })

  it('every command of the inbox runs', async () => {
    const { api, assertComplete, collect, page, press } = await walks.begin()
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
    const walk = await walks.begin()
    const { api, assertComplete, closeDialog, collect, page, press } = walk
    // First in the order of names, before what other tests leave.
    const [first, second] = await Promise.all(
      ['A 1', 'A 2'].map((name) => api.createWorkflow({ ...WALKED_GRAPH, name })),
    )
    assert.ok(first && second)
    await page.goto('/workflows?sort=name')
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    await link('A 1').waitFor()
    await walkRows(walk, ['A 1', 'A 2'], {
      next: 'Next workflow',
      previous: 'Previous workflow',
      select: 'Select or deselect',
    })
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
    await waitForFocus(page, 'A 1')
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

  it('every command of connections and webhooks runs', async () => {
    const { api, assertComplete, choose, closeDialog, collect, page, partner, press } = await walks.begin()
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
    await page.getByRole('link', { name: /\/hooks$/ }).waitFor()
    await collect()
    await press('c', 'webhooks.create', 'New webhook')
    await closeDialog('New webhook')

    await page.goto('/state')
    await page.getByRole('heading', { name: 'State' }).waitFor()
    await collect()
    await press('c', 'state.create', 'New value')
    await closeDialog('New value')

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
    const { api, assertComplete, choose, closeDialog, collect, page, partner, press } = await walks.begin()
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
    await press('Escape', 'list.clear-selection', 'Clear the selection')
    await press('Control+Shift+a', 'executions.select-matching', 'Select all that match')
    await page.getByText('All that match are selected').waitFor()
    await press('Control+a', 'list.select-all', 'Select all loaded executions')
    await page.getByText(/^\d+ selected$/).waitFor()
    await press('Escape k k k x Shift+ArrowDown')
    await page.getByText('2 selected', { exact: true }).waitFor()
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
})
