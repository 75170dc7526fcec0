import type { GraphNode } from '../../graph/types.ts'
import { openTabChannel } from './tab-channel.ts'
import type { Journal, JournalEntry, LeftEntry } from './journal.ts'

const databaseName = 'millrace-journal'
const entriesName = 'entries'
const changesName = 'changes'

interface RowKey {
  /** User and workflow. */
  readonly scope: string
  readonly tabId: string
}

interface Row extends RowKey, LeftEntry {
  readonly updatedAt: number
  /** Counts the entries of a tab. */
  readonly number: number
}

/** The nodes that changed since an entry was written. */
interface ChangesRow extends RowKey {
  readonly updatedAt: number
  /** The number of the entry. */
  readonly of: number
  /** By their position in the list of nodes. */
  readonly nodes: ReadonlyMap<number, GraphNode>
}

/** With more changed nodes, the whole entry is written. */
const MAX_CHANGES = 20

/**
 * An entry per tab in IndexedDB, and beside it the few nodes that changed since: a key typed into a parameter writes one
 * node, however large the workflow is. A Web Lock per tab shows which tabs are open: the browser releases it when a tab closes or
 * crashes. Where there are no locks (plain HTTP), all other tabs count as closed; taking over the edits of an open one is
 * harmless, because a merge with the same edits changes nothing.
 */
export function openJournal(userId: string, workflowId: string): Journal {
  const tabId = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')
  const scope = `${userId} ${workflowId}`
  const closing = new AbortController()
  const channel = openTabChannel(`${databaseName} ${scope}`)
  const watched = new Set<string>()
  const writer = new EntryWriter({ scope, tabId })

  holdLock(tabId, closing.signal)

  async function readOthers(): Promise<Row[]> {
    const read = await transact('readonly', (entries, changes) => ({
      entries: entries.index('scope').getAll(scope) as IDBRequest<Row[]>,
      changes: changes.index('scope').getAll(scope) as IDBRequest<ChangesRow[]>,
    }))
    if (read === undefined) return []
    const changesOf = new Map(read.changes.result.map((row) => [row.tabId, row]))
    return read.entries.result
      .filter((row) => row.tabId !== tabId)
      .map((row) => withChanges(row, changesOf.get(row.tabId)))
      .toSorted((a, b) => b.updatedAt - a.updatedAt)
  }

  async function readLeft(): Promise<readonly LeftEntry[]> {
    const rows = await readOthers()
    const closed = await Promise.all(rows.map((row) => isClosed(row.tabId)))
    return rows.filter((_, index) => closed[index])
  }

  return {
    readLeft,
    watch(onLeft) {
      const watchTab = (other: string) => {
        if (watched.has(other) || other === tabId) return
        watched.add(other)
        void afterClose(other, closing.signal).then(async (closed) => {
          if (!closed) return
          const left = (await readOthers()).find((row) => row.tabId === other)
          if (left !== undefined) onLeft(left)
        })
      }
      channel.listen((other) => {
        if (watched.has(other)) return
        watchTab(other)
        // The other tab learns of this one.
        channel.post(tabId)
      })
      channel.post(tabId)
    },
    write: (entry) => writer.write(entry),
    async remove(other) {
      await transact('readwrite', (entries, changes) => {
        entries.delete([scope, other])
        changes.delete([scope, other])
      })
    },
    close() {
      closing.abort()
      channel.close()
    },
  }
}

/** Writes at once, without a wait for what is under way: IndexedDB keeps the order. */
class EntryWriter {
  readonly #key: RowKey
  /** The entry that changes refer to. Undefined if the next one must be written as a whole. */
  #whole: { readonly entry: JournalEntry; readonly number: number } | undefined
  #count = 0

  constructor(key: RowKey) {
    this.#key = key
  }

  async write(entry: JournalEntry | undefined): Promise<boolean> {
    const stored = entry === undefined ? this.#clear() : this.#put(entry)
    const isStored = (await stored) !== undefined
    if (!isStored) this.#whole = undefined
    return isStored
  }

