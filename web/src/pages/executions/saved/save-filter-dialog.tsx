import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { describeError } from '../../../api/api-error.ts'
import { savedFiltersQuery, saveFilter } from '../../../api/saved-filters.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../components/dialog.tsx'
import { TextField } from '../../../components/field.tsx'
import { toast } from '../../../components/toast-store.ts'
import * as common from '../../../texts/common.ts'
import * as t from '../../../texts/saved-filters.ts'
import type { ExecutionListSearch } from '../execution-filters.ts'

export function SaveFilterDialog({
  filters,
  onClose,
}: {
  filters: ExecutionListSearch
  onClose: () => void
}) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = name.trim()
    if (wanted === '') return setError(t.nameMissing)
    setBusy(true)
    try {
      await saveFilter(wanted, filters)
      await client.invalidateQueries({ queryKey: savedFiltersQuery.queryKey })
      toast.show({ tone: 'success', title: t.savedToast(wanted) })
      onClose()
    } catch (failure) {
      setError(describeError(failure))
      setBusy(false)
    }
    return undefined
  }
  return (
    <Dialog open onDismiss={() => !busy && onClose()} title={t.saveTitle} description={t.saveNote}>
      <form onSubmit={(event) => void save(event)} noValidate className="contents">
        <DialogBody>
          <TextField
            label={t.name}
            value={name}
            maxLength={100}
            error={error}
            autoComplete="off"
            onChange={(event) => {
              setName(event.target.value)
              setError(undefined)
            }}
          />
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" inactive={busy} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" busy={busy}>
            {t.confirm}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
