import { useNavigate } from '@tanstack/react-router'
import { Ban, GitCompareArrows, ListChecks, RotateCcw } from 'lucide-react'
import type { BulkRunKind } from '../../api/bulk-runs.ts'
import type { ExecutionOverview } from '../../api/executions.ts'
import type { Command } from '../../app/commands/command.ts'
import { useCommands } from '../../app/commands/use-commands.ts'
import { useCan } from '../../app/use-can.ts'
import { listCommands } from '../../components/selection/list-commands.ts'
import * as bulk from '../../texts/bulk-runs.ts'
import * as t from '../../texts/executions.ts'
import { compareHref } from '../compare/compare-search.ts'
import type { RunSelection } from './use-run-selection.ts'

const LIST_TEXTS = {
  list: t.group,
  next: t.next,
  previous: t.previous,
  toggleSelected: bulk.toggleSelected,
  selectAll: bulk.selectLoaded,
  clearSelection: bulk.clearSelection,
  extendDown: bulk.extendDown,
  extendUp: bulk.extendUp,
}

interface RunCommandsOptions {
  runs: readonly ExecutionOverview[]
  selection: RunSelection
  /** The row that has, or last had, the focus. */
  activeId: string | undefined
  onMove: (index: number) => string | undefined
  onOpen: (run: ExecutionOverview) => void
  onBulk: (kind: BulkRunKind, chosen: readonly ExecutionOverview[]) => void
}

/** Moving through the list, selecting by keyboard, and what to do with the selection. Returns the latter. */
export function useRunCommands({ runs, selection, activeId, onMove, onOpen, onBulk }: RunCommandsOptions) {
  const navigate = useNavigate()
  const canControl = useCan('executions:write')
  const index = runs.findIndex(({ id }) => id === activeId)
  const active = runs[index]
  const hasRows = runs.length > 0
  const targets = selection.count > 0 ? selection.runs : active === undefined ? [] : [active]
  const hasTargets = selection.isAll || targets.length > 0
  const [one, two] = selection.runs
  const pair =
    selection.count === 2 && one !== undefined && two !== undefined ? ([one, two] as const) : undefined
  const compare: Command = {
    id: 'executions.compare',
    title: bulk.compare,
    group: bulk.group,
    icon: GitCompareArrows,
    keys: ['c'],
    enabled: pair !== undefined,
    run: () => {
      if (pair === undefined) return
      // The older one is what the newer one is compared with.
      const [a, b] = pair.toSorted((left, right) => (left.id < right.id ? -1 : 1))
      if (a !== undefined && b !== undefined) void navigate({ href: compareHref(a.id, b.id) })
    },
  }
  const resume: Command = {
    id: 'executions.resume',
    title: bulk.resume,
    group: bulk.group,
    icon: RotateCcw,
    keys: ['r'],
    enabled: canControl && hasTargets,
    run: () => onBulk('resume', targets),
  }
  const cancel: Command = {
    id: 'executions.cancel',
    title: bulk.cancel,
    group: bulk.group,
    icon: Ban,
    keys: ['shift+c'],
    enabled: canControl && hasTargets,
    run: () => onBulk('cancel', targets),
  }
  useCommands([
    ...listCommands({
      texts: LIST_TEXTS,
      count: runs.length,
      activeId,
      index,
      onMove,
      selection: {
        isEmpty: !selection.isAll && selection.count === 0,
        toggle: selection.toggle,
        extendTo: selection.extendTo,
        selectAll: selection.selectLoaded,
        clear: selection.clear,
      },
    }),
    {
      id: 'executions.open',
      title: t.open,
      group: t.group,
      keys: ['enter'],
      hidden: true,
      enabled: active !== undefined,
      run: () => {
        if (active !== undefined) onOpen(active)
      },
    },
    {
      id: 'executions.select-matching',
      title: bulk.selectMatching,
      group: t.group,
      icon: ListChecks,
      keys: ['mod+shift+a'],
      enabled: hasRows,
      run: selection.selectMatching,
    },
    compare,
    resume,
    cancel,
  ])
  return [...(pair === undefined ? [] : [compare]), ...(canControl ? [resume, cancel] : [])]
}
