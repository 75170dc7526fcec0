import { render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { toast } from '../components/toast-store.ts'
import { dialogFailed } from '../texts/errors.ts'
import { reportConnection } from '../api/connection.ts'
import { lazyDialog } from './lazy-dialog.tsx'

interface Props {
  onClose: () => void
}

afterEach(() => {
  vi.unstubAllGlobals()
  reportConnection('present')
})

function serverThatIs(isThere: () => boolean): void {
  const respond = () =>
    isThere() ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', vi.fn(respond))
}

it('a dialog that is asked for while the server is away closes, says why, and does not open later', async () => {
  let isThere = false
  serverThatIs(() => isThere)
  const load = vi.fn(() =>
    isThere
      ? Promise.resolve({ default: () => <p>The dialog</p> })
      : Promise.reject(new TypeError('Failed to fetch')),
  )
  const Dialog = lazyDialog<Props>(load, ({ onClose }) => onClose())
  const onClose = vi.fn()
  const { rerender } = render(<Suspense>{<Dialog onClose={onClose} />}</Suspense>)
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(toast.list().map(({ title }) => title)).toEqual([dialogFailed])
  rerender(<Suspense />)
  isThere = true
  reportConnection('present')
  expect(screen.queryByText('The dialog')).toBeNull()
  expect(load).toHaveBeenCalledTimes(1)
  rerender(<Suspense>{<Dialog onClose={onClose} />}</Suspense>)
  expect(await screen.findByText('The dialog')).toBeTruthy()
  expect(onClose).toHaveBeenCalledTimes(1)
})
