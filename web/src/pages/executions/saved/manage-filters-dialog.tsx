import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { describeError } from '../../../api/api-error.ts'
import {
  deleteFilter,
  type SavedFilter,
  savedFiltersQuery,
  saveFilter,
  updateFilter,
} from '../../../api/saved-filters.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../components/dialog.tsx'
import { FieldError, inputClass } from '../../../components/field.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { toast } from '../../../components/toast-store.ts'
import * as common from '../../../texts/common.ts'
import * as t from '../../../texts/saved-filters.ts'
import { describeFilter } from './describe-filter.ts'

/** Renaming saves when a field is left, or by Enter. Deleting can be undone. */
export function ManageFiltersDialog({
  saved,
  onClose,
}: {
  saved: readonly SavedFilter[]
  onClose: () => void
}) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: savedFiltersQuery.queryKey })
  const remove = async ({ id, name, filter }: SavedFilter) => {
    try {
      await deleteFilter(id)
      const restore = () =>
        void saveFilter(name, filter).then(refresh, (error: unknown) =>
          toast.show({ tone: 'danger', title: t.saveFailed, description: describeError(error) }),
        )
      toast.show({ tone: 'success', title: t.removed(name), action: { label: t.undo, run: restore } })
    } catch (error) {
      toast.show({ tone: 'danger', title: t.removeFailed, description: describeError(error) })
    }
    await refresh()
  }
  return (
    <Dialog open onDismiss={onClose} title={t.manageTitle} description={t.saveNote}>
      <DialogBody>
        {saved.length === 0 ? (
          <p className="text-sm text-muted">{t.none}</p>
        ) : (
          <ul className="space-y-4">
            {saved.map((filter) => (
              <FilterRow
                key={filter.id}
                filter={filter}
                onRenamed={() => void refresh()}
                onDelete={() => void remove(filter)}
              />
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {common.close}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

interface FilterRowProps {
  filter: SavedFilter
  onRenamed: () => void
  onDelete: () => void
}

function FilterRow({ filter, onRenamed, onDelete }: FilterRowProps) {
  const [name, setName] = useState(filter.name)
  const [error, setError] = useState<string>()
  const rename = async () => {
    const wanted = name.trim()
    if (wanted === filter.name) return
    if (wanted === '') return setName(filter.name)
    try {
      await updateFilter(filter.id, { name: wanted })
      onRenamed()
    } catch (failure) {
      setError(describeError(failure))
    }
    return undefined
  }
  return (
    <li className="space-y-1">
      <div className="flex items-center gap-2">
        <input
          aria-label={t.rename(filter.name)}
          aria-invalid={error === undefined ? undefined : true}
          value={name}
          maxLength={100}
          onChange={(event) => {
            setName(event.target.value)
            setError(undefined)
          }}
          onBlur={() => void rename()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void rename()
          }}
          className={inputClass}
        />
        <IconButton icon={Trash2} label={t.remove(filter.name)} tone="danger" onClick={onDelete} />
      </div>
      {error !== undefined && <FieldError>{error}</FieldError>}
      <p className="truncate text-xs text-muted">{describeFilter(filter.filter)}</p>
    </li>
  )
}
