import { useMutation, useQueryClient } from '@tanstack/react-query'
import { peopleQuery, removePerson, type Person } from '../../../api/people.ts'
import { leaveSession } from '../../../app/leave-session.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { useToast } from '../../../components/toast.tsx'
import * as t from '../../../texts/settings/users.ts'

interface RemovePersonDialogProps {
  person: Person
  isSelf: boolean
  onClose: () => void
}

export function RemovePersonDialog({ person, isSelf, onClose }: RemovePersonDialogProps) {
  const queryClient = useQueryClient()
  const showToast = useToast()
  const remove = useMutation({
    mutationFn: removePerson,
    onSuccess: async () => {
      if (isSelf) return leaveSession()
      await queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey })
      showToast(t.removed(person.name))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t.removeTitle(person.name)}
      confirmLabel={t.removeConfirm}
      tone="danger"
      busy={remove.isPending}
      error={remove.error}
      errorTitle={t.removeFailed}
      onConfirm={() => remove.mutate(person.id)}
      onCancel={onClose}
    >
      <p>{isSelf ? t.removeSelfNote : t.removeNote}</p>
    </ConfirmDialog>
  )
}
