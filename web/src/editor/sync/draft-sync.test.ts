import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import type { Definition } from '../model/definition.ts'
import { addNode } from '../model/edits/add-node.ts'
import { deleteNodes } from '../model/edits/delete-nodes.ts'
import { setDisabled, setParameter, setVariable } from '../model/edits/parameters.ts'
import type { EditorStore } from '../model/editor-store.ts'
import { followNames } from '../model/follow-names.ts'
import { DraftSync } from './draft-sync.ts'
import { UnsavedError } from './sync-state.ts'
import { ManualClock, MemoryDraft, MemoryJournals } from '../../testing/memory-drafts.ts'

const definition: Definition = {
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'fetch', type: 'http', data: { url: 'https://example.com', method: 'GET' } },
    { id: 'old', type: 'log', config: { message: 'kept as it is' } },
  ],
  edges: [{ from: 'start', to: 'fetch' }],
  variables: {},
}

const away = new ApiError('NETWORK', 'away')

function createBrowser(server = new MemoryDraft(definition), journals = new MemoryJournals()) {
  const merged: (string | null)[] = []
  async function openTab() {
    const clock = new ManualClock()
    const journal = journals.journal()
    const sync = new DraftSync({
      transport: server.transport(),
      journal,
      followNames,
      now: () => clock.now,
      schedule: clock.schedule,
      onMerged: (by) => merged.push(by),
      onSaved: () => undefined,
    })
    await sync.start()
    const editor = () => sync.editor as EditorStore
    const setUrl = (url: string) =>
      editor().edit('change URL', (draft) => setParameter(draft, 'fetch', ['url'], url))
    const node = (id: string) =>
      editor()
        .getState()
        .document.nodes.find((one) => one.id === id)
    /** Waits until everything under way has ended. */
    const idle = async () => {
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
    }
    const state = () => sync.state.getState()
    return { sync, clock, journal, editor, setUrl, node, idle, state }
  }
  return { server, journals, merged, openTab }
}

function changeFetch(base: Definition, data: Record<string, unknown>): Definition {
  return {
    ...base,
    nodes: base.nodes.map((node) =>
      node['id'] === 'fetch' ? { ...node, data: { ...(node['data'] as object), ...data } } : node,
    ),
  }
}

