import { createBrowserHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { leavePage } from '../../app/leave-session.ts'
import { useNavigationGuard } from './use-navigation-guard.ts'

test('closing the window asks while the guard is active, unless the session has ended', async () => {
  const Guarded = () => {
    useNavigationGuard(true, () => undefined)
    return <p>Guarded</p>
  }
  const routeTree = createRootRoute({ component: Guarded })
  render(<RouterProvider router={createRouter({ routeTree, history: createBrowserHistory() })} />)
  await screen.findByText('Guarded')
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(asks()).toBe(true)
  const asked: boolean[] = []
  await leavePage(() => asked.push(asks()))
  expect(asked).toEqual([false])
})
