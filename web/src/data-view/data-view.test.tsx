import type { DataSlice } from '@millrace/contract/execution-data.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as t from '../texts/data-view.ts'
import { type Entry, entryFromSlice, entryOf, type Path } from './data-source.ts'
import { DataView } from './data-view.tsx'
import { TableView } from './table-view.tsx'

const value = {
  customer: { email: 'ada@example.com', since: '2026-01-31T08:30:00Z' },
  lines: [
    { sku: 'AX-1', price: 10.5 },
    { sku: 'AX-2', price: null },
  ],
  link: 'https://shop.example.com/orders/1',
  unsafe: 'javascript:alert(1)',
  nothing: [],
}

function show(props: Partial<Parameters<typeof DataView>[0]> = {}) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DataView source={{ kind: 'value', value }} {...props} />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), tree: screen.getByRole('tree', { name: t.treeLabel }) }
}

test('the keyboard moves through the tree, opens and closes branches', async () => {
  const { user, tree } = show()
  const count = within(tree).getAllByRole('treeitem').length
  tree.focus()
  await user.keyboard('{ArrowLeft}')
  expect(within(tree).getAllByRole('treeitem')).toHaveLength(count - 2)
  await user.keyboard('{ArrowRight}{ArrowDown}')
  expect(screen.getByText('customer.email')).toBeTruthy()
  expect(within(tree).getByRole('treeitem', { selected: true }).textContent).toContain('ada@example.com')
})

test('a picked row inserts its path, by click and by key', async () => {
  const onPickPath = vi.fn<(expression: string) => void>()
  const { user, tree } = show({ rootPath: 'nodes["Fetch"].output', onPickPath })
  await user.click(within(tree).getByText('"ada@example.com"'))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(onPickPath.mock.calls).toEqual([
    ['nodes["Fetch"].output.customer.email'],
    ['nodes["Fetch"].output.customer.since'],
  ])
})

test('only HTTPS addresses are links, and they open safely', () => {
  show()
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://shop.example.com/orders/1'])
  expect(links[0]?.getAttribute('rel')).toContain('noopener')
})

test('nulls and empty values are visible', () => {
  const { tree } = show()
  expect(within(tree).getByText(t.emptyList)).toBeTruthy()
  expect(within(tree).getByText(t.nothing)).toBeTruthy()
})

test('a search finds values and shows how many there are', async () => {
  const { user, tree } = show()
  await user.type(screen.getByRole('searchbox', { name: t.search }), 'ax-')
  expect(await screen.findByText(t.matchOf(1, 2))).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(await screen.findByText(t.matchOf(2, 2))).toBeTruthy()
  expect(within(tree).getByRole('treeitem', { selected: true }).textContent).toContain('AX-2')
})

test('a list of objects is a table as well', async () => {
  const { user } = show()
  await user.click(screen.getByRole('radio', { name: t.table }))
  const table = screen.getByRole('grid', { name: t.tableLabel })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual([t.rowNumber, 'sku', 'price'])
  await user.click(screen.getByRole('radio', { name: t.schema }))
  expect(await screen.findByRole('table', { name: t.schemaLabel })).toBeTruthy()
})

/** jsdom lays nothing out, so it cannot scroll. */
function canScroll() {
  Object.assign(Element.prototype, {
    scrollTo(this: Element, { top }: { top: number }) {
      this.scrollTop = top
      this.dispatchEvent(new Event('scroll'))
    },
  })
}

test('a match of the search comes into view in the table', async () => {
  canScroll()
  const orders = Array.from({ length: 200 }, (_, id) => ({ id, note: id % 90 === 89 ? 'wanted' : 'other' }))
  const { user } = show({ source: { kind: 'value', value: { list: [{ a: 1 }], orders } } })
  await user.click(screen.getByRole('radio', { name: t.table }))
  const table = screen.getByRole('grid', { name: t.tableLabel })
  const selectedRow = () => within(table).queryByRole('gridcell', { selected: true })?.closest('[role=row]')
  await user.type(screen.getByRole('searchbox'), 'wanted')
  await waitFor(() => expect(selectedRow()?.textContent).toBe('8989"wanted"'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(selectedRow()?.textContent).toBe('179179"wanted"'))
  const list = screen.getByRole('combobox', { name: t.list })
  await user.selectOptions(list, 'list')
  await user.click(within(table).getByRole('gridcell', { name: '1' }))
  await user.selectOptions(list, 'orders')
  await waitFor(() => expect(selectedRow()?.textContent).toBe('179179"wanted"'))
})

test('a cell of the table that is selected while its row loads gets its value later', async () => {
  canScroll()
  const slice = (offset: number, limit: number): DataSlice => ({
    type: 'array',
    size: 60_000,
    length: 600,
    offset,
    is_whole: false,
    entries: Array.from({ length: Math.min(limit, 600 - offset) }, (_, at) => ({
      key: offset + at,
      type: 'object',
      size: 100,
      length: 1,
      value: { id: offset + at },
      is_whole: true,
    })),
  })
  const later = Promise.withResolvers<void>()
  const onSelect = vi.fn<(path: Path, entry: Entry | undefined) => void>()
  render(
    <TableView
      list={{ path: [], entry: entryFromSlice(null, slice(0, 0)) }}
      read={async (_, offset, limit) => {
        if (offset > 0) await later.promise
        return slice(offset, limit)
      }}
      query=""
      match={undefined}
      onSelect={onSelect}
    />,
  )
  const user = userEvent.setup()
  await screen.findByRole('columnheader', { name: 'id' })
  screen.getByRole('grid').focus()
  await user.keyboard('{PageDown>14/}')
  expect(onSelect.mock.lastCall).toEqual([[210, 'id'], undefined])
  later.resolve()
  await waitFor(() => expect(onSelect.mock.lastCall).toEqual([[210, 'id'], entryOf('id', 210)]))
})

test('differences from other data are marked on request', async () => {
  const compareTo = { kind: 'value' as const, value: { ...value, customer: { email: 'ada@example.com' } } }
  const { user, tree } = show({ compareTo })
  expect(within(tree).queryByText(t.added)).toBeNull()
  await user.click(screen.getByRole('button', { name: t.showChanges }))
  const marked = within(tree).getAllByText(t.added)
  expect(marked.map((mark) => mark.closest('[role=treeitem]')?.textContent)).toEqual([
    `since: "2026-01-31T08:30:00Z"${t.added}`,
  ])
})
