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
})