  #clear() {
    this.#whole = undefined
    const { scope, tabId } = this.#key
    return transact('readwrite', (entries, changes) => {
      entries.delete([scope, tabId])
      changes.delete([scope, tabId])
      return true
    })
  }

  #put(entry: JournalEntry) {
    const whole = this.#whole
    const nodes = whole && changedNodes(whole.entry, entry)
    if (whole === undefined || nodes === undefined) {
      this.#count += 1
      this.#whole = { entry, number: this.#count }
    }
    const { scope, tabId } = this.#key
    const number = this.#count
    const row = { ...this.#key, updatedAt: Date.now() }
    return transact('readwrite', (entries, changes) => {
      const putWhole = () => {
        entries.put({ ...entry, ...row, number } satisfies Row)
        changes.delete([scope, tabId])
      }
      if (nodes === undefined) {
        putWhole()
        return true
      }
      // Where there are no locks, another tab may have taken the entry over and removed it.
      const known = entries.getKey([scope, tabId])
      known.addEventListener('success', () => {
        if (known.result === undefined) putWhole()
        else changes.put({ ...row, of: number, nodes } satisfies ChangesRow)
      })
      return true
    })
  }
}

/** The nodes in which an entry differs from another; undefined if that is not all, or too much. */
function changedNodes(
  before: JournalEntry,
  { base, document, openMerge }: JournalEntry,
): ReadonlyMap<number, GraphNode> | undefined {
  const isSame =
    base.definition === before.base.definition &&
    base.etag === before.base.etag &&
    openMerge === before.openMerge &&
    document.edges === before.document.edges &&
    document.variables === before.document.variables &&
    document.nodes.length === before.document.nodes.length
  if (!isSame) return undefined
  const changed = new Map<number, GraphNode>()
  for (const [index, node] of document.nodes.entries()) {
    if (node === before.document.nodes[index]) continue
    changed.set(index, node)
    if (changed.size > MAX_CHANGES) return undefined
  }
  return changed
}

function withChanges(row: Row, changes: ChangesRow | undefined): Row {
  if (changes === undefined || changes.of !== row.number) return row
  const nodes = row.document.nodes.map((node, index) => changes.nodes.get(index) ?? node)
  return { ...row, document: { ...row.document, nodes }, updatedAt: changes.updatedAt }
}

function lockName(tabId: string): string {
  return `${databaseName} ${tabId}`
}

function holdLock(tabId: string, signal: AbortSignal): void {
  const ended = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  locks()
    ?.request(lockName(tabId), () => ended)
    .catch(() => undefined)
}

async function isClosed(tabId: string): Promise<boolean> {
  const manager = locks()
  if (manager === undefined) return true
  return manager.request(lockName(tabId), { ifAvailable: true }, (lock) => lock !== null)
}

/** Resolves to true when the tab has closed, to false when this one closes first. */
async function afterClose(tabId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await locks()?.request(lockName(tabId), { signal }, () => undefined)
    return locks() !== undefined
  } catch {
    return false
  }
}

function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined
}

let opened: Promise<IDBDatabase | undefined> | undefined

/** Returns what `act` returned once the transaction is complete; undefined if the browser refuses. */
async function transact<Result>(
  mode: IDBTransactionMode,
  act: (entries: IDBObjectStore, changes: IDBObjectStore) => Result,
): Promise<Result | undefined> {
  opened ??= openDatabase()
  const database = await opened
  if (database === undefined) return undefined
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction([entriesName, changesName], mode)
      const result = act(transaction.objectStore(entriesName), transaction.objectStore(changesName))
      transaction.addEventListener('complete', () => resolve(result))
      transaction.addEventListener('abort', () => resolve(undefined))
    } catch {
      // The browser closed the database, for example because the user deleted the site data.
      opened = undefined
      resolve(undefined)
    }
  })
}

function openDatabase(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') return resolve(undefined)
    const request = indexedDB.open(databaseName, 2)
    request.addEventListener('upgradeneeded', () => {
      for (const name of [entriesName, changesName]) {
        if (request.result.objectStoreNames.contains(name)) continue
        const store = request.result.createObjectStore(name, { keyPath: ['scope', 'tabId'] })
        store.createIndex('scope', 'scope')
      }
    })
    request.addEventListener('success', () => {
      const database = request.result
      database.addEventListener('versionchange', () => database.close())
      resolve(database)
    })
    request.addEventListener('error', () => resolve(undefined))
    request.addEventListener('blocked', () => resolve(undefined))
  })
}
