// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { importWhenFetched } from './import-when-fetched.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.head.replaceChildren()
})

function serverThatIs(isUp: () => boolean) {
  const respond = vi.fn(async (_address: string) => {
    if (!isUp()) throw new TypeError('Failed to fetch')
    return new Response('export {}')
  })
  vi.stubGlobal('fetch', respond)
  return respond
}

it('does not begin an import whose files cannot be fetched', async () => {
  let isUp = false
  const respond = serverThatIs(() => isUp)
  const load = vi.fn(async () => 'the part')
  await expect(importWhenFetched(load, ['assets/a.js', 'assets/b.js'])).rejects.toThrow('Failed to fetch')
  expect(load).not.toHaveBeenCalled()
  isUp = true
  expect(await importWhenFetched(load, ['assets/a.js', 'assets/b.js'])).toBe('the part')
  expect(respond.mock.calls.slice(2)).toEqual([['/assets/a.js'], ['/assets/b.js']])
})

it('fetches a file once, and none that the page has loaded', async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/assets/known.js">'
  const respond = serverThatIs(() => true)
  await importWhenFetched(async () => undefined, ['assets/known.js', 'assets/c.js'])
  await importWhenFetched(async () => undefined, ['assets/c.js', 'assets/d.js'])
  expect(respond.mock.calls).toEqual([['/assets/c.js'], ['/assets/d.js']])
})

it('waits for style sheets, and asks again for one that did not arrive', async () => {
  const load = vi.fn(async () => 'the part')
  const first = importWhenFetched(load, ['assets/e.css'])
  document.head.querySelector('link')?.dispatchEvent(new Event('error'))
  await expect(first).rejects.toThrow('/assets/e.css')
  const second = importWhenFetched(load, ['assets/e.css'])
  expect(load).not.toHaveBeenCalled()
  document.head.querySelector('link')?.dispatchEvent(new Event('load'))
  expect(await second).toBe('the part')
})