describe('DraftSync', () => {
  it('An edit is in the journal at once and on the server after a pause; the rest is saved as it was', async () => {
    const { server, journals, openTab } = createBrowser()
    const tab = await openTab()
    tab.setUrl('a')
    expect([...journals.entries.values()]).toMatchObject([{ base: { etag: '"1"' } }])
    expect(tab.state().saveState).toBe('saving')
    tab.clock.advance(599)
    await tab.idle()
    expect(server.saves).toBe(0)
    tab.clock.advance(1)
    await tab.idle()
    expect(server.definition).toEqual(changeFetch(definition, { url: 'a' }))
    expect(tab.state()).toMatchObject({ saveState: 'saved', savedAt: 600 })
    expect(journals.entries.size).toBe(0)
  })

  it('Somebody who types without pause is saved every five seconds', async () => {
    const { server, openTab } = createBrowser()
    const tab = await openTab()
    for (let count = 1; count <= 11; count += 1) {
      tab.setUrl(`a${count}`)
      tab.clock.advance(500)
      await tab.idle()
    }
    expect(server.saves).toBe(1)
  })

  it('An edit made while a save is under way is saved next', async () => {
    const { server, openTab } = createBrowser()
    const tab = await openTab()
    tab.setUrl('a')
    tab.clock.advance(600)
    // The request is under way now.
    await Promise.resolve()
    tab.setUrl('ab')
    await tab.idle()
    expect(tab.state().saveState).toBe('saving')
    tab.clock.advance(600)
    await tab.idle()
    expect(server.definition).toEqual(changeFetch(definition, { url: 'ab' }))
    expect(tab.state().saveState).toBe('saved')
  })

  it('Undoing everything before it was saved needs no save', async () => {
    const { server, journals, openTab } = createBrowser()
    const tab = await openTab()
    tab.setUrl('a')
    tab.editor().undo()
    expect(tab.state().saveState).toBe('saved')
    expect(journals.entries.size).toBe(0)
    tab.clock.advance(600)
    await tab.idle()
    expect(server.saves).toBe(0)
  })

  it('Edits survive a crash before they are saved', async () => {
    const { server, journals, openTab } = createBrowser()
    const tab = await openTab()
    tab.setUrl('a')
    tab.journal.crash()
    const next = await openTab()
    expect(next.node('fetch')?.data?.['url']).toBe('a')
    next.clock.advance(600)
    await next.idle()
    expect(server.definition).toEqual(changeFetch(definition, { url: 'a' }))
    expect(journals.entries.size).toBe(0)
  })

  it('Edits are shown after a crash although the server is away, and merged with what others did meanwhile', async () => {
    const { server, openTab } = createBrowser()
    const tab = await openTab()
    tab.setUrl('a')
    tab.journal.crash()
    server.failure = away
    const next = await openTab()
    expect(next.state()).toMatchObject({ phase: 'ready', saveState: 'offline' })
    expect(next.node('fetch')?.data?.['url']).toBe('a')
    server.failure = undefined
    server.change(changeFetch(definition, { method: 'POST' }))
    next.clock.advance(1_000)
    await next.idle()
    expect(server.definition).toEqual(changeFetch(definition, { url: 'a', method: 'POST' }))
    expect(next.state().saveState).toBe('saved')
  })

  it('Saving resumes by itself when the server is back, with growing intervals', async () => {
    const { server, openTab } = createBrowser()
    const tab = await openTab()
    server.failure = away
    tab.setUrl('a')
    tab.clock.advance(600)
    await tab.idle()
    const delays: (number | undefined)[] = []
    for (let count = 0; count < 7; count += 1) {
      expect(tab.state().saveState).toBe('offline')
      delays.push(tab.clock.next)
      tab.clock.advance(tab.clock.next ?? 0)
      await tab.idle()
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    server.failure = undefined
    tab.sync.wake()
    await tab.idle()
    expect(tab.state().saveState).toBe('saved')
    expect(server.definition).toEqual(changeFetch(definition, { url: 'a' }))
  })

  it('Changes by others are merged before saving, and announced', async () => {
    const { server, merged, openTab } = createBrowser()
    const tab = await openTab()
    server.change(changeFetch(definition, { method: 'POST' }))
    tab.setUrl('a')
    await tab.sync.flush()
    expect(server.definition).toEqual(changeFetch(definition, { url: 'a', method: 'POST' }))
    expect(tab.node('fetch')?.data).toEqual({ url: 'a', method: 'POST' })
    expect(merged).toEqual(['Ada'])
    tab.editor().undo()
    await tab.sync.flush()
    expect(server.definition).toEqual(changeFetch(definition, { method: 'POST' }))
  })

  it('Nodes that two people added under one name keep different names', async () => {
    const { server, openTab } = createBrowser()
    const tab = await openTab()
    server.change({ ...definition, nodes: [...definition.nodes, { id: 'theirs', type: 'set', name: 'Set' }] })
    tab.editor().edit('add node', (draft) => void addNode(draft, { type: 'set', name: 'Set' }))
    await tab.sync.flush()
    const names = server.definition.nodes
      .map((node) => node['name'])
      .filter((name): name is string => typeof name === 'string')
    expect(names.toSorted()).toEqual(['Set', 'Set 2'])
    expect(server.definition.nodes.find((node) => node['id'] === 'theirs')).toMatchObject({ name: 'Set' })
  })

  it('A new ETag without a new definition is not announced', async () => {
    const { server, merged, openTab } = createBrowser()
    const tab = await openTab()
    server.change(definition)
    tab.sync.wake()
    await tab.idle()
    tab.setUrl('a')
    await tab.sync.flush()
    expect(server.saves).toBe(1)
    expect(merged).toEqual([])
  })

  it('A conflict is asked, nothing is overwritten meanwhile, and my value is kept or theirs taken', async () => {
    for (const choice of ['mine', 'theirs'] as const) {
      const { server, journals, openTab } = createBrowser()
      const tab = await openTab()
      server.change(changeFetch({ ...definition, variables: { theirs: 1 } }, { url: 'theirs' }))
      tab.setUrl('mine')
      await expect(tab.sync.flush()).rejects.toThrow(UnsavedError)
      expect(tab.state()).toMatchObject({
        saveState: 'conflict',
        conflicts: [{ id: 'node:fetch/data/url', mine: 'mine', theirs: 'theirs' }],
      })
      tab.editor().edit('disable', (draft) => setDisabled(draft, ['start'], true))
      tab.clock.advance(60_000)
      await tab.idle()
      expect(server.saves).toBe(0)
      expect(journals.entries.size).toBe(1)
      tab.sync.resolveConflicts(['node:fetch/data/url'], choice)
      await tab.idle()
      expect(tab.state()).toMatchObject({ saveState: 'saved', conflicts: [] })
      expect(server.definition.nodes[0]).toEqual({ id: 'start', type: 'start', disabled: true })
      expect(server.definition.nodes[1]).toMatchObject({ data: { url: choice } })
      expect(server.definition.variables).toEqual({ theirs: 1 })
      expect(journals.entries.size).toBe(0)
    }
  })

  it('An open conflict survives a reload', async () => {
    const { server, openTab } = createBrowser()
    const tab = await openTab()
    server.change(changeFetch(definition, { url: 'theirs' }))
    tab.setUrl('mine')
    await expect(tab.sync.flush()).rejects.toThrow(UnsavedError)
    tab.journal.crash()
    const next = await openTab()
    expect(next.state()).toMatchObject({
      saveState: 'conflict',
      conflicts: [{ mine: 'mine', theirs: 'theirs' }],
    })
    next.sync.resolveConflicts(['node:fetch/data/url'], 'theirs')
    await next.idle()
    expect(next.state().saveState).toBe('saved')
    expect(server.saves).toBe(0)
  })

  it('A conflict ends when an edit makes the same change', async () => {
    const { server, openTab } = createBrowser()
    const tab = await openTab()
    server.change(changeFetch(definition, { url: 'theirs' }))
    tab.setUrl('mine')
    await expect(tab.sync.flush()).rejects.toThrow(UnsavedError)
    tab.setUrl('theirs')
    await tab.idle()
    expect(tab.state()).toMatchObject({ saveState: 'saved', conflicts: [] })
  })

  it('A node that was deleted here and changed there is asked for', async () => {
    const { server, openTab } = createBrowser()
    const tab = await openTab()
    server.change(changeFetch(definition, { url: 'theirs' }))
    tab.editor().edit('delete', (draft) => deleteNodes(draft, ['fetch']))
    await expect(tab.sync.flush()).rejects.toThrow(UnsavedError)
    expect(tab.state().conflicts).toMatchObject([{ id: 'node:fetch', mine: undefined }])
    tab.sync.resolveConflicts(['node:fetch'], 'theirs')
    await tab.idle()
    expect(tab.node('fetch')?.data?.['url']).toBe('theirs')
    expect(server.definition).toEqual(changeFetch(definition, { url: 'theirs' }))
  })

  it('Two tabs merge what each of them edits', async () => {
    const { server, openTab } = createBrowser()
    const [one, two] = [await openTab(), await openTab()]
    one.setUrl('a')
    two.editor().edit('set', (draft) => setVariable(draft, 'limit', 1))
    await one.sync.flush()
    await two.sync.flush()
    one.sync.wake()
    await one.idle()
    expect(server.definition).toEqual({ ...changeFetch(definition, { url: 'a' }), variables: { limit: 1 } })
    expect(one.editor().getState().document).toEqual(two.editor().getState().document)
  })

  it('A tab takes over what another one leaves', async () => {
    const { server, journals, openTab } = createBrowser()
    const [one, two] = [await openTab(), await openTab()]
    one.setUrl('a')
    two.editor().edit('set', (draft) => setVariable(draft, 'limit', 1))
    two.journal.crash()
    await one.idle()
    await one.sync.flush()
    expect(server.definition).toEqual({ ...changeFetch(definition, { url: 'a' }), variables: { limit: 1 } })
    expect(journals.entries.size).toBe(0)
  })

  it('Two tabs that left different values of one parameter are asked about', async () => {
    const { server, journals, openTab } = createBrowser()
    const [one, two] = [await openTab(), await openTab()]
    one.setUrl('one')
    two.setUrl('two')
    one.journal.crash()
    two.journal.crash()
    const next = await openTab()
    expect(next.state()).toMatchObject({ saveState: 'conflict', conflicts: [{ mine: 'two', theirs: 'one' }] })
    next.sync.resolveConflicts(['node:fetch/data/url'], 'theirs')
    await next.idle()
    next.clock.advance(600)
    await next.idle()
    expect(server.definition).toEqual(changeFetch(definition, { url: 'one' }))
    expect(journals.entries.size).toBe(0)
  })

  it('An open conflict that a tab leaves is asked again by the tab that takes it over', async () => {
    for (const choice of ['mine', 'theirs'] as const) {
      const { server, journals, openTab } = createBrowser()
      const [one, two] = [await openTab(), await openTab()]
      one.setUrl('one')
      two.setUrl('two')
      two.editor().edit('set', (draft) => setVariable(draft, 'limit', 2))
      one.journal.crash()
      await two.idle()
      expect(two.state()).toMatchObject({ conflicts: [{ mine: 'two', theirs: 'one' }], conflictsBy: 'self' })
      const next = await openTab()
      two.journal.crash()
      await next.idle()
      expect(next.state()).toMatchObject({
        saveState: 'conflict',
        conflicts: [{ mine: 'one', theirs: 'two' }],
        conflictsBy: 'self',
      })
      expect(server.saves).toBe(0)
      next.sync.resolveConflicts(['node:fetch/data/url'], choice)
      await next.idle()
      next.clock.advance(600)
      await next.idle()
      const url = choice === 'mine' ? 'one' : 'two'
      expect(server.definition).toEqual({ ...changeFetch(definition, { url }), variables: { limit: 2 } })
      expect(journals.entries.size).toBe(0)
    }
  })

  it('What was decided in a merge that a tab leaves is not asked again', async () => {
    const { server, openTab } = createBrowser()
    const [one, two] = [await openTab(), await openTab()]
    for (const [tab, value] of [
      [one, 'one'],
      [two, 'two'],
    ] as const) {
      tab.setUrl(value)
      tab.editor().edit('set', (draft) => setVariable(draft, 'name', value))
      tab.editor().edit('method', (draft) => setParameter(draft, 'fetch', ['method'], value))
    }
    one.journal.crash()
    await two.idle()
    expect(two.state().conflicts).toHaveLength(3)
    two.sync.resolveConflicts(['node:fetch/data/url'], 'mine')
    two.sync.resolveConflicts(['variable:name'], 'theirs')
    const next = await openTab()
    two.journal.crash()
    await next.idle()
    expect(next.state().conflicts).toMatchObject([{ id: 'node:fetch/data/method' }])
    next.sync.resolveConflicts(['node:fetch/data/method'], 'theirs')
    await next.idle()
    next.clock.advance(600)
    await next.idle()
    expect(server.definition).toEqual({
      ...changeFetch(definition, { url: 'two', method: 'two' }),
      variables: { name: 'one' },
    })
  })

  it('An open conflict that is taken over does not bring back what somebody undid meanwhile', async () => {
    const { server, openTab } = createBrowser()
    const tab = await openTab()
    server.change(changeFetch(definition, { url: 'theirs', method: 'POST' }))
    tab.setUrl('mine')
    await expect(tab.sync.flush()).rejects.toThrow(UnsavedError)
    expect(tab.state().conflictsBy).toEqual({ name: 'Ada' })
    server.change(changeFetch(definition, { url: 'theirs' }))
    const next = await openTab()
    tab.journal.crash()
    await next.idle()
    expect(next.node('fetch')?.data).toEqual({ url: 'theirs', method: 'GET' })
    expect(next.state()).toMatchObject({ conflicts: [{ mine: 'theirs', theirs: 'mine' }] })
  })

  it('Both sides of an open conflict about a deleted node are kept when it is taken over', async () => {
    const { server, openTab } = createBrowser()
    const [one, two] = [await openTab(), await openTab()]
    one.setUrl('one')
    two.editor().edit('delete', (draft) => deleteNodes(draft, ['fetch']))
    one.journal.crash()
    await two.idle()
    const next = await openTab()
    two.journal.crash()
    await next.idle()
    expect(next.state().conflicts).toMatchObject([{ id: 'node:fetch', theirs: undefined }])
    next.sync.resolveConflicts(['node:fetch'], 'mine')
    await next.idle()
    next.clock.advance(600)
    await next.idle()
    expect(server.definition).toEqual(changeFetch(definition, { url: 'one' }))
  })

  it('A refused save says why and keeps the edits; the next edit tries again', async () => {
    for (const [status, kind] of [
      [403, 'forbidden'],
      [404, 'deleted'],
      [413, 'refused'],
      [401, 'signed-out'],
    ] as const) {
      const { server, journals, openTab } = createBrowser()
      const tab = await openTab()
      server.failure = new ApiError('NO', 'No.', { status })
      tab.setUrl('a')
      await expect(tab.sync.flush()).rejects.toThrow('No.')
      expect(tab.state()).toMatchObject({ saveState: 'error', problem: { kind, message: 'No.' } })
      expect(journals.entries.size).toBe(1)
      server.failure = undefined
      tab.setUrl('b')
      tab.clock.advance(600)
      await tab.idle()
      expect(tab.state()).toMatchObject({ saveState: 'saved', problem: null })
    }
  })

  it('A workflow that cannot be loaded says so, or waits for the server', async () => {
    const { server, openTab } = createBrowser()
    server.failure = new ApiError('NOT_FOUND', 'Gone.', { status: 404 })
    expect((await openTab()).state()).toMatchObject({ phase: 'failed', loadError: { status: 404 } })
    server.failure = away
    const tab = await openTab()
    expect(tab.state().phase).toBe('loading')
    server.failure = undefined
    tab.clock.advance(1_000)
    await tab.idle()
    expect(tab.state().phase).toBe('ready')
  })

  it('Publishing saves first, and fails if that is not possible', async () => {
    const { server, openTab } = createBrowser()
    const tab = await openTab()
    tab.setUrl('a')
    await tab.sync.publish('note')
    expect(server.live).toEqual(changeFetch(definition, { url: 'a' }))
    server.failure = away
    tab.setUrl('b')
    await expect(tab.sync.publish()).rejects.toThrow(UnsavedError)
    expect(server.live).toEqual(changeFetch(definition, { url: 'a' }))
  })

  it('Discarding returns to the live version, and undo brings the edits back', async () => {
    const { server, openTab } = createBrowser()
    const tab = await openTab()
    tab.setUrl('a')
    await tab.sync.discard('discard changes')
    expect(tab.node('fetch')?.data?.['url']).toBe('https://example.com')
    expect(tab.state().saveState).toBe('saved')
    tab.editor().undo()
    await tab.sync.flush()
    expect(server.definition).toEqual(changeFetch(definition, { url: 'a' }))
  })

  it('Closing saves what waits', async () => {
    const { server, openTab } = createBrowser()
    const tab = await openTab()
    tab.setUrl('a')
    tab.sync.close()
    await tab.idle()
    expect(server.definition).toEqual(changeFetch(definition, { url: 'a' }))
  })
})
