/**
 * Keeps results of queries in IndexedDB, so that a page that was seen before shows its data at once and verifies it
 * afterwards. Only queries with `persister: persistQuery` take part; secrets never do. Entries belong to a user and to a
 * version of the app. Sign-out deletes all of them.
 */
import { notifyManager, type Query, type QueryFunctionContext } from '@tanstack/react-query'

const databaseName = 'millrace-cache'
const storeName = 'entries'
const maxEntries = 300
const maxEntryLength = 2_000_000
const maxAgeMs = 14 * 24 * 60 * 60 * 1000

interface Entry {
  key: string
  scope: string
  data: unknown
  updatedAt: number
}

/** Undefined while nobody is signed in: nothing is read or written then. */
let scope: string | undefined
let opened: Promise<IDBDatabase | undefined> | undefined

/** Selects the entries of a user. Those of other users and other versions of the app are deleted. */
export async function openPersistedCache(userId: string, appVersion: string): Promise<void> {
  const next = `${appVersion} ${userId}`
  if (next === scope) return
  scope = next
  await deleteEntries((entry) => entry.scope !== next || entry.updatedAt < Date.now() - maxAgeMs)
}

export async function clearPersistedCache(): Promise<void> {
  scope = undefined
  await transact('readwrite', (store) => store.clear())
}

/** A `persister` for TanStack Query: answers the first fetch from the cache, and then fetches in the background. */
export async function persistQuery<T>(
  queryFn: (context: never) => T | Promise<T>,
  context: QueryFunctionContext,
  query: Query,
): Promise<T> {
  const currentScope = scope
  if (query.state.data === undefined && currentScope !== undefined) {
    const entry = await readEntry(entryKey(currentScope, query.queryHash))
    if (entry !== undefined) {
      // Runs after the cached result has been accepted.
      notifyManager.schedule(() => {
        query.setState({ dataUpdatedAt: entry.updatedAt })
        void query.fetch()?.catch(() => undefined)
      })
      return entry.data as T
    }
  }
  const data = await queryFn(context as never)
  if (currentScope !== undefined) void writeEntry(currentScope, query.queryHash, data)
  return data
}

async function readEntry(key: string): Promise<Entry | undefined> {
  const entry = (await transact('readonly', (store) => store.get(key))) as Entry | undefined
  return entry !== undefined && entry.updatedAt > Date.now() - maxAgeMs ? entry : undefined
}

async function writeEntry(entryScope: string, hash: string, data: unknown): Promise<void> {
  // The session may have ended while the request was under way.
  if (entryScope !== scope || JSON.stringify(data).length > maxEntryLength) return
  const entry: Entry = { key: entryKey(entryScope, hash), scope: entryScope, data, updatedAt: Date.now() }
  await transact('readwrite', (store) => store.put(entry))
  const count = (await transact('readonly', (store) => store.count())) as number | undefined
  if (count !== undefined && count > maxEntries) await deleteOldest(count - maxEntries)
}

function entryKey(entryScope: string, hash: string): string {
  return `${entryScope} ${hash}`
}

async function deleteOldest(count: number): Promise<void> {
  let left = count
  await deleteEntries(() => left-- > 0)
}

/** Visits the entries from the oldest to the newest. */
async function deleteEntries(isObsolete: (entry: Entry) => boolean): Promise<void> {
  await transact('readwrite', (store) => {
    const visit = store.index('updatedAt').openCursor()
    visit.addEventListener('success', () => {
      const cursor = visit.result
      if (cursor === null) return
      if (isObsolete(cursor.value as Entry)) cursor.delete()
      cursor.continue()
    })
    return visit
  })
}

/** Resolves to undefined where the browser offers no storage: the app then works without a cache. */
async function transact(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  opened ??= openDatabase()
  const database = await opened
  if (database === undefined) return undefined
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(storeName, mode)
      const request = act(transaction.objectStore(storeName))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => resolve(undefined))
      transaction.addEventListener('error', () => resolve(undefined))
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
    const request = indexedDB.open(databaseName, 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(storeName, { keyPath: 'key' }).createIndex('updatedAt', 'updatedAt')
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
