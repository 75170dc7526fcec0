import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { type Form, formKeys } from '../../api/forms.ts'
import * as operations from '../../api/generated/operations.ts'
import { toast } from '../../components/toast-store.ts'
import * as t from '../../texts/forms/list.ts'
import { useBulkAction } from '../workflows/use-bulk-action.ts'

const changed = [formKeys.lists]

/** Everything that the list can do with forms. */
export function useFormActions() {
  const navigate = useNavigate()
  const bulk = useBulkAction(changed)
  const [deleting, setDeleting] = useState<readonly Form[]>()
  const open = (id: string) => navigate({ to: '/forms/$formId', params: { formId: id } })

  const create = async () => {
    const { data } = await call(operations.createForm, { body: { name: t.untitled, fields: [] } })
    await open(data.id)
  }

  const duplicate = (forms: readonly Form[]) =>
    bulk.run({
      items: forms,
      label: t.progress.duplicate,
      failureTitle: t.duplicateFailed,
      act: async ({ name, fields, settings }, signal) => {
        const body = {
          name: [...t.copyOf(name)].slice(0, 200).join(''),
          fields,
          ...(settings === undefined ? {} : { settings }),
        }
        return (await call(operations.createForm, { body, signal })).data
      },
      onDone: (created) => {
        const [first] = created
        toast.show({
          tone: 'success',
          title: t.duplicated(created.length),
          ...(first === undefined || created.length > 1
            ? {}
            : { action: { label: t.open, run: () => void open(first.id) } }),
        })
      },
    })

  const remove = (forms: readonly Form[]) => {
    setDeleting(undefined)
    return bulk.run({
      items: forms,
      label: t.progress.remove,
      failureTitle: t.deleteFailed,
      act: ({ id }, signal) => call(operations.deleteForm, { params: { id }, signal }),
      onDone: ({ length }) => toast.show({ tone: 'success', title: t.deleted(length) }),
    })
  }

  return {
    open,
    openSubmissions: (id: string) => navigate({ to: '/forms/$formId/submissions', params: { formId: id } }),
    create,
    duplicate,
    remove,
    deleting,
    setDeleting,
    progress: bulk.progress,
    cancel: bulk.cancel,
  }
}

export type FormActions = ReturnType<typeof useFormActions>
