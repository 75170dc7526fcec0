import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import * as operations from '../../../api/generated/operations.ts'
import { workflowKeys } from '../../../api/workflows.ts'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../../components/toast-store.ts'
import { describeFailure } from '../../../editor/sync/sync-state.ts'
import type { WorkflowDocument } from '../../../editor/sync/use-workflow-document.ts'
import * as t from '../../../texts/editor/settings.ts'

type OpenWorkflow = Extract<WorkflowDocument, { status: 'ready' }>

/** What stops the workflow. */
export function DangerZone({ document }: { document: OpenWorkflow }) {
  return (
    <Card className="border-danger/40">
      <h2 className="px-5 pt-4 text-base font-semibold sm:px-6">{t.danger}</h2>
      {document.workflow.status === 'published' && <Unpublish document={document} />}
      <Delete document={document} />
    </Card>
  )
}

function Unpublish({ document }: { document: OpenWorkflow }) {
  const { id, name } = document.workflow
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const unpublish = useMutation({
    mutationFn: async () => {
      // The working copy becomes the workflow, so the server must have all of it.
      await document.flush()
      await call(operations.updateWorkflow, { params: { id }, body: { status: 'draft' } })
      document.retry()
      await queryClient.invalidateQueries({ queryKey: workflowKeys.one(id) })
      void queryClient.invalidateQueries({ queryKey: workflowKeys.lists })
    },
    onSuccess: () => {
      setAsking(false)
      toast.show({ tone: 'success', title: t.unpublished })
    },
  })
  return (
    <Action title={t.unpublish} note={t.unpublishNote} onAct={() => setAsking(true)}>
      <ConfirmDialog
        open={asking}
        title={t.unpublishTitle(name)}
        confirmLabel={t.unpublish}
        tone="danger"
        busy={unpublish.isPending}
        error={unpublish.error}
        describe={describeFailure}
        errorTitle={t.unpublishFailed}
        onConfirm={() => unpublish.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>{t.unpublishNote}</p>
        {document.changedFromLive && <p>{t.unpublishChanges}</p>}
      </ConfirmDialog>
    </Action>
  )
}

function Delete({ document }: { document: OpenWorkflow }) {
  const { id, name } = document.workflow
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(operations.deleteWorkflow, { params: { id } }),
    onSuccess: async () => {
      // What was typed in the settings goes with the workflow.
      await navigate({ to: '/workflows', ignoreBlocker: true })
      toast.show({ tone: 'success', title: t.removed(name) })
      queryClient.removeQueries({ queryKey: workflowKeys.one(id) })
      void queryClient.invalidateQueries({ queryKey: workflowKeys.lists })
    },
  })
  return (
    <Action title={t.remove} note={t.removeNote} onAct={() => setAsking(true)}>
      <ConfirmDialog
        open={asking}
        title={t.removeTitle(name)}
        confirmLabel={t.remove}
        tone="danger"
        busy={remove.isPending}
        error={remove.error}
        errorTitle={t.removeFailed}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>{t.removeNote}</p>
        <p>{t.removeWarning}</p>
      </ConfirmDialog>
    </Action>
  )
}

interface ActionProps {
  title: string
  note: string
  onAct: () => void
  children: ReactNode
}

function Action({ title, note, onAct, children }: ActionProps) {
  return (
    <div className="flex flex-wrap items-center gap-4 border-line px-5 py-4 not-last:border-b sm:px-6">
      <p className="min-w-0 flex-1 basis-64 text-sm text-muted">{note}</p>
      <Button variant="danger-ghost" onClick={onAct}>
        {title}
      </Button>
      {children}
    </div>
  )
}
