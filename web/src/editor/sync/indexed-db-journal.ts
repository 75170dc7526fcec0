import { openTabChannel } from './tab-channel.ts'
import type { Journal, JournalEntry, LeftEntry } from './journal.ts'

const databaseName = 'millrace-journal'
const storeName = 'entries'

interface Row extends LeftEntry {
  /** User and workflow. */
  readonly scope: string
  readonly updatedAt: number
}

/**
 * An entry per tab in IndexedDB. A Web Lock per tab shows which tabs are open: the browser releases it when a tab closes or
 * crashes. Where there are no locks (plain HTTP), all other tabs count as closed; taking over the edits of an open one is
 * harmless, because a merge with the same edits changes nothing.
 */
export function openJournal(userId: string, workflowId: string): Journal {
  const tabId = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('')
  const scope = `${userId} ${workflowId}`
  const closing = new AbortController()
  const channel = openTabChannel(`${databaseName} ${scope}`)
  const watched = new Set<string>()
  const queue = new WriteQueue(scope, tabId)

  holdLock(tabId, closing.signal)

  async function readOthers(): Promise<Row[]> {
    const rows = await transact('readonly', (store) => store.index('scope').getAll(scope))
    if (!Array.isArray(rows)) return []
    return (rows as Row[]).filter((row) => row.tabId !== tabId).toSorted((a, b) => b.updatedAt - a.updatedAt)
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
    write: (entry) => queue.write(entry),
    async remove(other) {
      await transact('readwrite', (store) => store.delete([scope, other]))
    },
    close() {
      closing.abort()
      channel.close()
    },
  }
}

/** Writes one entry at a time and always the newest: while a write is under way, later ones replace each other. */
class WriteQueue {
  readonly #scope: string
  readonly #tabId: string
  #next: { readonly entry: JournalEntry | undefined } | undefined
  #running: Promise<boolean> | undefined

  constructor(scope: string, tabId: string) {
    this.#scope = scope
    this.#tabId = tabId
  }

  write(entry: JournalEntry | undefined): Promise<boolean> {
    this.#next = { entry }
    this.#running ??= this.#drain()
    return this.#running
  }

  async #drain(): Promise<boolean> {
    let stored = true
    for (let next = this.#next; next !== undefined; next = this.#next) {
      this.#next = undefined
      const { entry } = next
      const [scope, tabId] = [this.#scope, this.#tabId]
      const result = await transact('readwrite', (store) =>
        entry === undefined
          ? store.delete([scope, tabId])
          : store.put({ ...entry, scope, tabId, updatedAt: Date.now() } satisfies Row),
      )
      stored = result !== failed
    }
    this.#running = undefined
    return stored
  }
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

const failed = Symbol('failed')
let opened: Promise<IDBDatabase | undefined> | undefined

async function transact(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  opened ??= openDatabase()
  const database = await opened
  if (database === undefined) return failed
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(storeName, mode)
      const request = act(transaction.objectStore(storeName))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => resolve(failed))
    } catch {
      // The browser closed the database, for example because the user deleted the site data.
      opened = undefined
      resolve(failed)
    }
  })
}

function openDatabase(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') return resolve(undefined)
    const request = indexedDB.open(databaseName, 1)
    request.addEventListener('upgradeneeded', () => {
      const store = request.result.createObjectStore(storeName, { keyPath: ['scope', 'tabId'] })
      store.createIndex('scope', 'scope')
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
