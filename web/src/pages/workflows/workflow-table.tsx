import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Ellipsis, Play } from 'lucide-react'
import type { MouseEvent, ReactNode, Ref } from 'react'
import type { WorkflowSummary } from '../../api/workflows.ts'
import { Sparkline } from '../../components/data/sparkline.tsx'
import type { VirtualListHandle } from '../../components/data/virtual-list.tsx'
import { VirtualTable, type TableColumn } from '../../components/data/virtual-table.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { ContextMenu } from '../../components/overlay/context-menu.tsx'
import { CommandMenuItem, Menu, MenuSeparator } from '../../components/menu.tsx'
import { RelativeTime } from '../../components/time.tsx'
import * as actionTexts from '../../texts/workflows/actions.ts'
import * as t from '../../texts/workflows/list.ts'
import { SelectionBox } from './selection-box.tsx'
import type { Selection } from './use-selection.ts'
import type { WorkflowActions } from './use-workflow-actions.ts'
import { workflowCommands } from './workflow-commands.ts'
import { LastRun, WorkflowLabels, WorkflowState } from './workflow-state.tsx'

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
        className:
          'group relative transition-colors hover:bg-hover/60 has-[a:focus-visible]:bg-hover has-[a:focus-visible]:shadow-[inset_2px_0_0_var(--color-focus)] data-[selected=true]:bg-accent-soft/60 data-[state=open]:bg-hover',
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
  const isSelecting = selection.ids.size > 0
  const press = (event: MouseEvent, id: string) => {
    if (!event.shiftKey) return
    event.preventDefault()
    selection.extendTo(id)
  }
  return [
    {
      id: 'name',
      title: t.columns.name,
      headerStart: (
        <SelectionBox
          label={t.selectAll}
          checked={!isSelecting ? false : selection.ids.size === workflows.length ? true : 'mixed'}
          onToggle={() => (isSelecting ? selection.clear() : selection.set(workflows.map(({ id }) => id)))}
        />
      ),
      width: 'minmax(16rem,1fr)',
      isHeader: true,
      cell: (workflow) => (
        <div className="flex items-center gap-3">
          <span
            className={clsx(
              'z-10 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100',
              !isSelecting && 'opacity-0',
            )}
          >
            <SelectionBox
              label={t.select(workflow.name)}
              checked={selection.ids.has(workflow.id)}
              onToggle={(event) =>
                event.shiftKey ? selection.extendTo(workflow.id) : selection.toggle(workflow.id)
              }
            />
          </span>
          <Link
            to="/workflows/$workflowId"
            params={{ workflowId: workflow.id }}
            id={rowLinkId(workflow.id)}
            onFocus={() => onActive(workflow.id)}
            onClick={(event) => press(event, workflow.id)}
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
          <RelativeTime value={workflow.updated_at} />
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

/** A menu of one row acts on all selected rows if that row is one of them. */
function targetsOf(
  workflow: WorkflowSummary,
  workflows: readonly WorkflowSummary[],
  { ids }: Selection,
): readonly WorkflowSummary[] {
  return ids.has(workflow.id) ? workflows.filter(({ id }) => ids.has(id)) : [workflow]
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
  const groups = workflowCommands([workflow], actions, canEdit)
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
        {groups.map((group, index) => (
          <div key={group[0]?.id}>
            {index > 0 && <MenuSeparator />}
            {group.map((command) => (
              <CommandMenuItem
                key={command.id}
                command={command}
                {...(command.tone === undefined ? {} : { tone: command.tone })}
              />
            ))}
          </div>
        ))}
      </Menu>
    </span>
  )
}
