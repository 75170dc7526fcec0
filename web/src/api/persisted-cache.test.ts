import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { clearPersistedCache, openPersistedCache, persistQuery } from './persisted-cache.ts'

afterEach(clearPersistedCache)

/** Reads a query like a page that has just been opened, and returns every value that it shows. */
async function open(key: string, queryFn: () => Promise<unknown>, rounds: number): Promise<unknown[]> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const shown: unknown[] = []
  const observer = new QueryObserver(client, { queryKey: [key], queryFn, persister: persistQuery })
  const stop = observer.subscribe(({ data }) => {
    if (data !== undefined && shown.at(-1) !== data) shown.push(data)
  })
  await vi.waitFor(() => expect(shown).toHaveLength(rounds))
  stop()
  return shown
}

test('a query that was seen before shows its cached result first, and then the current one', async () => {
  await openPersistedCache('ada', '1.0.0')
  expect(await open('list', async () => 'old', 1)).toEqual(['old'])
  expect(await open('list', async () => 'new', 2)).toEqual(['old', 'new'])
})

test('a cached result is shown even if the server does not respond', async () => {
  await openPersistedCache('ada', '1.0.0')
  await open('list', async () => 'known', 1)
  const fail = vi.fn(() => Promise.reject(new Error('down')))
  expect(await open('list', fail, 1)).toEqual(['known'])
  await vi.waitFor(() => expect(fail).toHaveBeenCalled())
})

test('another user and another version of the app do not see the cached results', async () => {
  await openPersistedCache('ada', '1.0.0')
  await open('list', async () => 'of ada', 1)
  await openPersistedCache('bob', '1.0.0')
  expect(await open('list', async () => 'of bob', 1)).toEqual(['of bob'])
  await openPersistedCache('bob', '1.1.0')
  expect(await open('list', async () => 'newer', 1)).toEqual(['newer'])
  await openPersistedCache('ada', '1.0.0')
  expect(await open('list', async () => 'again', 1)).toEqual(['again'])
})

test('nothing is stored before a user is known, and sign-out deletes everything', async () => {
  await open('list', async () => 'unknown', 1)
  await openPersistedCache('ada', '1.0.0')
  expect(await open('list', async () => 'first', 1)).toEqual(['first'])
  await clearPersistedCache()
  await openPersistedCache('ada', '1.0.0')
  expect(await open('list', async () => 'second', 1)).toEqual(['second'])
})

test('very large results are not stored', async () => {
  await openPersistedCache('ada', '1.0.0')
  const large = 'x'.repeat(2_000_001)
  await open('large', async () => large, 1)
  expect(await open('large', async () => 'small', 1)).toEqual(['small'])
})
