import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { workflowQuery } from '../../../api/workflows.ts'
import { leavePage } from '../../../app/leave-session.ts'
import { createQueryClient } from '../../../app/query-client.ts'
import { failure, fakeService, ok } from '../../../testing/fake-service.ts'
import { sampleWorkflow } from '../../../testing/samples.ts'
import { GeneralCard } from './general-card.tsx'

const path = '/app/v1/workflows/order-intake'

/** The card on a page that can be left. Saving waits for `finishSave`. */
async function openCard(history: RouterHistory = createMemoryHistory({ initialEntries: ['/settings'] })) {
  const finished = Promise.withResolvers<void>()
  let refusal: ReturnType<typeof failure> | undefined
  let workflow = { ...sampleWorkflow('Order intake', { tags: ['sales'] }), description: '' }
  fakeService({
    [`GET ${path}`]: () => ok(workflow),
    [`PATCH ${path}`]: ({ body }) => {
      if (refusal !== undefined) return refusal
      workflow = { ...workflow, ...(body as object) }
      return ok(workflow)
    },
  })
  const respond = globalThis.fetch
  vi.stubGlobal('fetch', async (to: string, init: RequestInit) => {
    if (init.method === 'PATCH') await finished.promise
    return respond(to, init)
  })
  const Card = () => {
    const { data } = useQuery(workflowQuery('order-intake'))
    return data === undefined ? null : <GeneralCard workflow={data.workflow} canEdit />
  }
  const root = createRootRoute()
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/settings', component: Card }),
    createRoute({ getParentRoute: () => root, path: '/editor', component: () => <h1>Editor</h1> }),
  ])
  const router = createRouter({ routeTree, history })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  await screen.findByLabelText('Description')
  return {
    field,
    /** What the server has. */
    stored: () => workflow,
    finishSave: (answer?: typeof refusal) => {
      refusal = answer
      finished.resolve()
    },
    save: () => userEvent.click(screen.getByRole('button', { name: 'Save' })),
    leave: () => router.history.push('/editor'),
  }
}

test('what is typed during a save stays, and is saved next', async () => {
  const { field, save, finishSave, stored } = await openCard()
  await userEvent.type(field('Description'), 'Sent')
  await save()
  await userEvent.type(field('Description'), ' and more')
  await userEvent.type(field('Tags'), 'urgent{Enter}')
  finishSave()
  await waitFor(() => expect(stored()).toMatchObject({ description: 'Sent', tags: ['sales'] }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBeNull(),
  )
  expect(field('Description').value).toBe('Sent and more')
  screen.getByText('urgent')
  await save()
  await waitFor(() =>
    expect(stored()).toMatchObject({ description: 'Sent and more', tags: ['sales', 'urgent'] }),
  )
})

test('leaving during a save asks nothing once the save has succeeded', async () => {
  const { field, save, finishSave, leave } = await openCard()
  await userEvent.type(field('Description'), 'Sent')
  await save()
  leave()
  await screen.findByRole('alertdialog')
  finishSave()
  await screen.findByRole('heading', { name: 'Editor' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('leaving after a change asks, and stays if saving fails', async () => {
  const { field, finishSave, leave } = await openCard()
  await userEvent.type(field('Description'), 'Sent')
  leave()
  const dialog = await screen.findByRole('alertdialog', { name: 'Save the settings before you leave?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  finishSave(failure(403, 'FORBIDDEN', 'You may not.'))
  await within(dialog).findByText('You may not.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(field('Description').value).toBe('Sent')
})

test('what is typed after a failed save removes its message', async () => {
  const { field, save, finishSave, leave } = await openCard()
  await userEvent.type(field('Description'), 'Sent')
  finishSave(failure(403, 'FORBIDDEN', 'You may not.'))
  await save()
  await screen.findByText('You may not.')
  await userEvent.type(field('Tags'), 'urgent')
  expect(screen.queryByText('You may not.')).toBeNull()
  leave()
  await screen.findByRole('alertdialog')
  expect(screen.queryByText('You may not.')).toBeNull()
})

test('leaving after a change saves it first', async () => {
  const { field, finishSave, leave, stored } = await openCard()
  await userEvent.type(field('Description'), 'Sent')
  leave()
  const dialog = await screen.findByRole('alertdialog', { name: 'Save the settings before you leave?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  finishSave()
  await screen.findByRole('heading', { name: 'Editor' })
  expect(stored().description).toBe('Sent')
})

test('closing the window with a change asks, unless the session has ended', async () => {
  window.history.replaceState(null, '', '/settings')
  const { field } = await openCard(createBrowserHistory())
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(asks()).toBe(false)
  await userEvent.type(field('Description'), 'New')
  expect(asks()).toBe(true)
  const asked: boolean[] = []
  await leavePage(() => asked.push(asks()))
  expect(asked).toEqual([false])
})
