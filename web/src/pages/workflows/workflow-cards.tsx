import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { WorkflowSummary } from '../../api/workflows.ts'
import { Sparkline } from '../../components/data/sparkline.tsx'
import { VirtualList } from '../../components/data/virtual-list.tsx'
import * as t from '../../texts/workflows/list.ts'
import { SelectionBox } from '../../components/selection/selection-box.tsx'
import type { Selection } from '../../components/selection/use-selection.ts'
import type { WorkflowActions } from './use-workflow-actions.ts'
import { LastRun, WorkflowLabels, WorkflowState } from './workflow-state.tsx'
import { RowActions } from './workflow-table.tsx'

interface WorkflowCardsProps {
  workflows: readonly WorkflowSummary[]
  selection: Selection
  actions: WorkflowActions
  canEdit: boolean
  onEndReached: () => void
}

/** The list on phones. */
export function WorkflowCards({ workflows, selection, actions, canEdit, onEndReached }: WorkflowCardsProps) {
  return (
    <VirtualList
      label={t.listLabel}
      items={workflows}
      keyOf={({ id }) => id}
      itemHeight={96}
      measured
      onEndReached={onEndReached}
      className="min-h-0 flex-1 border-t border-line"
      renderItem={(workflow) => (
        <div
          className={clsx(
            'relative flex gap-3 border-b border-line px-4 py-3',
            selection.ids.has(workflow.id) && 'bg-accent-soft/60',
          )}
        >
          <span className="pt-0.5">
            <SelectionBox
              label={t.select(workflow.name)}
              checked={selection.ids.has(workflow.id)}
              onToggle={() => selection.toggle(workflow.id)}
            />
          </span>
          <div className="min-w-0 flex-1 space-y-2">
            <Link
              to="/workflows/$workflowId"
              params={{ workflowId: workflow.id }}
              dir="auto"
              className="block truncate text-sm font-medium after:absolute after:inset-0"
            >
              {workflow.name}
            </Link>
            <WorkflowLabels workflow={workflow} />
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-xs">
              <WorkflowState workflow={workflow} />
              <Sparkline runs={workflow.recent_runs ?? []} />
              <LastRun run={workflow.last_run} never={t.noRuns} />
            </div>
          </div>
          <div className="-mt-2 -mr-2">
            <RowActions workflow={workflow} actions={actions} canEdit={canEdit} />
          </div>
        </div>
      )}
    />
  )
}
