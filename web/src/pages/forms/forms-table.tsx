import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { Form } from '../../api/forms.ts'
import { VirtualList, type VirtualListHandle } from '../../components/data/virtual-list.tsx'
import { VirtualTable, type TableColumn } from '../../components/data/virtual-table.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { CommandMenuGroups, Menu } from '../../components/menu.tsx'
import { ContextMenu } from '../../components/overlay/context-menu.tsx'
import {
  extendOnShiftClick,
  HoverRowBox,
  SelectAllBox,
  selectableRowClass,
} from '../../components/selection/selectable-row.tsx'
import { SelectionBox } from '../../components/selection/selection-box.tsx'
import { type Selection, targetsOf } from '../../components/selection/use-selection.ts'
import { RelativeTime } from '../../components/time.tsx'
import { formatNumber } from '../../texts/format.ts'
import * as t from '../../texts/forms/list.ts'
import { formCommands } from './form-commands.ts'
import { FormStateBadge } from './form-state.tsx'
import type { FormActions } from './use-form-actions.ts'

interface FormsTableProps {
  forms: readonly Form[]
  total: number
  selection: Selection
  actions: FormActions
  canEdit: boolean
  onEndReached: () => void
  /** Reports the row that has the focus. */
  onActive: (id: string) => void
  ref: Ref<VirtualListHandle>
}

/** The list on wide screens. */
export function FormsTable(props: FormsTableProps) {
  const { forms, total, selection, actions, canEdit, onEndReached, ref } = props
  return (
    <VirtualTable
      ref={ref}
      label={t.listLabel}
      columns={columnsOf(props)}
      items={forms}
      keyOf={({ id }) => id}
      rowHeight={45}
      padding="px-6"
      total={total}
      onEndReached={onEndReached}
      className="min-h-0 flex-1 border-t border-line"
      wrapRow={(form, row) =>
        withContextMenu(row, formCommands(targetsOf(form, forms, selection), actions, canEdit))
      }
      rowProps={({ id }) => ({
        'data-selected': String(selection.ids.has(id)),
        className: selectableRowClass,
      })}
    />
  )
}

function withContextMenu(row: ReactNode, groups: ReturnType<typeof formCommands>): ReactNode {
  return <ContextMenu groups={groups}>{row}</ContextMenu>
}

function columnsOf({
  forms,
  selection,
  actions,
  canEdit,
  onActive,
}: Omit<FormsTableProps, 'ref'>): TableColumn<Form>[] {
  return [
    {
      id: 'name',
      title: t.columns.name,
      headerStart: (
        <SelectAllBox label={t.selectAll} selection={selection} order={forms.map(({ id }) => id)} />
      ),
      width: 'minmax(16rem,1fr)',
      isHeader: true,
      cell: (form) => (
        <div className="flex items-center gap-3">
          <HoverRowBox label={t.select(form.name)} selection={selection} id={form.id} />
          <Link
            to="/forms/$formId"
            params={{ formId: form.id }}
            id={formLinkId(form.id)}
            onFocus={() => onActive(form.id)}
            onClick={(event) => extendOnShiftClick(event, selection, form.id)}
            dir="auto"
            className="min-w-0 truncate font-medium outline-none after:absolute after:inset-0"
          >
            {form.name}
          </Link>
        </div>
      ),
    },
    {
      id: 'state',
      title: t.columns.state,
      width: '7rem',
      cell: ({ statistics }) => statistics && <FormStateBadge state={statistics.state} />,
    },
    {
      id: 'submissions',
      title: t.columns.submissions,
      width: '7rem',
      align: 'end',
      cell: ({ statistics }) => (
        <span className="tabular-nums">{formatNumber(statistics?.submissions ?? 0)}</span>
      ),
    },
    {
      id: 'last',
      title: t.columns.last,
      width: '9rem',
      cell: (form) => <LastSubmission form={form} />,
    },
    {
      id: 'updated',
      title: t.columns.updated,
      width: '8rem',
      cell: ({ updated_at: at }) => (
        <span className="text-muted">
          <RelativeTime value={at} />
        </span>
      ),
    },
    {
      id: 'actions',
      title: t.columns.actions,
      hideTitle: true,
      width: '3rem',
      align: 'end',
      cell: (form) => <RowActions form={form} actions={actions} canEdit={canEdit} />,
    },
  ]
}

export function formLinkId(id: string): string {
  return `form-${id}`
}

function LastSubmission({ form }: { form: Form }) {
  const at = form.statistics?.last_submission_at ?? null
  return <span className="text-muted">{at === null ? t.never : <RelativeTime value={at} />}</span>
}

function RowActions({ form, actions, canEdit }: { form: Form; actions: FormActions; canEdit: boolean }) {
  return (
    <div className="relative z-10 flex items-center justify-end">
      <Menu portal align="end" trigger={<IconButton icon={Ellipsis} label={t.actionsOf(form.name)} />}>
        <CommandMenuGroups groups={formCommands([form], actions, canEdit)} />
      </Menu>
    </div>
  )
}

type FormCardsProps = Omit<FormsTableProps, 'total' | 'onActive' | 'ref'>

/** The list on phones. */
export function FormCards({ forms, selection, actions, canEdit, onEndReached }: FormCardsProps) {
  return (
    <VirtualList
      label={t.listLabel}
      items={forms}
      keyOf={({ id }) => id}
      itemHeight={76}
      measured
      onEndReached={onEndReached}
      className="min-h-0 flex-1 border-t border-line"
      renderItem={(form) => (
        <div
          className={clsx(
            'relative flex gap-3 border-b border-line px-4 py-3',
            selection.ids.has(form.id) && 'bg-accent-soft/60',
          )}
        >
          <span className="pt-0.5">
            <SelectionBox
              label={t.select(form.name)}
              checked={selection.ids.has(form.id)}
              onToggle={() => selection.toggle(form.id)}
            />
          </span>
          <div className="min-w-0 flex-1 space-y-2">
            <Link
              to="/forms/$formId"
              params={{ formId: form.id }}
              dir="auto"
              className="block truncate text-sm font-medium after:absolute after:inset-0"
            >
              {form.name}
            </Link>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
              {form.statistics && <FormStateBadge state={form.statistics.state} />}
              <span>{t.submissions(form.statistics?.submissions ?? 0)}</span>
              {form.statistics?.last_submission_at && <LastSubmission form={form} />}
            </div>
          </div>
          <div className="-mt-2 -mr-2">
            <RowActions form={form} actions={actions} canEdit={canEdit} />
          </div>
        </div>
      )}
    />
  )
}
