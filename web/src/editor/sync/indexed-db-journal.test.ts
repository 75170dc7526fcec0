import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { openJournal } from './indexed-db-journal.ts'
import type { JournalEntry } from './journal.ts'

const entry: JournalEntry = {
  base: { definition: { nodes: [], edges: [], variables: {} }, etag: '"1"' },
  document: { nodes: [{ id: 'a', type: 'set' }], edges: [], variables: {} },
  openMerge: undefined,
}

describe('openJournal', () => {
  it('What one tab stored is left to the next one of the same user and workflow', async () => {
    const tab = openJournal('ada', 'orders')
    expect(await tab.write(entry)).toBe(true)
    tab.close()
    const [next, other, stranger] = [
      openJournal('ada', 'orders'),
      openJournal('ada', 'invoices'),
      openJournal('bob', 'orders'),
    ]
    const left = await next.readLeft()
    expect(left).toMatchObject([entry])
    expect(await other.readLeft()).toEqual([])
    expect(await stranger.readLeft()).toEqual([])
    await next.remove(left[0]?.tabId ?? '')
    expect(await openJournal('ada', 'orders').readLeft()).toEqual([])
  })

  it('Of many writes at once the last one is stored, and undefined removes the entry', async () => {
    const tab = openJournal('ada', 'many')
    const documents = ['a', 'b', 'c'].map((id) => ({ ...entry.document, nodes: [{ id, type: 'set' }] }))
    await Promise.all(documents.map((document) => tab.write({ ...entry, document })))
    const reader = openJournal('ada', 'many')
    expect(await reader.readLeft()).toMatchObject([{ document: { nodes: [{ id: 'c' }] } }])
    await tab.write(undefined)
    expect(await reader.readLeft()).toEqual([])
  })

  it('Changed nodes are written beside the entry, and read as part of it', async () => {
    const tab = openJournal('ada', 'changes')
    const nodes = Array.from({ length: 30 }, (_, index) => ({ id: `n${index}`, type: 'set' }))
    const first = { ...entry, document: { ...entry.document, nodes } }
    const typed = (text: string) => ({
      ...first,
      document: { ...first.document, nodes: nodes.with(7, { id: 'n7', type: text }) },
    })
    await Promise.all([first, typed('l'), typed('lo'), typed('log')].map((one) => tab.write(one)))
    const reader = openJournal('ada', 'changes')
    const [left] = await reader.readLeft()
    expect(left).toMatchObject(typed('log'))
    expect(left?.document.nodes).toHaveLength(30)

    const renamed = { ...typed('log'), document: { ...first.document, nodes: nodes.toReversed() } }
    await tab.write(renamed)
    expect(await reader.readLeft()).toMatchObject([renamed])
    await tab.write(undefined)
    expect(await reader.readLeft()).toEqual([])
  })

  it('An entry that another tab removed is written again as a whole', async () => {
    const tab = openJournal('ada', 'taken')
    await tab.write(entry)
    const reader = openJournal('ada', 'taken')
    const [left] = await reader.readLeft()
    await reader.remove(left?.tabId ?? '')
    const next = { ...entry, document: { ...entry.document, nodes: [{ id: 'a', type: 'log' }] } }
    expect(await tab.write(next)).toBe(true)
    expect(await reader.readLeft()).toMatchObject([next])
  })
})
