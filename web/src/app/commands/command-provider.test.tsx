import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportConnection } from '../../api/connection.ts'
import { toast } from '../../components/toast-store.ts'
import * as t from '../../texts/commands.ts'
import { CommandProvider, useOverlayCommands } from './command-provider.tsx'

let isThere = false

/** The code of an overlay, which arrives only if the server is there. */
function codeOf(name: 'CommandPalette' | 'ShortcutList', title: string) {
  return () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
    const Overlay = ({ takeTyped }: { takeTyped?: () => string }) => (
      <div role="dialog" aria-label={title}>
        {takeTyped?.()}
      </div>
    )
    return { [name]: Overlay }
  }
}

beforeEach(() => {
  isThere = false
  vi.stubGlobal('fetch', () =>
    isThere ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch')),
  )
})

afterEach(() => {
  vi.doUnmock('./command-palette.tsx')
  vi.doUnmock('./shortcut-list.tsx')
  vi.unstubAllGlobals()
  for (const { id } of toast.list()) toast.dismiss(id)
  reportConnection('present')
})

function Commands() {
  useOverlayCommands()
  return null
}

test.each([
  ['CommandPalette', './command-palette.tsx', t.search, t.paletteFailed, { key: 'k', ctrlKey: true }],
  ['ShortcutList', './shortcut-list.tsx', t.showShortcuts, t.shortcutsFailed, { key: '?' }],
] as const)(
  'without a connection, %s says that it cannot open, and does not open later',
  async (name, path, title, failed, keys) => {
    vi.doMock(path, codeOf(name, title))
    render(
      <CommandProvider>
        <Commands />
      </CommandProvider>,
    )
    fireEvent.keyDown(document.body, keys)
    await waitFor(() => expect(toast.list().map((shown) => shown.title)).toEqual([failed]))
    // What is typed for the palette must not run shortcuts of the page.
    expect(fireEvent.keyDown(document.body, { key: 'x' })).toBe(name === 'ShortcutList')
    isThere = true
    vi.doMock(path, codeOf(name, title))
    await act(async () => reportConnection('present'))
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.keyDown(document.body, keys)
    expect((await screen.findByRole('dialog', { name: title })).textContent).toBe('')
  },
)
