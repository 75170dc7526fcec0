import { useQuery } from '@tanstack/react-query'
import { Bookmark, Check, Pencil, Save } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type SavedFilter, savedFiltersQuery } from '../../../api/saved-filters.ts'
import type { Command } from '../../../app/commands/command.ts'
import { useCommands } from '../../../app/commands/use-commands.ts'
import { Button } from '../../../components/button.tsx'
import { CommandMenuItem, Menu, MenuItem, MenuSeparator } from '../../../components/menu.tsx'
import * as t from '../../../texts/saved-filters.ts'
import { type ExecutionListSearch, hasFilters, isSameFilter, readListSearch } from '../execution-filters.ts'
import { lazyDialog } from '../../../app/lazy-dialog.tsx'

const SaveFilterDialog = lazyDialog(
  async () => ({ default: (await import('./save-filter-dialog.tsx')).SaveFilterDialog }),
  (props) => props.onClose(),
)
const ManageFiltersDialog = lazyDialog(
  async () => ({ default: (await import('./manage-filters-dialog.tsx')).ManageFiltersDialog }),
  (props) => props.onClose(),
)

interface SavedFiltersProps {
  filters: ExecutionListSearch
  onChange: (filters: ExecutionListSearch) => void
}

/** A menu of the filters that the user saved. Each one is also a command. */
export function SavedFilters({ filters, onChange }: SavedFiltersProps) {
  const { data: saved = [], isError } = useQuery(savedFiltersQuery)
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const current = saved.find(({ filter }) => isSameFilter(filter, filters))
  const apply = ({ filter }: SavedFilter) => onChange(readListSearch({ ...filter }))
  const save: Command = {
    id: 'executions.save-filter',
    title: t.save,
    group: t.group,
    icon: Save,
    keys: ['shift+s'],
    enabled: hasFilters(filters) && current === undefined,
    run: () => setDialog('save'),
  }
  const manage: Command = {
    id: 'executions.manage-filters',
    title: t.manage,
    group: t.group,
    icon: Pencil,
    enabled: saved.length > 0,
    run: () => setDialog('manage'),
  }
  useCommands([
    save,
    manage,
    ...saved.map((one) => ({
      id: `executions.filter.${one.id}`,
      title: t.apply(one.name),
      group: t.group,
      icon: Bookmark,
      run: () => apply(one),
    })),
  ])
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu
        portal
        align="end"
        trigger={
          <Button variant="ghost" size="sm" className="max-w-60">
            <Bookmark aria-hidden="true" className="size-4 shrink-0" />
            <span className="truncate">{current?.name ?? t.saved}</span>
          </Button>
        }
      >
        {saved.map((one) => (
          <MenuItem key={one.id} onSelect={() => apply(one)}>
            <Check aria-hidden="true" className={one === current ? '' : 'invisible'} />
            <span className="max-w-64 truncate">{one.name}</span>
          </MenuItem>
        ))}
        {saved.length === 0 && (
          <p className="max-w-64 px-2.5 py-2 text-[0.8125rem] text-muted">
            {isError ? t.loadFailed : t.none}
          </p>
        )}
        <MenuSeparator />
        <CommandMenuItem command={save} />
        <CommandMenuItem command={manage} />
      </Menu>
      <Suspense>
        {dialog === 'save' && <SaveFilterDialog filters={filters} onClose={close} />}
        {dialog === 'manage' && <ManageFiltersDialog saved={saved} onClose={close} />}
      </Suspense>
    </>
  )
}
