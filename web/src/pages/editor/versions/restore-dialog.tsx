import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type VersionSummary, versionQuery } from '../../../api/workflows.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../../components/toast-store.ts'
import { readDocument } from '../../../editor/model/definition.ts'
import * as t from '../../../texts/editor/versions.ts'
import type { OpenWorkflow } from './chosen-versions.ts'

interface RestoreDialogProps {
  open: boolean
  document: OpenWorkflow
  version: VersionSummary
  onClose: () => void
}

/** Loads a version into the editor, as an edit that can be undone. Nothing goes live. */
export function RestoreDialog({ open, document, version, onClose }: RestoreDialogProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { workflow, store } = document
  const name = t.version(version.number, version.created_at)
  const openEditor = () =>
    void navigate({ to: '/workflows/$workflowId', params: { workflowId: workflow.id } })
  const restore = useMutation({
    mutationFn: async () => {
      const definition = await queryClient.fetchQuery(versionQuery(workflow.id, version.id))
      store.edit(t.restoreEdit(name), (draft) => {
        Object.assign(draft, structuredClone(readDocument(definition)))
      })
    },
    onSuccess: () => {
      onClose()
      toast.show({
        tone: 'success',
        title: t.restored(name),
        description: t.restoredNote,
        action: { label: t.openEditor, run: openEditor },
      })
    },
  })
  return (
    <ConfirmDialog
      open={open}
      title={t.restoreTitle(name)}
      confirmLabel={t.restore}
      busy={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.mutate()}
      onCancel={onClose}
    >
      <p>{t.restoreNote}</p>
    </ConfirmDialog>
  )
}
