import { clsx } from 'clsx'
import type { MouseEvent } from 'react'
import { SelectionBox } from './selection-box.tsx'
import type { Selection } from './use-selection.ts'

/** For `VirtualTable.rowProps`: a row whose name is a link over the whole row. */
export const selectableRowClass =
  'group relative transition-colors hover:bg-hover/60 has-[a:focus-visible]:bg-hover has-[a:focus-visible]:shadow-[inset_2px_0_0_var(--color-focus)] data-[selected=true]:bg-accent-soft/60 data-[state=open]:bg-hover'

interface SelectAllBoxProps {
  label: string
  selection: Selection
  /** Ids of all rows. */
  order: readonly string[]
}

/** The box in the header: selects every row, or clears the selection if there is one. */
export function SelectAllBox({ label, selection, order }: SelectAllBoxProps) {
  const isSelecting = selection.ids.size > 0
  return (
    <SelectionBox
      label={label}
      checked={!isSelecting ? false : selection.ids.size === order.length ? true : 'mixed'}
      onToggle={() => (isSelecting ? selection.clear() : selection.set(order))}
    />
  )
}

interface RowBoxProps {
  label: string
  selection: Selection
  id: string
}

/** The box of a row; with Shift, it selects everything from the start of the range. */
export function RowBox({ label, selection, id }: RowBoxProps) {
  return (
    <SelectionBox
      label={label}
      checked={selection.ids.has(id)}
      onToggle={(event) => (event.shiftKey ? selection.extendTo(id) : selection.toggle(id))}
    />
  )
}

/** A `RowBox` that shows itself when the row has the pointer or the focus, or when something is selected. */
export function HoverRowBox(props: RowBoxProps) {
  return (
    <span
      className={clsx(
        'z-10 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100',
        props.selection.ids.size === 0 && 'opacity-0',
      )}
    >
      <RowBox {...props} />
    </span>
  )
}

/** For the link of a row: a click with Shift selects instead of opening. */
export function extendOnShiftClick(event: MouseEvent, selection: Selection, id: string): void {
  if (!event.shiftKey) return
  event.preventDefault()
  selection.extendTo(id)
}
