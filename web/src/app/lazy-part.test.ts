import { afterEach, expect, it, vi } from 'vitest'
import { reportConnection } from '../api/connection.ts'
import { loadNow, loadPersistently } from './lazy-part.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  reportConnection('present')
})

function serverThatIs(isUp: () => boolean): void {
  vi.stubGlobal('fetch', () =>
    isUp() ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch')),
  )
}

it('loads a part as soon as the server responds again', async () => {
  let isUp = false
  serverThatIs(() => isUp)
  const load = vi.fn(async () => {
    if (!isUp) throw new TypeError('Failed to fetch dynamically imported module')
    return 'the part'
  })
  const loaded = loadPersistently(load)
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  // The loss has been reported once the check of the server has failed.
  await new Promise((resolve) => setTimeout(resolve, 0))
  isUp = true
  reportConnection('present')
  expect(await loaded).toBe('the part')
})

it('tries once more when the server responds, and then gives up', async () => {
  serverThatIs(() => true)
  const load = vi.fn(() => Promise.reject(new Error('gone')))
  await expect(loadPersistently(load)).rejects.toThrow('gone')
  expect(load).toHaveBeenCalledTimes(2)
})

it('what was asked for while the server is away is not loaded later', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  serverThatIs(() => false)
  expect(await loadNow(load)).toBe(false)
  reportConnection('present')
  expect(load).toHaveBeenCalledTimes(1)
  expect(await loadNow(() => Promise.resolve('the part'))).toBe(true)
  serverThatIs(() => true)
  expect(await loadNow(load)).toBe(true)
})
