import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { GraphDocument } from '../graph/types.ts'
import { momentOf, sampleStep, sampleTimeline } from '../testing/sample-run.ts'
import { fakeService, ok } from '../testing/fake-service.ts'
import * as t from '../texts/run/timeline.ts'
import { RunTimeline } from './run-timeline.tsx'

const document: GraphDocument = {
  nodes: [
    { id: 'start', type: 'start', name: 'New order' },
    { id: 'loop', type: 'for_each', name: 'For each line' },
    { id: 'charge', type: 'http', name: 'Charge card' },
  ],
  edges: [],
  variables: {},
}
const error = { code: 'HTTP_402', message: 'declined' }
const steps = [
  sampleStep('start', [0, 2]),
  sampleStep('loop', [2, 900], { type: 'for_each', item_count: 12, status: 'failed', error }),
  sampleStep('loop[0]/charge', [2, 400]),
  sampleStep('loop[6]/charge', [400, 900], { status: 'failed', error, attempts: 2 }),
]

function show(shown = steps) {
  fakeService({ 'GET /app/v1/node-types': ok([]) })
  const onSelect = vi.fn<(key: string) => void>()
  const timeline = sampleTimeline(shown, { status: 'failed', completed_at: momentOf(900) })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RunTimeline timeline={timeline} steps={shown} document={document} onSelect={onSelect} />
    </QueryClientProvider>,
  )
  return { onSelect, user: userEvent.setup(), tree: screen.getByRole('tree', { name: t.timeline }) }
}

const labels = () => screen.getAllByRole('treeitem').map((row) => row.textContent ?? '')

test('shows steps by name, with the items of a loop and their outcome', () => {
  show()
  const rows = labels()
  expect(rows).toHaveLength(4)
  expect(rows[1]).toContain(`For each line${t.iterations(12)}${t.failedItems(1)}`)
  expect(rows[3]).toContain(`${t.item(6)} · Charge card${t.attempts(2)}`)
  expect(rows[3]).toContain('HTTP_402')
})

test('the keyboard selects steps', async () => {
  const { user, tree, onSelect } = show()
  tree.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}{End}')
  expect(onSelect.mock.calls.map(([key]) => key)).toEqual(['loop', 'loop[0]/charge', 'loop[6]/charge'])
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(labels()).toHaveLength(2)
})

test('errors only, and a search, leave out everything else', async () => {
  const { user } = show()
  await user.click(screen.getByRole('button', { name: t.errorsOnlyCount(2) }))
  expect(labels()).toHaveLength(2)
  await user.type(screen.getByRole('searchbox', { name: t.search }), 'new order')
  expect(screen.getByText(t.noMatches)).toBeTruthy()
})

test('a run that failed before its first step says so', () => {
  show([])
  screen.getByText(t.failedBeforeSteps)
})
