import type { Command } from '../../app/commands/command.ts'

export interface ListCommandTexts {
  readonly list: string
  readonly next: string
  readonly previous: string
  readonly toggleSelected: string
  readonly selectAll: string
  readonly clearSelection: string
  /** Lists without these two texts do not offer to extend the selection by keyboard. */
  readonly extendDown?: string
  readonly extendUp?: string
}

interface ListCommandsOptions {
  texts: ListCommandTexts
  /** How many rows are loaded. */
  count: number
  /** The row that has, or last had, the focus, and its position; -1 if it left the list. */
  activeId: string | undefined
  index: number
  /** Moves the focus to a row. Returns its id; undefined if the list is empty. */
  onMove: (index: number) => string | undefined
  selection: {
    readonly isEmpty: boolean
    toggle(id: string): void
    extendTo(id: string, start?: string): void
    selectAll(): void
    clear(): void
  }
}

/** Moving through a list and selecting by keyboard, the same in every list. */
export function listCommands(options: ListCommandsOptions): Command[] {
  const { texts: t, count, activeId, index, onMove, selection } = options
  const extend = (step: 1 | -1) => {
    const id = onMove(index + step)
    if (id !== undefined) selection.extendTo(id, activeId)
  }
  const group = t.list
  const hasRows = count > 0
  const moves = { group, hidden: true, enabled: hasRows }
  const { extendDown, extendUp } = t
  const extending: Command[] =
    extendDown === undefined || extendUp === undefined
      ? []
      : [
          {
            ...moves,
            id: 'list.extend-down',
            title: extendDown,
            keys: ['shift+arrowdown'],
            run: () => extend(1),
          },
          { ...moves, id: 'list.extend-up', title: extendUp, keys: ['shift+arrowup'], run: () => extend(-1) },
        ]
  return [
    {
      ...moves,
      id: 'list.next',
      title: t.next,
      keys: ['j', 'arrowdown'],
      run: () => void onMove(index + 1),
    },
    {
      ...moves,
      id: 'list.previous',
      title: t.previous,
      keys: ['k', 'arrowup'],
      run: () => void onMove(index - 1),
    },
    {
      ...moves,
      id: 'list.select',
      title: t.toggleSelected,
      keys: ['x'],
      enabled: index >= 0,
      run: () => {
        if (activeId !== undefined) selection.toggle(activeId)
      },
    },
    ...extending,
    {
      id: 'list.select-all',
      title: t.selectAll,
      group,
      keys: ['mod+a'],
      enabled: hasRows,
      run: () => selection.selectAll(),
    },
    {
      id: 'list.clear-selection',
      title: t.clearSelection,
      group,
      keys: ['escape'],
      enabled: !selection.isEmpty,
      run: () => selection.clear(),
    },
  ]
}
