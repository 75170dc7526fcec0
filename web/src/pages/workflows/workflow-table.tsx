import { Link } from '@tanstack/react-router'
import { Ellipsis, Play } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { WorkflowSummary } from '../../api/workflows.ts'
import { Sparkline } from '../../components/data/sparkline.tsx'
import type { VirtualListHandle } from '../../components/data/virtual-list.tsx'
import { VirtualTable, type TableColumn } from '../../components/data/virtual-table.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { ContextMenu } from '../../components/overlay/context-menu.tsx'
import { CommandMenuGroups, Menu } from '../../components/menu.tsx'
import {
  extendOnShiftClick,
  HoverRowBox,
  SelectAllBox,
  selectableRowClass,
} from '../../components/selection/selectable-row.tsx'
import { type Selection, targetsOf } from '../../components/selection/use-selection.ts'
import { RelativeTime } from '../../components/time.tsx'
import * as actionTexts from '../../texts/workflows/actions.ts'
import * as t from '../../texts/workflows/list.ts'
import type { WorkflowActions } from './use-workflow-actions.ts'
import { workflowCommands } from './workflow-commands.ts'
import { LastRun, lastChangeOf, WorkflowLabels, WorkflowState } from './workflow-state.tsx'

interface WorkflowTableProps {
  workflows: readonly WorkflowSummary[]
  total: number
  selection: Selection
  actions: WorkflowActions
  canEdit: boolean
  onEndReached: () => void
  /** Reports the row that has the focus. */
  onActive: (id: string) => void
  ref: Ref<VirtualListHandle>
}

/** The list on wide screens. */
export function WorkflowTable({
  workflows,
  total,
  selection,
  actions,
  canEdit,
  onEndReached,
  onActive,
  ref,
}: WorkflowTableProps) {
  return (
    <VirtualTable
      ref={ref}
      label={t.listLabel}
      columns={columnsOf({ workflows, selection, actions, canEdit, onActive })}
      items={workflows}
      keyOf={({ id }) => id}
      rowHeight={45}
      padding="px-6"
      total={total}
      onEndReached={onEndReached}
      className="min-h-0 flex-1 border-t border-line"
      wrapRow={(workflow, row) =>
        withContextMenu(row, workflowCommands(targetsOf(workflow, workflows, selection), actions, canEdit))
      }
      rowProps={({ id }) => ({
        'data-selected': String(selection.ids.has(id)),
        className: selectableRowClass,
      })}
    />
  )
}

function columnsOf({
  workflows,
  selection,
  actions,
  canEdit,
  onActive,
}: Pick<
  WorkflowTableProps,
  'workflows' | 'selection' | 'actions' | 'canEdit' | 'onActive'
>): TableColumn<WorkflowSummary>[] {
  return [
    {
      id: 'name',
      title: t.columns.name,
      headerStart: (
        <SelectAllBox label={t.selectAll} selection={selection} order={workflows.map(({ id }) => id)} />
      ),
      width: 'minmax(16rem,1fr)',
      isHeader: true,
      cell: (workflow) => (
        <div className="flex items-center gap-3">
          <HoverRowBox label={t.select(workflow.name)} selection={selection} id={workflow.id} />
          <Link
            to="/workflows/$workflowId"
            params={{ workflowId: workflow.id }}
            id={rowLinkId(workflow.id)}
            onFocus={() => onActive(workflow.id)}
            onClick={(event) => extendOnShiftClick(event, selection, workflow.id)}
            dir="auto"
            className="min-w-0 truncate font-medium outline-none after:absolute after:inset-0"
          >
            {workflow.name}
          </Link>
          <WorkflowLabels workflow={workflow} />
        </div>
      ),
    },
    {
      id: 'state',
      title: t.columns.state,
      width: '11rem',
      cell: (workflow) => <WorkflowState workflow={workflow} />,
    },
    {
      id: 'runs',
      title: t.columns.runs,
      width: '6rem',
      cell: ({ recent_runs: runs = [] }) => <Sparkline runs={runs} className="align-middle" />,
    },
    {
      id: 'last-run',
      title: t.columns.lastRun,
      width: '8.5rem',
      cell: (workflow) => <LastRun run={workflow.last_run} />,
    },
    {
      id: 'updated',
      title: t.columns.updated,
      width: '7.5rem',
      cell: (workflow) => (
        <span className="text-muted">
          <RelativeTime value={lastChangeOf(workflow)} />
        </span>
      ),
    },
    {
      id: 'actions',
      title: t.columns.actions,
      hideTitle: true,
      width: '4.5rem',
      align: 'end',
      cell: (workflow) => <RowActions workflow={workflow} actions={actions} canEdit={canEdit} />,
    },
  ]
}

function withContextMenu(row: ReactNode, groups: ReturnType<typeof workflowCommands>): ReactNode {
  return <ContextMenu groups={groups}>{row}</ContextMenu>
}

export function rowLinkId(id: string): string {
  return `workflow-${id}`
}

interface RowActionsProps {
  workflow: WorkflowSummary
  actions: WorkflowActions
  canEdit: boolean
}

export function RowActions({ workflow, actions, canEdit }: RowActionsProps) {
  return (
    <span className="relative z-10 inline-flex">
      {canEdit && (
        <IconButton
          icon={Play}
          label={actionTexts.run}
          className="opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 max-md:hidden"
          onClick={() => void actions.run([workflow])}
        />
      )}
      <Menu align="end" portal trigger={<IconButton icon={Ellipsis} label={t.actionsOf(workflow.name)} />}>
        <CommandMenuGroups groups={workflowCommands([workflow], actions, canEdit)} />
      </Menu>
    </span>
  )
}
