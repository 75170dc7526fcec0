import { render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { useListCommands } from './use-list-commands.ts'
import { useSelection } from './use-selection.ts'

const reveal = vi.fn<(index: number) => void>()

/** A list that shows only some of its rows, because the others are out of view. */
function List({ order, visible, activeId }: { order: string[]; visible: string[]; activeId: string }) {
  useListCommands({
    texts: {
      list: 'List',
      next: 'Next',
      previous: 'Previous',
      toggleSelected: 'Select',
      selectAll: 'Select all',
      clearSelection: 'Clear',
      focusSearch: 'Search',
    },
    order,
    linkId: (id) => `row-${id}`,
    selection: useSelection(order),
    activeId,
    onActive: () => undefined,
    searchField: useRef(null),
    list: useRef({ reveal }),
  })
  return (
    <main>
      <h1 tabIndex={-1}>Things</h1>
      {visible.map((id) => (
        <a key={id} id={`row-${id}`} href={`/${id}`}>
          {id}
        </a>
      ))}
    </main>
  )
}

test('when the row with the focus is deleted, the one in its place has the focus', () => {
  const { rerender } = render(<List order={['a', 'b', 'c']} visible={['a', 'b', 'c']} activeId="b" />)
  screen.getByRole('link', { name: 'b' }).focus()
  rerender(<List order={['a', 'c']} visible={['a', 'c']} activeId="b" />)
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'c' }))
  rerender(<List order={['a']} visible={['a']} activeId="c" />)
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'a' }))
  rerender(<List order={[]} visible={[]} activeId="a" />)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Things' }))
})

test('the list does not move when a row is deleted that had the focus and is out of view', () => {
  const { rerender } = render(<List order={['a', 'b', 'c', 'd']} visible={['d']} activeId="a" />)
  rerender(<List order={['b', 'c', 'd']} visible={['d']} activeId="a" />)
  expect(reveal).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(document.body)
})
